import { createServer as createHttpServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  ApiError,
  analyzeSession,
  assume,
  checkToken,
  createClient,
  createScenario,
  createSession,
  deleteMeetingBot,
  deleteScenario,
  getBalance,
  getScenario,
  getSession,
  isFailure,
  listFeaturedScenarios,
  listMeetingBots,
  listScenarios,
  listSessions,
  listSessionsV2,
  listSubscriptions,
  rest,
  reveal,
  updateScenario,
} from '../../generated/client/index.js';
import { checkReplies } from '../../generated/server/check-replies.js';
import { createServer, type Handlers, unimplemented } from '../../generated/server/index.js';
import type {
  EnrichedSession,
  MeetingBot,
  Scenario,
  SessionDetail,
  Subscription,
} from '../../generated/types/index.js';
import { wireNames } from '../server/wire-names.js';
import { type Reached, reach } from './adapters.js';

/**
 * The generated client calls the generated server over loopback. Both were generated from one description and must
 * agree.
 */

interface User {
  readonly id: string;
}

const time = '2026-01-31T12:00:00Z';
const scenario: Scenario = {
  id: 's1',
  name: 'Pitch',
  description: 'A pitch',
  ai_instructions: 'Be kind',
  is_public: true,
  is_recording: false,
  created_at: time,
};
const bot: MeetingBot = {
  id: 'b1',
  scenario_id: 's1',
  meeting_url: 'https://meet.invalid/1',
  status: 'pending',
  created_at: time,
};
const enriched: EnrichedSession = {
  id: 'x1',
  scenario_id: 's1',
  scenario_name: 'Pitch',
  user_email: 'a@example.com',
  duration_seconds: 90,
  duration_minutes: 1.5,
  status: 'completed',
  evaluation_score: 7.5,
  evaluation_note: 'good',
  report_card: { topics: [{ name: 'Tone', score: 8, note: '' }] },
  report_card_topics: 'Tone',
  analytics_url: 'https://example.com/x1',
  created_at: time,
};
const detail: SessionDetail = {
  id: 'x1',
  scenario_id: 's1',
  user_email: 'a@example.com',
  duration_seconds: 90,
  status: 'completed',
  created_at: time,
  transcript: [{ role: 'ai', content: 'Hello', timestamp: 0.5 }],
  evaluation: { overall_score: 7, feedback: 'fine' },
};
const subscription: Subscription = {
  id: 'u1',
  scenario_id: 's1',
  user_email: 'b@example.com',
  plan: 'monthly',
  amount: 9.99,
  currency: 'EUR',
  status: 'active',
  current_period_end: time,
  created_at: time,
};

/** What the handlers received, and the responses that they send in place of their success. */
let seen: unknown[];
let refusal: { status: 400 | 401 | 403 | 404 | 429 | 500 } | undefined;
let told: [string, string][];
let server: Reached;

const handlers: Handlers<User> = {
  listScenarios: async (args) => take(args) ?? { status: '2XX', body: assume('list-scenarios-response', [1, 'two']) },
  createScenario: async (args) =>
    take(args) ?? { status: '2XX', code: 201, body: assume('create-scenario-response', { id: 'new' }) },
  getScenario: async (args) => take(args) ?? { status: '2XX', body: scenario },
  updateScenario: async (args) => take(args) ?? { status: '2XX', body: assume('update-scenario-response', null) },
  deleteScenario: async (args) => take(args) ?? { status: '2XX', body: assume('delete-scenario-response', {}) },
  listFeaturedScenarios: async (args) =>
    take(args) ?? { status: '2XX', body: assume('list-featured-scenarios-response', []) },
  listSessions: async (args) => take(args) ?? { status: '2XX', body: assume('list-sessions-response', {}) },
  getSession: async (args) => take(args) ?? { status: '2XX', body: detail },
  analyzeSession: async (args) =>
    take(args) ?? { status: '2XX', code: 202, body: assume('analyze-session-response', true) },
  listSessionsV2: async (args) =>
    take(args) ?? {
      status: '2XX',
      body: { sessions: [enriched], total: 1, page: args.pageNumber, limit: args.itemsPerPage },
    },
  createSession: async (args) => take(args) ?? { status: '2XX', body: assume('create-session-response', { id: 'x2' }) },
  listMeetingBots: async (args) =>
    take(args) ?? { status: '2XX', body: { bots: [bot], total: 1, page: args.pageNumber, limit: args.itemsPerPage } },
  deleteMeetingBot: async (args) => take(args) ?? { status: '2XX', body: { deleted: true } },
  listSubscriptions: async (args) => take(args) ?? { status: '2XX', body: { subscriptions: [subscription] } },
  getBalance: async (args) => take(args) ?? { status: '2XX', body: { balance: 12.5, currency: 'EUR' } },
  checkToken: async (args) => take(args) ?? { status: 200, body: { success: true, message: 'The token is valid.' } },
};

