import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  checkToken,
  createClient,
  getBalance,
  getScenario,
  getSession,
  listMeetingBots,
  listSessionsV2,
  listSubscriptions,
} from '../../../generated/client/index.js';
import { type Demo, startDemo } from './start-demo.js';

const here = join(import.meta.dirname, '..');
const readJson = (path: string): Record<string, unknown> => JSON.parse(readFileSync(join(here, path), 'utf8'));

let demo: Demo;
let folder: string;
const ask = (path: string, init?: RequestInit): Promise<Response> =>
  fetch(`${demo.url}${path}`, { ...init, headers: { authorization: `Bearer ${demo.tokens.ada}`, ...init?.headers } });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'practice-'));
  demo = await startDemo({ folder }, 'documented');
});
afterAll(async () => {
  await demo.close();
  rmSync(folder, { recursive: true });
});

test('documented operations work without the assumptions', async () => {
  const client = createClient({ baseUrl: demo.url, auth: { bearer: demo.tokens.ada } });
  expect(await checkToken(client, { body: { input: 'check' } })).toMatchObject({ success: true });
  expect(await getScenario(client, { scenarioId: 'salary-talk' })).toMatchObject({ name: 'Ask for a raise' });
  const page = await listSessionsV2(client);
  expect(page).toMatchObject({ total: 12, page: 1, limit: 50 });
  const [session] = page.sessions;
  expect(await getSession(client, { sessionId: session?.id ?? '' })).toMatchObject({ transcript: [{}, {}, {}] });
  expect(await listMeetingBots(client)).toMatchObject({ total: 5, limit: 50 });
  expect((await listSubscriptions(client)).subscriptions).toHaveLength(2);
  expect(await getBalance(client)).toEqual({ balance: 123.45, currency: 'EUR' });
  expect(await (await ask('/v2/meeting-bots/bot-pending', { method: 'DELETE' })).json()).toEqual({ deleted: true });
  expect((await ask('/v2/meeting-bots/bot-failed', { method: 'DELETE' })).status).toBe(400);
});

test.each([
  ['GET', '/scenarios', 'list-scenarios'],
  ['POST', '/scenarios', 'create-scenario'],
  ['PATCH', '/scenarios/salary-talk', 'update-scenario'],
  ['DELETE', '/scenarios/salary-talk', 'delete-scenario'],
  ['GET', '/featured-scenarios', 'list-featured-scenarios'],
  ['GET', '/sessions', 'list-sessions'],
  ['POST', '/sessions/analyze', 'analyze-session'],
  ['POST', '/v2/sessions', 'create-session'],
])('%s %s is not documented: 501 with the ids of its gaps', async (method, path, operation) => {
  const body = method === 'POST' || method === 'PATCH' ? '{}' : null;
  const answer = await ask(path, { method, body, headers: body ? { 'content-type': 'application/json' } : {} });
  expect(answer.status).toBe(501);
  expect(await answer.json()).toEqual({ error: expect.stringContaining(`${operation}-response`), details: {} });
});

// The name that the sandbox assumes, and a value for which the sandbox would return something else.
test.each([
  ['/v2/sessions', 'scenario_id', 'none'],
  ['/v2/sessions', 'user_email', 'none@example.com'],
  ['/v2/sessions', 'from_date', '2100-01-01'],
  ['/v2/sessions', 'to_date', '2000-01-01'],
  ['/v2/sessions', 'admin_access', 'true'],
  ['/v2/sessions', 'page', '2'],
  ['/v2/sessions', 'limit', '1'],
  ['/v2/meeting-bots', 'status', 'failed'],
  ['/v2/meeting-bots', 'scenario_id', 'none'],
  ['/v2/meeting-bots', 'from_date', '2100-01-01'],
  ['/v2/meeting-bots', 'to_date', '2000-01-01'],
  ['/v2/meeting-bots', 'page', '2'],
  ['/v2/meeting-bots', 'limit', '1'],
  ['/subscriptions', 'user_email', 'none@example.com'],
])('%s cannot be filtered by %s, a name that only the sandbox assumes', async (path, name, value) => {
  const all = await (await ask(path)).text();
  expect(await (await ask(`${path}?${name}=${value}`)).text()).toBe(all);
});

test('the client without the assumptions refuses to filter', async () => {
  const client = createClient({ baseUrl: demo.url, auth: { bearer: demo.tokens.ada } });
  await expect(listSessionsV2(client, { fromDate: '2026-01-01' })).rejects.toThrow('list-sessions-v2-from-date-name');
});

test('each gap that the assumptions answer is named by an action, and no other gap is', () => {
  const overlay: { actions: { 'x-resolves'?: string }[] } = parse(
    readFileSync(join(here, 'assumptions.overlay.yaml'), 'utf8'),
  );
  const named = new Set(overlay.actions.flatMap((action) => action['x-resolves'] ?? []));
  const open = (path: string): string[] => readJson(path)['openGaps'] as string[];
  const sandbox = new Set(open('generated/sandbox/lacuna.json'));
  const answered = open('../../generated/lacuna.json').filter((id) => !sandbox.has(id));
  expect([...named].sort()).toEqual(answered.sort());
});

test('each assumption that the reference shows says that it is one, beside the text of the description', () => {
  const { paths }: { paths: object } = parse(readFileSync(join(here, '../../spec/openapi.yaml'), 'utf8'));
  const documented = JSON.stringify(paths);
  const overlay: { actions: { target: string; update?: object }[] } = parse(
    readFileSync(join(here, 'assumptions.overlay.yaml'), 'utf8'),
  );
  const shown = overlay.actions.flatMap(({ target, update }) =>
    update && target !== '$.info' && !target.endsWith('.parameters') ? [{ target, update }] : [],
  );
  for (const { target, update } of shown.flatMap(listAssumptions)) {
    const { description = '' }: { description?: string } = update;
    expect([target, description]).toEqual([target, expect.stringMatching(/ssumption of the sandbox\.$/)]);
    const text = description.replace(/ The name is an assumption of the sandbox\.$/, '');
    if (text !== description) expect(documented).toContain(text);
  }
});

// Lists the object of an action, or the schemas, parameters and headers in it.
function listAssumptions({ target, update }: { target: string; update: object }): { target: string; update: object }[] {
  const inside =
    target === '$.components.schemas'
      ? update
      : Object.assign({}, ...['parameters', 'headers'].map((name) => Object(Object(update)[name])));
  const parts = Object.entries(inside).map(([name, part]) => ({ target: `${target}.${name}`, update: Object(part) }));
  return parts.length > 0 ? parts : [{ target, update }];
}

test('the generated code of the sandbox belongs to the description and its assumptions', () => {
  const cli = join(here, '../../dist/cli.js');
  execFileSync(process.execPath, [cli, 'check', 'sandbox'], { cwd: here });
});
