import {
  type Client,
  createClient,
  deleteMeetingBot,
  getBalance,
  getSession,
  listMeetingBots,
  listScenarios,
  listSessionsV2,
  withHeaders,
} from '../generated/sandbox/client/index.js';
import { canDeleteMeetingBot } from '../generated/sandbox/types/index.js';
import { createElement, createTable } from './create-element.js';
import { closeSession, fetchSession, type Session, startSession } from './session.js';

const app = document.querySelector('#app') ?? document.body;
/** The number of the present view. If the address changes again, the response for the earlier view is dropped. */
let shown = 0;

async function showPage(): Promise<void> {
  const session = await fetchSession();
  if (session) await showData(session);
  else showLogin();
}

/** The head of each view. */
function listHead(): Node[] {
  return [
    createElement('h1', {}, 'Practice service'),
    createElement(
      'p',
      {},
      'This is a sandbox with made-up data. Where the API document leaves facts out, it works by its own assumptions, or not at all. ',
      createElement('a', { href: 'reference/' }, 'Reference'),
      ', ',
      createElement('a', { href: 'openapi.json' }, 'description'),
    ),
  ];
}

function showLogin(): void {
  const token = createElement('input', { type: 'password', required: true, autocomplete: 'off' });
  const error = createElement('p', { className: 'error', role: 'alert' });
  const form = createElement(
    'form',
    {},
    createElement('label', {}, 'API token ', token),
    ' ',
    createElement('button', {}, 'Sign in'),
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (await startSession(token.value.trim())) await showPage();
    else error.textContent = 'This token is not valid.';
  });
  const origin = createElement(
    'p',
    {},
    'The service prints two demo tokens when it starts with new data. To create a token for other data: ',
    createElement('code', {}, 'npm run practice -- --data DIR tokens create EMAIL'),
  );
  app.replaceChildren(...listHead(), form, error, origin);
}

async function showData(session: Session): Promise<void> {
  shown += 1;
  const turn = shown;
  const client = createClient({
    baseUrl: `${location.origin}/web/api`,
    // The service replaces it with the token of the session.
    auth: { bearer: 'page' },
    transport: withHeaders({ 'x-csrf-token': session.csrf }),
  });
  const [, sessionId] = /^#session=(.+)$/.exec(location.hash) ?? [];
  const sections = sessionId
    ? [showSection('Session', () => describeSession(client, decodeURIComponent(sessionId)))]
    : [
        showSection('Balance', () => describeBalance(client)),
        showSection('Scenarios', () => describeScenarios(client)),
        showSection('Sessions', () => describeSessions(client)),
        showSection('Meeting bots', () => describeBots(client, session)),
      ];
  const leave = createElement('button', { type: 'button' }, 'Sign out');
  leave.addEventListener('click', () => void closeSession(session).then(showPage));
  const content = await Promise.all(sections);
  if (turn !== shown) return;
  app.replaceChildren(...listHead(), `${session.email} `, leave, ...content);
}

async function showSection(title: string, describe: () => Promise<Node[]>): Promise<HTMLElement> {
  const heading = createElement('h2', {}, title);
  try {
    return createElement('section', { ariaLabel: title }, heading, ...(await describe()));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return createElement('section', { ariaLabel: title }, heading, createElement('p', { className: 'error' }, message));
  }
}

async function describeBalance(client: Client): Promise<Node[]> {
  const { balance, currency } = await getBalance(client);
  return [createElement('p', {}, `${balance} ${currency}`)];
}

async function describeScenarios(client: Client): Promise<Node[]> {
  const { scenarios, total } = await listScenarios(client);
  const rows = scenarios.map(({ name, description, is_public }) => [
    name,
    description,
    is_public ? 'public' : 'private',
  ]);
  return [createElement('p', {}, `${total} scenarios`), createTable(['Name', 'Description', 'Access'], rows)];
}

async function describeSessions(client: Client): Promise<Node[]> {
  const { sessions, total } = await listSessionsV2(client);
  const rows = sessions.map((session) => [
    createElement('a', { href: `#session=${encodeURIComponent(session.id)}` }, session.scenario_name),
    session.user_email,
    String(session.evaluation_score),
    session.created_at,
  ]);
  return [createElement('p', {}, `${total} sessions`), createTable(['Scenario', 'User', 'Score', 'Time'], rows)];
}

async function describeSession(client: Client, sessionId: string): Promise<Node[]> {
  const detail = await getSession(client, { sessionId });
  const args = { scenarioFilter: detail.scenario_id, userEmailFilter: detail.user_email };
  const { sessions } = await listSessionsV2(client, { ...args, itemsPerPage: 500 });
  const topics = sessions.find(({ id }) => id === sessionId)?.report_card.topics ?? [];
  return [
    createElement('p', {}, createElement('a', { href: '#' }, 'All sessions')),
    createElement('p', {}, `${detail.user_email}, ${detail.created_at}, ${detail.status}`),
    createElement('h3', {}, 'Transcript'),
    createTable(
      ['Role', 'Turn'],
      detail.transcript.map(({ role, content }) => [role, content]),
    ),
    createElement('h3', {}, 'Report card'),
    createElement('p', {}, `${detail.evaluation.overall_score}: ${detail.evaluation.feedback}`),
    createTable(
      ['Topic', 'Score', 'Note'],
      topics.map(({ name, score, note }) => [name, String(score), note]),
    ),
  ];
}

async function describeBots(client: Client, session: Session): Promise<Node[]> {
  const { bots, total } = await listMeetingBots(client);
  const rows = bots.map(({ id, status, meeting_url }) => {
    if (!canDeleteMeetingBot(status)) return [meeting_url, status, ''];
    const cancel = createElement('button', { type: 'button' }, 'Cancel');
    cancel.addEventListener('click', async () => {
      await deleteMeetingBot.outcome(client, { botId: id });
      await showData(session);
    });
    return [meeting_url, status, cancel];
  });
  return [createElement('p', {}, `${total} meeting bots`), createTable(['Meeting', 'Status', ''], rows)];
}

addEventListener('hashchange', () => void showPage());
void showPage();
