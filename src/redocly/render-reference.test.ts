import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { effort } from '../../test/effort.js';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import type { JsonObject } from '../model/element.js';
import { renderReference } from './render-reference.js';

const description = {
  openapi: '3.1.1',
  info: { title: 'Things </script> {{title}}', version: '1', description: 'All about *things*.' },
  paths: { '/things': { get: { summary: 'List things', responses: { '200': { description: 'ok' } } } } },
};

// build-docs writes the end tags inside its bundle in a different form.
const redocly = createRequire(createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js'));
const bundle = readFileSync(
  join(dirname(redocly.resolve('../package.json')), 'lib/chunks/redoc.standalone.js'),
  'utf8',
);
const renderer = bundle.replace(/<\/(script)/gi, '<\\/$1');

/** Renders a page, and returns it without the renderer, which it contains once. */
async function render(from: JsonObject, diagnostics = new Diagnostics()): Promise<string> {
  const page = (await renderReference(from, 60, diagnostics)) ?? '';
  const parts = page.split(renderer);
  expect(parts.length).toBe(2);
  return parts.join('');
}

test('the page contains the description and the renderer', async () => {
  const page = await render(description);
  expect(page).toContain('All about <em>things</em>.');
  const [, definition = ''] = /const __redoc_definition = (.*);\n/.exec(page) ?? [];
  expect(JSON.parse(definition)).toMatchObject(description);
  expect(page).not.toMatch(/https:\/\/cdn/);
});

test('a reference inside an example adds no file to the page', async () => {
  const secret = join(tmpdir(), 'lacuna-secret.json');
  writeFileSync(secret, '{ "word": "never-to-be-shown" }');
  onTestFinished(() => rmSync(secret));
  const example = { $ref: '../lacuna-secret.json' };
  const content = { 'application/json': { example, schema: { default: example } } };
  const paths = { '/a': { get: { responses: { 200: { description: 'Fine', content } } } } };
  const diagnostics = new Diagnostics();
  const page = await render({ ...description, paths }, diagnostics);
  expect(diagnostics.list).toEqual([]);
  expect(page).toContain('lacuna-secret.json');
  expect(page).not.toContain('never-to-be-shown');
});

// `test/reproducible.test.ts` compares this page too, in `npm test`.
test.skipIf(effort === 'part')(
  'the page is the same in another folder, locale and time zone, and no temporary file remains',
  async () => {
    const first = await renderReference(description, 60, new Diagnostics());
    const elsewhere = mkdtempSync(join(tmpdir(), 'lacuna-elsewhere-'));
    onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }));
    for (const [name, value] of Object.entries({ TMPDIR: elsewhere, LC_ALL: 'tr_TR.UTF-8', TZ: 'Pacific/Chatham' })) {
      vi.stubEnv(name, value);
    }
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    expect(await renderReference(description, 60, new Diagnostics())).toEqual(first);
    // In Node 22 and later, all programs store compiled modules in the folder of temporary files.
    expect(readdirSync(elsewhere).filter((name) => name !== 'node-compile-cache')).toEqual([]);
  },
);

test('a description that Redocly refuses is a finding', async () => {
  const diagnostics = new Diagnostics();
  expect(await renderReference({ title: 'no OpenAPI' }, 60, diagnostics)).toBeUndefined();
  expect(diagnostics.list.map(({ code }) => code)).toEqual(['redocly-failed']);
  expect(diagnostics.list[0]?.message).not.toMatch(/\n|╔|\.js:\d/);
});

test('bidirectional controls are shown as numbers, and references keep their targets', async () => {
  const schema = { $ref: '#/components/schemas/a%E2%80%AEb' };
  const responses = { 200: { description: 'ok', content: { 'a/b': { schema } } } };
  const page = await render({
    ...description,
    info: { title: 'T\u202e', version: '1' },
    paths: { '/a': { get: { operationId: 'get\u2066', responses } } },
    components: { schemas: { 'a\u202eb': { enum: ['\u202d'], properties: { '\u202e': { type: 'string' } } } } },
  });
  expect(page).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  expect(page).toContain('T[U+202E]');
  expect(page).toContain('"$ref":"#/components/schemas/a[U+202E]b"');
  expect(page).toContain('"a[U+202E]b":{"enum":["[U+202D]"],"properties":{"[U+202E]":');
});
