import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { effort } from '../../test/effort.js';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { encodeDirections } from '../text/encode.js';
import { renderReference } from './render-reference.js';

const description = {
  openapi: '3.1.1',
  info: { title: 'Things </script> {{title}}', version: '1', description: 'All about *things*.' },
  paths: { '/things': { get: { summary: 'List things', responses: { '200': { description: 'ok' } } } } },
};

test('the page contains the description and the renderer, and the script of the renderer does not change', async () => {
  const page = await renderReference(description, encodeDirections, 60, new Diagnostics());
  expect(page?.body).toContain('All about <em>things</em>.');
  const script = page?.script.join('') ?? '';
  expect(script).toContain('"summary":"List things"');
  expect(script.length).toBeGreaterThan(1_000_000);
  expect(`${page?.styles}${page?.body}`).not.toMatch(/https:\/\/cdn/);
  // build-docs writes the end tags inside its bundle in a different form.
  const bundle = createRequire(createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js'));
  const file = join(dirname(bundle.resolve('../package.json')), 'lib/chunks/redoc.standalone.js');
  const text = readFileSync(file, 'utf8').replace(/<\/(script)/gi, '<\\/$1');
  const [before, after] = script.split(text);
  expect(before?.trim()).toBe('');
  expect(
    after
      ?.replace(/= \{.*\};/g, '= {};')
      .replace(/\s+/g, ' ')
      .trim(),
  ).toBe(
    "const __redoc_definition = {}; const __redoc_options = {}; hydrate(__redoc_definition, __redoc_options, document.getElementById('redoc'));",
  );
});

// `test/reproducible.test.ts` compares this page too, in `npm test`.
test.skipIf(effort === 'part')(
  'the page is the same in another folder, locale and time zone, and no temporary file remains',
  async () => {
    const first = await renderReference(description, encodeDirections, 60, new Diagnostics());
    const elsewhere = mkdtempSync(join(tmpdir(), 'lacuna-elsewhere-'));
    onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }));
    for (const [name, value] of Object.entries({ TMPDIR: elsewhere, LC_ALL: 'tr_TR.UTF-8', TZ: 'Pacific/Chatham' })) {
      vi.stubEnv(name, value);
    }
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    expect(await renderReference(description, encodeDirections, 60, new Diagnostics())).toEqual(first);
    // In Node 22 and later, all programs store compiled modules in the folder of temporary files.
    expect(readdirSync(elsewhere).filter((name) => name !== 'node-compile-cache')).toEqual([]);
  },
);

test('a description that Redocly refuses is a finding', async () => {
  const diagnostics = new Diagnostics();
  expect(await renderReference({ title: 'no OpenAPI' }, encodeDirections, 60, diagnostics)).toBeUndefined();
  expect(diagnostics.list.map(({ code }) => code)).toEqual(['redocly-failed']);
  expect(diagnostics.list[0]?.message).not.toMatch(/\n|╔|\.js:\d/);
});

test('repeated parts of a description are written once, and the page shows the same content', async () => {
  const schema = {
    type: 'object',
    properties: { id: { type: 'string', description: 'It stands in many answers. '.repeat(3) } },
  };
  const content = { 'application/json': { schema, example: { __proto__x: 1, list: [1, '1', -0, [], {}] } } };
  const responses = Object.fromEntries(
    [200, 201, 400].map((status) => [status, { description: '<!-- </script>', content }]),
  );
  const whole = { ...description, paths: { '/things': { get: { responses } } } };
  const { sharedScript = [], script = [] } =
    (await renderReference(whole, encodeDirections, 60, new Diagnostics())) ?? {};
  const [definition = ''] = /const __redoc_definition = [^\n]*/.exec(script.join('')) ?? [];
  const printed = `${sharedScript.join('')}${definition}`;
  expect(runInNewContext(`${printed.replaceAll('const ', 'var ')};JSON.stringify(__redoc_definition)`)).toBe(
    JSON.stringify(whole),
  );
  expect(printed.split('It stands in many answers. It').length).toBe(2);
});

test('bidirectional controls are shown as numbers, and references keep their targets', async () => {
  const schema = { $ref: '#/components/schemas/a%E2%80%AEb' };
  const responses = { 200: { description: 'ok', content: { 'a/b': { schema } } } };
  const page = await renderReference(
    {
      ...description,
      info: { title: 'T\u202e', version: '1' },
      paths: { '/a': { get: { operationId: 'get\u2066', responses } } },
      components: { schemas: { 'a\u202eb': { enum: ['\u202d'], properties: { '\u202e': { type: 'string' } } } } },
    },
    encodeDirections,
    60,
    new Diagnostics(),
  );
  const [definition = ''] = /const __redoc_definition = [^\n]*/.exec(page?.script.join('') ?? '') ?? [];
  expect(`${page?.body}${page?.sharedScript.join('')}${definition}`).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  expect(page?.body).toContain('T[U+202E]');
  expect(definition).toContain('"$ref":"#/components/schemas/a[U+202E]b"');
  expect(definition).toContain('"a[U+202E]b":{"enum":["[U+202D]"],"properties":{"[U+202E]":');
});
