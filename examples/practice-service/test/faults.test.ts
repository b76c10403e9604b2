import { execSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { effort } from '../../../test/effort.js';
import {
  createClient,
  createSession,
  deleteMeetingBot,
  getSession,
  listSessionsV2Items,
} from '../generated/sandbox/client/index.js';
import { openDatabase } from '../src/database/open-database.js';
import { demoOrganization } from '../src/seed.js';
import { buildProgram, type ServiceProcess, startProcess, stopProcesses } from './start-process.js';
import { listStorageKinds } from './storages.js';

const kills = { part: 1, most: 3, all: 50 }[effort];
const races = { part: 20, most: 100, all: 1_000 }[effort];

let program: string;
afterAll(stopProcesses);
beforeAll(async () => {
  program = await buildProgram();
});

describe.each(listStorageKinds('CI'))('with $name', (kind) => {
  afterAll(() => kind.close());

  test('two processes that cancel the same bot have one success', async () => {
    const storage = await kind.create();
    const first = await startProcess(program, storage);
    const second = await startProcess(program, storage);
    expect(second.tokens).toEqual([]);
    const database = await openDatabase(storage);
    const bot = { scenario_id: 'first-call', owner_id: 'ada', organization_id: demoOrganization, created_at: 0 };
    const bots = Array.from({ length: races }, (_, at) => ({
      ...bot,
      id: `race-${at}`,
      meeting_url: 'https://a.example',
      status: 'scheduled' as const,
    }));
    await database.insertInto('meeting_bots').values(bots).execute();
    const clients = [first, second].map(({ url }) => createClient({ baseUrl: url, auth: { bearer: first.tokens[0] } }));
    for (const { id } of bots) {
      const outcomes = await Promise.all(clients.map((client) => deleteMeetingBot.outcome(client, { botId: id })));
      expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['2XX', 404]));
    }
    await database.destroy();
    expect(await Promise.all([first.stop('SIGTERM'), second.stop('SIGTERM')])).toEqual([0, 0]);
  });

  test('a process that is killed while it writes loses no acknowledged session, and leaves none half written', async () => {
    const storage = await kind.create();
    let service = await startProcess(program, storage);
    const [token = ''] = service.tokens;
    const acknowledged: string[] = [];
    for (let round = 0; round < kills; round += 1) {
      const writers = Array.from({ length: 8 }, () => writeSessions(service, token, acknowledged));
      const enough = acknowledged.length + 20 + 7 * (round % 10);
      await expect.poll(() => acknowledged.length, { interval: 5, timeout: 30_000 }).toBeGreaterThan(enough);
      expect(await service.stop('SIGKILL')).toBeNull();
      await Promise.all(writers);
      service = await startProcess(program, storage);
    }
    const client = createClient({ baseUrl: service.url, auth: { bearer: token } });
    const stored = new Set<string>();
    for await (const session of listSessionsV2Items(client, { itemsPerPage: 500 })) {
      expect(session.report_card.topics).toHaveLength(3);
      stored.add(session.id);
    }
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    for (const sessionId of acknowledged.slice(-5))
      expect((await getSession(client, { sessionId })).transcript).toHaveLength(20);
    await service.stop('SIGTERM');
  });

  const { server } = kind;
  if (server)
    test('the service survives that its database goes away and comes back', async () => {
      const service = await startProcess(program, await kind.create());
      const ask = async (path: string): Promise<number> =>
        (await fetch(service.url + path, { headers: { authorization: `Bearer ${service.tokens[0]}` } })).status;
      expect([await ask('/ready'), await ask('/balance')]).toEqual([200, 200]);
      server.stop();
      expect([await ask('/health'), await ask('/ready'), await ask('/balance')]).toEqual([200, 503, 500]);
      server.start();
      await expect.poll(() => ask('/balance'), { timeout: 20_000 }).toBe(200);
      expect(await ask('/ready')).toBe(200);
      await service.stop('SIGTERM');
    });
});

test('what the program prints at its first start can be pasted', async () => {
  const service = await startProcess(program, { folder: mkdtempSync(join(tmpdir(), 'practice-')) });
  const [line = ''] = /^curl .*$/m.exec(service.printed) ?? [];
  expect(JSON.parse(execSync(line, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))).toMatchObject({
    id: 'salary-talk',
  });
  expect(await (await fetch(`${service.url}/reference`)).text()).toContain('Reference');
  expect((await fetch(`${service.url}/openapi.json`)).headers.get('content-type')).toBe('application/json');
  expect(await service.stop('SIGTERM')).toBe(0);
});

async function writeSessions({ url }: ServiceProcess, token: string, acknowledged: string[]): Promise<void> {
  const client = createClient({ baseUrl: url, auth: { bearer: token } });
  const turn = { role: 'user', content: 'What do you think of this?', timestamp: 1 };
  const body = { scenario_id: 'first-call', duration_seconds: 60, transcript: Array.from({ length: 20 }, () => turn) };
  for (;;) {
    try {
      acknowledged.push((await createSession(client, { body })).id);
    } catch {
      // The process is gone.
      return;
    }
  }
}
