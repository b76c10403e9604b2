import { execFileSync, execSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { effort } from '../../../test/effort.js';
import { makeFolder } from '../../../test/make-folder.js';
import {
  type Client,
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

  test('if two processes cancel the same bot, one succeeds', async () => {
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

  test('a process that is killed while it writes loses no acknowledged session and leaves none incomplete', async () => {
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
    test('the service continues after its database was unavailable', async () => {
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

// Only root can mount a small disk.
if (effort === 'all' && process.getuid?.() === 0) {
  test('a full disk leads to 500 without a lost or incomplete write, and the service recovers once there is space', async () => {
    const folder = makeFolder({});
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder]);
    try {
      const ballast = join(folder, 'ballast');
      writeFileSync(ballast, Buffer.alloc(1_500_000));
      const service = await startProcess(program, { folder });
      const client = createClient({ baseUrl: service.url, auth: { bearer: service.tokens[0] } });
      const acknowledged = await fillDisk(client);
      const stored = async (): Promise<string[]> => {
        const ids: string[] = [];
        for await (const { id } of listSessionsV2Items(client, { scenarioFilter: 'salary-talk' })) ids.push(id);
        return ids;
      };
      const before = (await stored()).filter((id) => acknowledged.includes(id));
      expect(before.sort()).toEqual([...acknowledged].sort());
      // There are the six sessions of the demo data and the acknowledged ones. None of them is incomplete.
      expect(await stored()).toHaveLength(acknowledged.length + 6);
      rmSync(ballast);
      const sessionId = (await createSession(client, { body: largeSession })).id;
      expect((await getSession(client, { sessionId })).transcript).toHaveLength(1);
      await service.stop('SIGKILL');
      const again = await startProcess(program, { folder });
      const second = createClient({ baseUrl: again.url, auth: { bearer: service.tokens[0] } });
      expect((await getSession(second, { sessionId })).transcript).toHaveLength(1);
      await again.stop('SIGTERM');
    } finally {
      execFileSync('umount', ['--lazy', folder]);
    }
  });
}

test('a service that stops responds to the pending request and accepts no other one', async () => {
  const service = await startProcess(program, { folder: makeFolder({}) });
  const { hostname, port } = new URL(service.url);
  const body = JSON.stringify({ input: 'check' });
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  let received = '';
  socket.on('data', (text: string) => {
    received += text;
  });
  const closed = new Promise((resolve) => socket.once('close', () => resolve('closed')));
  const head = `POST /test HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${service.tokens[0]}\r\n`;
  socket.write(`${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`);
  // The service has received the request before it stops, because it has responded to a later one on another
  // connection.
  expect((await fetch(`${service.url}/health`)).status).toBe(200);
  const stopped = service.stop('SIGTERM');
  await expect.poll(() => fetch(`${service.url}/health`).catch(() => 'refused'), { timeout: 5_000 }).toBe('refused');
  socket.write(body.slice(5));
  // The connection does not stay open until Node's time limit for idle ones.
  expect(await Promise.race([closed, delay(4_000, 'open')])).toBe('closed');
  expect(received).toMatch(/^HTTP\/1\.1 200 .*"success":true/s);
  expect(await stopped).toBe(0);
});

test('the output of the program at its first start can be pasted', async () => {
  const service = await startProcess(program, { folder: makeFolder({}) });
  const [line = ''] = /^curl .*$/m.exec(service.printed) ?? [];
  expect(JSON.parse(execSync(line, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))).toMatchObject({
    id: 'salary-talk',
  });
  expect((await fetch(`${service.url}/openapi.json`)).headers.get('content-type')).toBe('application/json');
  expect(await service.stop('SIGTERM')).toBe(0);
});

test('only the user of the service can read its data, and a temporary folder goes at its end', async () => {
  const listModes = (folder: string): Set<number> =>
    new Set(readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777));
  const folder = makeFolder({ 'practice.db': '' });
  chmodSync(join(folder, 'practice.db'), 0o644);
  const kept = await startProcess(program, { folder });
  expect(listModes(folder)).toEqual(new Set([0o600]));
  expect(await kept.stop('SIGTERM')).toBe(0);
  expect(existsSync(join(folder, 'practice.db'))).toBe(true);
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    const service = await startProcess(program);
    const [, temporary = ''] = /^ *data +(\S+)$/m.exec(service.printed) ?? [];
    expect(statSync(temporary).mode & 0o777).toBe(0o700);
    expect(listModes(temporary)).toEqual(new Set([0o600]));
    expect(await service.stop(signal)).toBe(0);
    expect(existsSync(temporary)).toBe(false);
  }
});

async function writeSessions({ url }: ServiceProcess, token: string, acknowledged: string[]): Promise<void> {
  const client = createClient({ baseUrl: url, auth: { bearer: token } });
  const turn = { role: 'user', content: 'What do you think of this?', timestamp: 1 };
  const body = { scenario_id: 'first-call', duration_seconds: 60, transcript: Array.from({ length: 20 }, () => turn) };
  for (;;) {
    try {
      acknowledged.push((await createSession(client, { body })).id);
    } catch {
      // The process has ended.
      return;
    }
  }
}

const largeSession = {
  scenario_id: 'salary-talk',
  duration_seconds: 60,
  transcript: [{ role: 'user', content: 'word '.repeat(10_000), timestamp: 0 }],
};

/** Creates sessions until the service cannot store another one. Returns the ids of the stored ones. */
async function fillDisk(client: Client): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const outcome = await createSession.outcome(client, { body: largeSession });
    if (outcome.status !== '2XX') {
      expect(outcome).toMatchObject({ status: 500, body: { details: {} } });
      return ids;
    }
    ids.push(outcome.body.id);
  }
}
