import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { renderReference } from './render-reference.js';

const description = {
  openapi: '3.1.1',
  info: { title: 'Things </script> {{title}}', version: '1', description: 'All about *things*.' },
  paths: { '/things': { get: { summary: 'List things', responses: { '200': { description: 'ok' } } } } },
};

test('the page holds the description and its renderer, and asks for no logo', async () => {
  const page = await renderReference(description, new Diagnostics());
  expect(page?.body).toContain('All about <em>things</em>.');
  expect(page?.script).toContain('"summary":"List things"');
  expect(page?.script.length).toBeGreaterThan(1_000_000);
  expect(`${page?.styles}${page?.body}${page?.script}`).not.toMatch(/logo-mini/);
});

test('the page is the same from another folder, locale and time zone, and leaves nothing behind', async () => {
  const first = await renderReference(description, new Diagnostics());
  const elsewhere = mkdtempSync(join(tmpdir(), 'lacuna-elsewhere-'));
  onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }));
  for (const [name, value] of Object.entries({ TMPDIR: elsewhere, LC_ALL: 'tr_TR.UTF-8', TZ: 'Pacific/Chatham' })) {
    vi.stubEnv(name, value);
  }
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  expect(await renderReference(description, new Diagnostics())).toEqual(first);
  expect(readdirSync(elsewhere)).toEqual([]);
});

test('what Redocly refuses is a finding, not a crash', async () => {
  const diagnostics = new Diagnostics();
  expect(await renderReference({ title: 'no OpenAPI' }, diagnostics)).toBeUndefined();
  expect(diagnostics.list.map(({ code }) => code)).toEqual(['redocly-failed']);
  expect(diagnostics.list[0]?.message).not.toMatch(/\n|╔|\.js:\d/);
});