function take(args: unknown): { status: 400; body: { error: string; details: object } } | undefined {
  seen.push(args);
  if (refusal === undefined) return undefined;
  // Every operation declares the same six errors.
  return { status: refusal.status as 400, body: { error: `answer ${refusal.status}`, details: { why: 'asked to' } } };
}

function serve(some: Partial<Handlers<User>>, bound: typeof wireNames | undefined): Promise<Reached> {
  const made = createServer<User>(
    { ...unimplemented, ...some },
    {
      security: { bearer: async (token) => (token === 'right' ? { id: 'u1' } : undefined) },
      onNotShown: (id, where) => told.push([id, where]),
      checkReplies,
      ...(bound && { wireNames: bound }),
    },
  );
  return reach(made);
}

beforeEach(async () => {
  seen = [];
  told = [];
  refusal = undefined;
  server = await serve(handlers, wireNames);
});
afterEach(() => server.close());

const clientOf = (options: object = {}) =>
  createClient({ baseUrl: server.url, auth: { bearer: 'right' }, wireNames, ...options });

/** A call of each operation, with all its arguments. */
const calls = (client: ReturnType<typeof clientOf>) => ({
  listScenarios: () => listScenarios.outcome(client, { organizationId: 'o 1' }),
  createScenario: () => createScenario.outcome(client, { body: assume('create-scenario-request', { name: 'Pitch' }) }),
  getScenario: () => getScenario.outcome(client, { scenarioId: 's1' }),
  updateScenario: () =>
    updateScenario.outcome(client, { scenarioId: 's1', body: assume('update-scenario-request', { name: 'x' }) }),
  deleteScenario: () => deleteScenario.outcome(client, { scenarioId: 's1' }),
  listFeaturedScenarios: () => listFeaturedScenarios.outcome(client),
  listSessions: () => listSessions.outcome(client, {}),
  getSession: () => getSession.outcome(client, { sessionId: 'x1' }),
  analyzeSession: () => analyzeSession.outcome(client, { body: assume('analyze-session-request', ['x1']) }),
  listSessionsV2: () =>
    listSessionsV2.outcome(client, {
      scenarioFilter: 's1',
      userEmailFilter: 'a+b@example.com,ü@example.com',
      fromDate: '2026-01-01',
      toDate: time,
      adminAccess: true,
      pageNumber: 2,
      itemsPerPage: 500,
      organizationId: 'o1',
    }),
  createSession: () => createSession.outcome(client, { body: assume('create-session-request', 'raw') }),
  listMeetingBots: () => listMeetingBots.outcome(client, { statusFilter: 'in_call_recording' }),
  deleteMeetingBot: () => deleteMeetingBot.outcome(client, { botId: 'b1' }),
  listSubscriptions: () => listSubscriptions.outcome(client, { subscriberEmail: 'b@example.com' }),
  getBalance: () => getBalance.outcome(client, { organizationId: 'o1' }),
  checkToken: () => checkToken.outcome(client, { body: {} }),
});
const operations = Object.keys(unimplemented) as (keyof ReturnType<typeof calls>)[];

