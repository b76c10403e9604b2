import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, hasBrowser, startBrowser } from '../../../test/browser/browser.js';
import { buildProgram, type ServiceProcess, startProcess, stopProcesses } from './start-process.js';

let folder: string;
let service: ServiceProcess;
const begin = (): Promise<Response> =>
  fetch(`${service.url}/web/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: service.tokens[0] }),
  });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'practice-'));
  service = await startProcess(await buildProgram(), { folder });
});
afterAll(() => {
  stopProcesses();
  rmSync(folder, { recursive: true });
});

test('only the service can read the cookie of a session, and it is no token', async () => {
  const answer = await begin();
  const cookie = answer.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(/^practice_session=\S+; HttpOnly; SameSite=Strict; Path=\/web; Max-Age=\d+$/);
  expect(cookie + (await answer.text())).not.toContain(service.tokens[0]);
  const value = /=(.*?);/.exec(cookie)?.[1] ?? '';
  const asToken = await fetch(`${service.url}/balance`, { headers: { authorization: `Bearer ${value}` } });
  expect(asToken.status).toBe(401);
});

test('changes need the token of the page, and reading needs the cookie', async () => {
  const answer = await begin();
  const { csrf } = (await answer.json()) as { readonly csrf: string };
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const call = async (path: string, headers: Record<string, string>, method = 'GET'): Promise<number> =>
    (await fetch(`${service.url}/web${path}`, { method, headers })).status;
  expect(await call('/api/balance', { cookie })).toBe(200);
  expect(await call('/api/balance', {})).toBe(401);
  expect(await call('/api/balance', { authorization: `Bearer ${service.tokens[0]}` })).toBe(401);
  const bot = '/api/v2/meeting-bots/bot-scheduled';
  expect(await call(bot, { cookie }, 'DELETE')).toBe(403);
  expect(await call(bot, { cookie, 'x-csrf-token': 'other' }, 'DELETE')).toBe(403);
  expect(await call(bot, { cookie, 'x-csrf-token': csrf }, 'DELETE')).toBe(200);
  expect(await call('/session', { cookie }, 'DELETE')).toBe(403);
  expect(await call('/session', { cookie, 'x-csrf-token': csrf }, 'DELETE')).toBe(200);
  expect(await call('/api/balance', { cookie })).toBe(401);
  const form = await fetch(`${service.url}/web/session`, { method: 'POST', body: new URLSearchParams({ token: 'x' }) });
  expect(form.status).toBe(415);
});

describe.runIf(hasBrowser)('the page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  test('lists scenarios, sessions, bots and balance, shows a session and cancels a bot', async () => {
    const page = await browser.open(`${service.url}/`);
    await page.getByLabel('API token').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('This token is not valid.').waitFor();
    await page.getByLabel('API token').fill(service.tokens[0] ?? '');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('123.45 EUR').waitFor();
    expect(await page.getByRole('region', { name: 'Scenarios' }).textContent()).toContain('Ask for a raise');
    expect(await page.evaluate('document.cookie + JSON.stringify(localStorage)')).toBe('{}');
    await page.getByRole('region', { name: 'Sessions' }).getByRole('link').first().click();
    await page.getByText('Go ahead.').waitFor();
    expect(await page.getByRole('region', { name: 'Session' }).textContent()).toContain('Participation');
    await page.getByRole('link', { name: 'All sessions' }).click();
    const bots = page.getByRole('region', { name: 'Meeting bots' });
    await bots.getByRole('button', { name: 'Cancel' }).first().click();
    await bots.getByText('3 meeting bots').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API token').waitFor();
    // The test causes these two errors: there is no session at first, and then the token is wrong.
    expect(browser.complaints.filter((text) => !text.includes('401'))).toEqual([]);
  });
});
