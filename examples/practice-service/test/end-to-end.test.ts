import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkCalls } from '../generated/sandbox/client/check-calls.js';
import {
  analyzeSession,
  type ClientOptions,
  checkToken,
  createClient,
  createScenario,
  createSession,
  deleteMeetingBot,
  deleteScenario,
  getBalance,
  getScenario,
  getSession,
  listFeaturedScenarios,
  listMeetingBots,
  listScenarios,
  listSessions,
  listSessionsV2,
  listSessionsV2Items,
  listSubscriptions,
  updateScenario,
} from '../generated/sandbox/client/index.js';
import { openDatabase } from '../src/database/open-database.js';
import { startService } from '../src/http/start-service.js';
import { demoOrganization } from '../src/seed.js';
import { type Demo, startDemo } from './start-demo.js';
import { listStorageKinds } from './storages.js';

describe.each(listStorageKinds())('all operations of the sandbox, with $name', (kind) => {
  let demo: Demo;
  const clientOf = (name: keyof Demo['tokens']) => {
    const options: ClientOptions<object> = { baseUrl: demo.url, auth: { bearer: demo.tokens[name] }, checkCalls };
    return createClient(options);
  };
  const organizationId = demoOrganization;

  beforeAll(async () => {
    demo = await startDemo(await kind.create(), 'sandbox');
  });
  afterAll(async () => {
    await demo.close();
    await kind.close();
  });

  test('a valid token is confirmed, any other one is refused with 401 in the shape of errors', async () => {
    expect(await checkToken(clientOf('eve'), { body: { input: 'check' } })).toMatchObject({ success: true });
    for (const authorization of ['Bearer practice_wrong', 'Basic YTpi', '']) {
      const answer = await fetch(`${demo.url}/test`, { method: 'POST', headers: { authorization }, body: '{}' });
      expect(answer.status).toBe(401);
      expect(await answer.json()).toEqual({ error: expect.any(String), details: {} });
    }
  });

  test('a scenario is visible to its owner, in its organization, and to all if it is public', async () => {
    const [ada, ben, eve] = [clientOf('ada'), clientOf('ben'), clientOf('eve')];
    const own = { scenarioId: 'salary-talk' };
    expect(await getScenario(ada, own)).toMatchObject({ id: 'salary-talk', is_public: false, is_recording: true });
    expect(await getScenario.outcome(ben, own)).toMatchObject({ status: 404 });
    await demo.database.insertInto('scenario_access').values({ scenario_id: 'salary-talk', user_id: 'ben' }).execute();
    expect(await getScenario(ben, own)).toMatchObject({ id: 'salary-talk' });
    expect(await getScenario.outcome(ben, { ...own, organizationId })).toMatchObject({ status: 404 });
    expect(await getScenario(eve, { scenarioId: 'first-call' })).toMatchObject({ is_public: true });
    expect(await getScenario.outcome(eve, { scenarioId: 'first-call', organizationId })).toMatchObject({ status: 403 });
  });

  test('only the owner can create, change and delete a scenario', async () => {
    const [ada, ben, eve] = [clientOf('ada'), clientOf('ben'), clientOf('eve')];
    const texts = { name: 'New', description: 'A new one', ai_instructions: 'Be brief.' };
    const created = await createScenario(ben, { body: texts, organizationId });
    const scenarioId = created.id;
    expect(created).toMatchObject({ ...texts, is_public: false });
    expect((await listScenarios(ada, { organizationId })).scenarios.map(({ id }) => id)).toContain(scenarioId);
    expect(await updateScenario.outcome(eve, { scenarioId, body: { name: 'x' } })).toMatchObject({ status: 404 });
    expect(await updateScenario(ben, { scenarioId, body: { is_public: true } })).toEqual({
      ...created,
      is_public: true,
    });
    expect(await updateScenario.outcome(eve, { scenarioId, body: { name: 'x' } })).toMatchObject({ status: 403 });
    expect(await updateScenario(ada, { scenarioId, organizationId, body: { name: 'By Ada' } })).toMatchObject({
      name: 'By Ada',
    });
    expect(await deleteScenario(ben, { scenarioId })).toEqual({ deleted: true });
    expect(await deleteScenario.outcome(ben, { scenarioId })).toMatchObject({ status: 404 });
    expect((await listScenarios(ben)).scenarios.map(({ id }) => id)).not.toContain(scenarioId);
  });

  test('public scenarios that are featured are listed for everybody', async () => {
    expect((await listFeaturedScenarios(clientOf('eve'))).scenarios.map(({ id }) => id)).toEqual(['first-call']);
  });

  test('sessions are listed page by page, with the total', async () => {
    const ada = clientOf('ada');
    const first = await listSessionsV2(ada, { itemsPerPage: 5 });
    expect(first).toMatchObject({ total: 12, page: 1, limit: 5 });
    const times = [];
    for await (const session of listSessionsV2Items(ada, { itemsPerPage: 5 })) times.push(session.created_at);
    expect(times).toHaveLength(12);
    expect(times).toEqual([...times].sort().reverse());
    expect(await listSessionsV2(ada)).toMatchObject({ limit: 50 });
    expect(await listSessionsV2(ada, { pageNumber: 4, itemsPerPage: 5 })).toMatchObject({
      sessions: [],
      total: 12,
      page: 4,
    });
    const farPage = await fetch(`${demo.url}/v2/sessions?page=9007199254740991&limit=500`, {
      headers: { authorization: `Bearer ${demo.tokens.ada}` },
    });
    expect(await farPage.json()).toMatchObject({ sessions: [], total: 12 });
    for (const query of ['limit=501', 'limit=0', 'page=0', 'from_date=2026-13-01', 'from_date=yesterday']) {
      const refused = await fetch(`${demo.url}/v2/sessions?${query}`, {
        headers: { authorization: `Bearer ${demo.tokens.ada}` },
      });
      expect([query, refused.status]).toEqual([query, 400]);
    }
  });

  test('sessions are filtered by scenario, e-mails and dates', async () => {
    const ada = clientOf('ada');
    const { sessions } = await listSessionsV2(ada);
    const count = async (args: Parameters<typeof listSessionsV2>[1]): Promise<number> =>
      (await listSessionsV2(ada, args)).total;
    expect(await count({ scenarioFilter: 'first-call' })).toBe(6);
    expect(await count({ userEmailFilter: 'ada@example.com' })).toBe(4);
    expect(await count({ userEmailFilter: 'ada@example.com, ben@example.com' })).toBe(12);
    expect(await count({ userEmailFilter: 'eve@example.com' })).toBe(0);
    const middle = sessions[5]?.created_at ?? '';
    const second = `${middle.slice(0, 19)}Z`;
    expect(await count({ toDate: second })).toBe(7);
    expect(await count({ fromDate: second, toDate: second })).toBe(1);
    const day = middle.slice(0, 10);
    const ofDay = sessions.filter(({ created_at }) => created_at.startsWith(day)).length;
    expect(await count({ fromDate: day, toDate: day })).toBe(ofDay);
    expect(await count({ fromDate: day, toDate: day, scenarioFilter: 'first-call' })).toBeLessThan(ofDay);
  });

  test('the enriched form has the topics, the scenario and the link', async () => {
    const [session] = (await listSessionsV2(clientOf('ada'), { scenarioFilter: 'first-call', itemsPerPage: 1 }))
      .sessions;
    expect(session).toMatchObject({
      scenario_name: 'First call with a customer',
      duration_minutes: 1,
      report_card_topics: 'Participation;Questions;Detail',
      analytics_url: `${demo.url}/#session=${session?.id}`,
    });
  });

  test('the sessions of an organization are those of the caller, and with admin access all of them', async () => {
    const [ada, ben, eve] = [clientOf('ada'), clientOf('ben'), clientOf('eve')];
    expect((await listSessionsV2(ben, { organizationId })).total).toBe(4);
    expect((await listSessionsV2(ada, { organizationId, adminAccess: true })).total).toBe(6);
    expect(await listSessionsV2.outcome(ben, { organizationId, adminAccess: true })).toMatchObject({ status: 403 });
    expect(await listSessionsV2.outcome(eve, { organizationId })).toMatchObject({ status: 403 });
    const headers = { authorization: `Bearer ${demo.tokens.ada}` };
    const withoutContext = await fetch(`${demo.url}/v2/sessions?admin_access=true`, { headers });
    expect(withoutContext.status).toBe(400);
  });

  test('a session is created, read in detail, listed and analysed by those who can see it', async () => {
    const [ada, ben, eve] = [clientOf('ada'), clientOf('ben'), clientOf('eve')];
    const transcript = [{ role: 'user', content: 'What do you think?', timestamp: 0.25 }];
    const body = { scenario_id: 'first-call', duration_seconds: 61, transcript };
    const created = await createSession(eve, { body });
    const sessionId = created.id;
    expect(created).toMatchObject({ user_email: 'eve@example.com', status: 'completed', transcript });
    expect(await getSession(eve, { sessionId })).toEqual(created);
    expect(await getSession(ada, { sessionId })).toEqual(created);
    expect(await getSession.outcome(ben, { sessionId })).toMatchObject({ status: 404 });
    expect(await listSessions(eve)).toMatchObject({ total: 1, sessions: [{ id: sessionId }] });
    expect(await analyzeSession(ada, { body: { session_id: sessionId } })).toEqual(created);
    expect(await analyzeSession.outcome(ben, { body: { session_id: sessionId } })).toMatchObject({ status: 404 });
    const foreign = { ...body, scenario_id: 'salary-talk' };
    expect(await createSession.outcome(eve, { body: foreign })).toMatchObject({ status: 404 });
  });

  test('meeting bots are filtered, and cancelled only while they are pending or scheduled', async () => {
    const [ada, ben, eve] = [clientOf('ada'), clientOf('ben'), clientOf('eve')];
    expect((await listMeetingBots(ada)).total).toBe(5);
    expect(await listMeetingBots(ada, { statusFilter: 'failed' })).toMatchObject({
      total: 1,
      bots: [{ status: 'failed' }],
    });
    expect((await listMeetingBots(ada, { scenarioFilter: 'salary-talk' })).total).toBe(0);
    expect((await listMeetingBots(ada, { fromDate: '2100-01-01' })).total).toBe(0);
    expect((await listMeetingBots(ada, { toDate: '2100-01-01T00:00:00Z', itemsPerPage: 2 })).bots).toHaveLength(2);
    expect((await listMeetingBots(ben)).total).toBe(0);
    expect((await listMeetingBots(ben, { organizationId })).total).toBe(5);
    for (const botId of ['bot-in-call-recording', 'bot-call-ended', 'bot-failed'])
      expect(await deleteMeetingBot.outcome(ada, { botId })).toMatchObject({ status: 400 });
    expect(await deleteMeetingBot.outcome(eve, { botId: 'bot-pending' })).toMatchObject({ status: 404 });
    expect(await deleteMeetingBot(ada, { botId: 'bot-pending' })).toEqual({ deleted: true });
    expect(await deleteMeetingBot.outcome(ada, { botId: 'bot-pending' })).toMatchObject({ status: 404 });
    expect((await listMeetingBots(ada)).total).toBe(4);
  });

  test('subscriptions are those to scenarios and collections of the caller', async () => {
    const [ada, ben] = [clientOf('ada'), clientOf('ben')];
    const { subscriptions } = await listSubscriptions(ada);
    expect(subscriptions.map(({ amount }) => amount)).toEqual([19.99, 9.9]);
    expect((await listSubscriptions(ada, { organizationId })).subscriptions).toHaveLength(1);
    expect((await listSubscriptions(ada, { subscriberEmail: 'ben@example.com' })).subscriptions).toMatchObject([
      { scenario_id: 'salary-talk', plan: 'monthly', status: 'active' },
    ]);
    expect((await listSubscriptions(ben)).subscriptions).toEqual([]);
  });

  test('the balance has exactly its digits', async () => {
    const wallet = demo.database.updateTable('wallets').where('id', '=', 'wallet-eve');
    for (const [minor, text] of [
      [-5, '-0.05'],
      [0, '0'],
      [10, '0.1'],
      [999_999_999_999_999, '9999999999999.99'],
      [-999_999_999_999_999, '-9999999999999.99'],
      [100_000_000_000_029, '1000000000000.29'],
    ] as const) {
      await wallet.set({ balance_minor: minor }).execute();
      const answer = await fetch(`${demo.url}/balance`, { headers: { authorization: `Bearer ${demo.tokens.eve}` } });
      expect(await answer.text()).toBe(`{"balance":${text},"currency":"USD"}`);
    }
    await expect(wallet.set({ balance_minor: 1_000_000_000_000_000 }).execute()).rejects.toThrow();
    expect(await getBalance(clientOf('ada'))).toEqual({ balance: 123.45, currency: 'EUR' });
  });

  test('two services on one database share the rate limit of a token', async () => {
    const storage = await kind.create();
    const rateLimit = { requests: 5, seconds: 3_600 };
    const first = await startDemo(storage, 'sandbox', { rateLimit });
    const database = await openDatabase(storage);
    const second = await startService({ database, variant: 'sandbox', rateLimit });
    const headers = { authorization: `Bearer ${first.tokens.ada}` };
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => fetch(`${at % 2 ? first.url : second.url}/balance`, { headers })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
    await first.close();
    await second.close();
    await database.destroy();
  });

  test('a text with U+0000 is refused with 400 in the shape of errors', async () => {
    const headers = { authorization: `Bearer ${demo.tokens.ada}`, 'content-type': 'application/json' };
    const turn = { role: 'user', content: 'a\0b', timestamp: 1 };
    for (const [method, path, body] of [
      ['GET', '/scenarios/a%00b'],
      ['PATCH', '/scenarios/%00', { name: 'a' }],
      ['PATCH', '/scenarios/salary-talk', { name: 'a\0' }],
      ['DELETE', '/scenarios/%00'],
      ['GET', '/sessions/%00'],
      ['DELETE', '/v2/meeting-bots/%00'],
      ['GET', '/v2/sessions?scenario_id=%00'],
      ['GET', '/v2/sessions?user_email=a%00@example.com'],
      ['GET', '/v2/meeting-bots?scenario_id=%00'],
      ['GET', '/subscriptions?user_email=%00'],
      ['POST', '/scenarios', { name: '\0', description: '', ai_instructions: '' }],
      ['POST', '/sessions/analyze', { session_id: '\0' }],
      ['POST', '/v2/sessions', { scenario_id: 'salary-talk', duration_seconds: 1, transcript: [turn] }],
      ['POST', '/test', { input: '\0' }],
    ] as const) {
      const answer = await fetch(`${demo.url}${path}`, { method, headers, body: body ? JSON.stringify(body) : null });
      expect([path, answer.status]).toEqual([path, 400]);
      expect(await answer.json()).toEqual({ error: expect.stringContaining('U+0000'), details: {} });
    }
  });

  test('a wrong database password is told as such', async () => {
    const storage = await kind.create();
    if (!('url' in storage)) return;
    const open = (user: string): Promise<unknown> =>
      openDatabase({ url: storage.url.replace('postgres@', `${user}@`) });
    const refused = 'cannot connect to the database: password authentication failed for user "guest"';
    await expect(open('guest:wrong')).rejects.toThrow(refused);
    await expect(open('guest')).rejects.toThrow('it needs a password, and DATABASE_URL has none');
    await expect(openDatabase({ url: 'postgresql://localhost:1/practice' })).rejects.toThrow('ECONNREFUSED');
  });

  test('the response to a path that does not exist has the shape of errors', async () => {
    const answer = await fetch(`${demo.url}/nothing`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({ error: expect.any(String), details: {} });
  });
});