describe('every operation', () => {
  test('has sixteen operations', () => {
    expect(operations.sort()).toEqual(Object.keys(calls(clientOf())).sort());
    expect(operations).toHaveLength(16);
  });

  test.each(operations)('%s succeeds, and its handler runs once', async (operation) => {
    const outcome = await calls(clientOf())[operation]();
    expect(outcome.status).toBe(operation === 'checkToken' ? 200 : '2XX');
    expect(seen).toHaveLength(1);
  });

  test.each(operations)('%s returns each documented error, and an undocumented one as text', async (operation) => {
    for (const status of [400, 401, 403, 404, 429, 500] as const) {
      refusal = { status };
      const outcome = await calls(clientOf())[operation]();
      expect(outcome).toMatchObject({
        status,
        code: status,
        body: { error: `answer ${status}`, details: { why: 'asked to' } },
      });
    }
    await withRaw(
      (_, response) => response.writeHead(418, { 'content-type': 'text/plain' }).end('{ short'),
      async (baseUrl) => {
        const outcome = await calls(clientOf({ baseUrl }))[operation]();
        expect(outcome).toMatchObject({ status: 'undocumented', code: 418, body: '{ short' });
      },
    );
  });

  test.each(operations)('%s refuses a wrong token and a missing one before its handler runs', async (operation) => {
    const wrong = await calls(clientOf({ auth: { bearer: 'wrong' } }))[operation]();
    expect(wrong).toMatchObject({ status: 401, body: { error: expect.any(String), details: {} } });
    await expect(calls(clientOf({ auth: {} }))[operation]()).rejects.toThrow(/auth/);
    expect(seen).toEqual([]);
  });

  test.each(operations)('%s responds with 501 without a handler, with its gaps', async (operation) => {
    const bare = await serve({}, wireNames);
    try {
      const outcome = await calls(clientOf({ baseUrl: bare.url }))[operation]();
      expect(outcome).toMatchObject({ status: 'undocumented', code: 501 });
      const shapes = { listScenarios: 'list-scenarios-response', createScenario: 'create-scenario-request' };
      if (operation in shapes) expect(JSON.stringify(outcome.body)).toContain(shapes[operation as keyof typeof shapes]);
    } finally {
      await bare.close();
    }
  });
});

describe('parameters', () => {
  const awkward = [
    'a/b',
    '?x=1&y#z',
    '100%',
    '%2F',
    '%2e%2e',
    'ü 漢 🎈',
    '{id}',
    ';a=1',
    '...',
    ' ',
    '+',
    '\\',
    '.a',
    '~',
  ];

  test.each(awkward)('a path value %j arrives unchanged', async (value) => {
    await getScenario(clientOf(), { scenarioId: value });
    expect(seen).toEqual([{ scenarioId: value }]);
  });

  test.each(['.', '..', ''])(
    'a path value %j, which would change the URL, is refused before it is sent',
    async (value) => {
      await expect(getScenario(clientOf(), { scenarioId: value })).rejects.toThrow(/scenario_id/);
      expect(seen).toEqual([]);
    },
  );

  test('query values arrive unchanged, with all characters', async () => {
    for (const value of awkward) {
      await listSubscriptions(clientOf(), { subscriberEmail: value });
      expect(seen.pop()).toEqual({ subscriberEmail: value });
    }
  });

  test('values keep their types, and the server fills in defaults', async () => {
    await listSessionsV2(clientOf(), { adminAccess: true, organizationId: 'o1', itemsPerPage: 7 });
    await listSessionsV2(clientOf());
    expect(seen).toEqual([
      { adminAccess: true, organizationId: 'o1', itemsPerPage: 7, pageNumber: 1 },
      { adminAccess: false, itemsPerPage: 50, pageNumber: 1 },
    ]);
  });

  test('a header value with a line break is refused before it is sent', async () => {
    await expect(getBalance(clientOf(), { organizationId: 'a\r\nx: y' })).rejects.toThrow(/X-Organization-ID/i);
    expect(seen).toEqual([]);
  });

  test('the server refuses invalid values and reports the place in the error', async () => {
    const outcome = await fetch(`${server.url}/v2/sessions?limit=501`, { headers: { authorization: 'Bearer right' } });
    expect(outcome.status).toBe(400);
    expect(await outcome.json()).toEqual({ error: expect.stringContaining('limit'), details: {} });
    expect(seen).toEqual([]);
  });

  test('admin access needs its header: the client refuses, and so does the server', async () => {
    await expect(listSessionsV2(clientOf(), { adminAccess: true })).rejects.toThrow(/X-Organization-ID/i);
    const raw = await fetch(`${server.url}/v2/sessions?admin=true`, { headers: { authorization: 'Bearer right' } });
    expect(raw.status).toBe(400);
    await listSessionsV2(clientOf(), { adminAccess: false });
    expect(seen).toHaveLength(1);
  });
});

