import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ServiceOptions } from '../src/http/start-service.js';
import { readSettings } from '../src/read-settings.js';
import { runTokens } from '../src/run-tokens.js';
import { type Demo, startDemo } from './start-demo.js';

let folder: string;
let demo: Demo;
let log: string[];
const start = async (options: Partial<ServiceOptions> = {}): Promise<void> => {
  demo = await startDemo({ folder }, 'sandbox', { writeLog: (line) => log.push(line), ...options });
};
const ask = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}): Promise<Response> =>
  fetch(`${demo.url}${path}`, { ...init, headers: { authorization: `Bearer ${demo.tokens.ada}`, ...headers } });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'practice-'));
  log = [];
});
afterEach(async () => {
  await demo.close();
  rmSync(folder, { recursive: true });
});

test('the command creates, lists and revokes tokens; the list shows no token, and the database stores only digests', async () => {
  await start();
  const made = await runTokens(demo.database, ['create', 'new@example.com', 'laptop']);
  const [token = ''] = made.split('\n');
  const authorization = `Bearer ${token}`;
  expect(await (await ask('/balance', { authorization })).json()).toEqual({ balance: 0, currency: 'EUR' });
  const listed = await runTokens(demo.database, ['list']);
  const line = listed.split('\n').find((text) => text.includes('new@example.com')) ?? '';
  expect(line).toContain('laptop');
  const rows = await demo.database.selectFrom('tokens').selectAll().execute();
  expect(listed + JSON.stringify(rows)).not.toContain(token);
  expect(await runTokens(demo.database, ['revoke', line.split(' ')[0] ?? ''])).toContain('revoked');
  expect((await ask('/balance', { authorization })).status).toBe(401);
  await expect(runTokens(demo.database, ['revoke', 'unknown'])).rejects.toThrow('no valid token');
});

test('each request has a line in the log, with its id and operation, without token and query', async () => {
  await start();
  const answer = await ask(`/v2/sessions?user_email=a@example.com`, { 'x-request-id': 'my-id.1' });
  expect(answer.headers.get('x-request-id')).toBe('my-id.1');
  await ask(`/scenarios/${demo.tokens.ada}`);
  await expect.poll(() => log.length).toBe(2);
  expect(JSON.parse(log[0] ?? '')).toMatchObject({
    level: 'info',
    id: 'my-id.1',
    method: 'GET',
    path: '/v2/sessions',
    operation: 'listSessionsV2',
    code: 200,
  });
  expect(log.join()).not.toMatch(/practice_[\w-]{20}|example\.com/);
  const own = (await ask('/balance', { 'x-request-id': 'a b' })).headers.get('x-request-id');
  expect(own).toMatch(/^[\da-f-]{36}$/);
});

test('an error of the database is 500 in the shape of errors, and only the log has the reason', async () => {
  await start();
  await demo.database.schema.dropTable('subscriptions').execute();
  const answer = await ask('/subscriptions');
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({ error: expect.not.stringContaining('table'), details: {} });
  expect(log.join()).toContain('no such table');
});

test('health, readiness and the counters of Prometheus', async () => {
  await start();
  expect((await ask('/health')).status).toBe(200);
  expect((await ask('/ready')).status).toBe(200);
  await ask('/balance');
  await ask('/balance', { authorization: 'Bearer wrong' });
  const numbers = await (await ask('/metrics')).text();
  expect(numbers).toContain('practice_requests_total{operation="getBalance",code="200"} 1');
  expect(numbers).toContain('practice_requests_total{operation="getBalance",code="401"} 1');
  expect(numbers).toContain('practice_request_seconds_bucket');
});

test('only pages of the allowed origins can call the API', async () => {
  await start({ corsOrigins: ['https://app.example.com'] });
  const preflight = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' };
  const allowed = await ask('/balance', { origin: 'https://app.example.com', ...preflight }, { method: 'OPTIONS' });
  expect(allowed.status).toBe(204);
  expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example.com');
  expect(allowed.headers.get('access-control-allow-headers')).toContain('authorization');
  const called = await ask('/balance', { origin: 'https://app.example.com' });
  expect(called.headers.get('access-control-allow-origin')).toBe('https://app.example.com');
  const refused = await ask('/balance', { origin: 'https://evil.example.com', ...preflight }, { method: 'OPTIONS' });
  expect(refused.headers.get('access-control-allow-origin')).toBeNull();
});

test('above the configured rate, a token gets 429 in the shape of errors, and other tokens do not', async () => {
  await start({ rateLimit: { requests: 3, seconds: 3_600 } });
  const codes = [];
  for (let index = 0; index < 5; index += 1) codes.push((await ask('/balance')).status);
  expect(codes).toEqual([200, 200, 200, 429, 429]);
  const answer = await ask('/balance');
  expect(await answer.json()).toEqual({ error: expect.any(String), details: {} });
  const seconds = answer.headers.get('retry-after') ?? '';
  expect(seconds).toMatch(/^[1-9]\d*$/);
  const end = Date.now() + Number(seconds) * 1000;
  expect(Math.abs(end - Math.round(end / 3_600_000) * 3_600_000)).toBeLessThan(2_000);
  expect((await ask('/balance', { authorization: `Bearer ${demo.tokens.ben}` })).status).toBe(200);
  await demo.close();
  // Only the sandbox assumes the header.
  demo = await startDemo({ folder: join(folder, 'documented') }, 'documented', {
    rateLimit: { requests: 1, seconds: 3_600 },
  });
  expect((await ask('/balance')).status).toBe(200);
  const documented = await ask('/balance');
  expect([documented.status, documented.headers.get('retry-after')]).toEqual([429, null]);
});

test('the message names the setting with a mistake', () => {
  expect(
    readSettings({ RATE_LIMIT: '100/60', CORS_ORIGINS: 'https://a.example, http://localhost:3000' }),
  ).toMatchObject({
    rateLimit: { requests: 100, seconds: 60 },
    corsOrigins: ['https://a.example', 'http://localhost:3000'],
  });
  expect(() => readSettings({ RATE_LIMIT: '100' })).toThrow('RATE_LIMIT');
  expect(() => readSettings({ CORS_ORIGINS: 'https://a.example/path' })).toThrow('CORS_ORIGINS');
  expect(() => readSettings({ PUBLIC_URL: 'nowhere' })).toThrow('PUBLIC_URL');
});