describe('what is not shown', () => {
  test('a parameter without a wire name is refused before any request, unless a name is configured', async () => {
    const unbound = createClient({ baseUrl: server.url, auth: { bearer: 'right' } });
    await expect(listSessionsV2(unbound, { fromDate: '2026-01-31' })).rejects.toThrow(
      /list-sessions-v2-from-date-name/,
    );
    expect(seen).toEqual([]);
    await listSessionsV2(unbound);
    expect(seen).toHaveLength(1);
  });

  test('a server without the name does not read the parameter', async () => {
    const deaf = await serve(handlers, undefined);
    try {
      await listSessionsV2(clientOf({ baseUrl: deaf.url }), { fromDate: '2026-01-31' });
      expect(seen).toEqual([{ adminAccess: false, itemsPerPage: 50, pageNumber: 1 }]);
    } finally {
      await deaf.close();
    }
  });

  test('an assumed body reaches the handler, and its response reaches the guard', async () => {
    const body = { name: 'Pitch', nested: [1, { deep: null }] };
    const answer = await createScenario(clientOf(), { body: assume('create-scenario-request', body) });
    expect(seen).toEqual([{ body }]);
    const hasId = (value: unknown): value is { id: string } =>
      typeof value === 'object' && value !== null && 'id' in value;
    expect(reveal('create-scenario-response', answer, hasId).id).toBe('new');
    expect(() =>
      reveal('create-scenario-response', answer, (value): value is string => typeof value === 'string'),
    ).toThrow(/create-scenario-response/);
  });

  test('further fields stay, and `rest` returns them', async () => {
    const further = { ...scenario, colour: 'red' };
    await withRaw(
      (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(further)),
      async (baseUrl) => {
        const received = await getScenario(clientOf({ baseUrl }), { scenarioId: 's1' });
        expect(rest('scenario-fields', received)).toEqual({ colour: 'red' });
      },
    );
  });

  test('further query parameters need assume, and the server reports them', async () => {
    await listScenarios(clientOf(), { extraQuery: assume('list-scenarios-parameters', { sort: 'name', 'a b': '1' }) });
    expect(seen).toEqual([{}]);
    expect(told.map(([id]) => id)).toContain('list-scenarios-parameters');
  });

  test('client and server each report once what was sent and received, without its value', async () => {
    const toldHere: [string, string][] = [];
    const onNotShown = (id: string, where: string): void => void toldHere.push([id, where]);
    await createScenario(clientOf({ onNotShown }), { body: assume('create-scenario-request', { name: 'Pitch' }) });
    expect(toldHere).toEqual([
      ['create-scenario-request', 'createScenario'],
      ['create-scenario-response', 'createScenario'],
    ]);
    expect(told).toEqual([['create-scenario-request', 'createScenario: body']]);
  });

  test('a success can have any code of its range', async () => {
    const outcome = await createScenario.outcome(clientOf(), { body: assume('create-scenario-request', {}) });
    expect(outcome).toMatchObject({ status: '2XX', code: 201 });
  });
});

describe('the default that is always sent', () => {
  test('the caller may omit it, and the server requires it', async () => {
    await checkToken(clientOf(), { body: {} });
    expect(seen).toEqual([{ body: { input: 'check' } }]);
    const raw = await fetch(`${server.url}/test`, {
      method: 'POST',
      headers: { authorization: 'Bearer right', 'content-type': 'application/json' },
      body: '{}',
    });
    expect(raw.status).toBe(400);
    expect(await raw.json()).toEqual({ error: expect.stringContaining('input'), details: {} });
  });
});

describe('failures', () => {
  test('a thrown response is typed by its operation', async () => {
    refusal = { status: 404 };
    const error: unknown = await getScenario(clientOf(), { scenarioId: 's1' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(isFailure(getScenario, error) && error.outcome.status).toBe(404);
    expect(isFailure(deleteMeetingBot, error)).toBe(false);
  });

  test('a response that cannot be parsed is undocumented and keeps its text', async () => {
    await withRaw(
      (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"balance": '),
      async (baseUrl) => {
        const outcome = await getBalance.outcome(clientOf({ baseUrl }));
        expect(outcome).toMatchObject({ status: 'undocumented', code: 200, body: '{"balance": ' });
      },
    );
  });
});

async function withRaw(listener: RequestListener, use: (baseUrl: string) => Promise<void>): Promise<void> {
  const http = createHttpServer(listener);
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  try {
    await use(`http://127.0.0.1:${(http.address() as AddressInfo).port}`);
  } finally {
    http.closeAllConnections();
    await new Promise((done) => http.close(done));
  }
}
