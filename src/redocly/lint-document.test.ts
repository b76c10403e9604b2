import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { lintDocument } from './lint-document.js';

const description = `openapi: 3.1.1
info: { title: Things, version: '1' }
servers: [{ url: https://api.invalid }]
security: []
paths:
  /things:
    get:
      operationId: listThings
      sumary: List things
      responses: { $ref: things.yaml }
`;
const responses = "'200': { description: ok, wrong: 1 }\n'400': { description: no }\n";

function makeFolder(files: { readonly [name: string]: string }): string {
  const folder = mkdtempSync(join(tmpdir(), 'lacuna-lint-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'spec'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

async function lint(files: { readonly [name: string]: string }): Promise<Diagnostics> {
  const folder = makeFolder({ 'spec/openapi.yaml': description, 'spec/things.yaml': responses, ...files });
  const diagnostics = new Diagnostics();
  await lintDocument(join(folder, 'spec/openapi.yaml'), folder, diagnostics);
  return diagnostics;
}

test('what Redocly finds is told with rule, place and what may have been meant', async () => {
  const { list } = await lint({ 'redocly.yaml': 'extends: [recommended]\nrules: { info-license: off }\n' });
  const misspelt = list.find(({ origin }) => origin?.pointer === '/paths/~1things/get/sumary');
  expect(misspelt).toMatchObject({
    code: 'lint-error',
    severity: 'error',
    origin: { file: 'openapi.yaml' },
    at: 'key',
    message: 'Property `sumary` is not expected here (struct)',
    hint: "did you mean 'summary'?",
  });
  expect(list.some(({ origin }) => origin?.file === 'things.yaml' && origin.pointer === '/200/wrong')).toBe(true);
});

test('a rule that only warns stops nothing', async () => {
  const diagnostics = await lint({
    'redocly.yaml': 'rules: { info-license: warn }\n',
    'spec/openapi.yaml': description.replace('sumary', 'summary'),
    'spec/things.yaml': "'200': { description: ok }\n",
  });
  expect(diagnostics.list.map(({ code }) => code)).toEqual(['lint-warning']);
  expect(diagnostics.hasErrors).toBe(false);
});

test('without redocly.yaml nothing is linted', async () => {
  expect((await lint({})).list).toEqual([]);
});

test('rules that cannot be read are a finding, not a crash', async () => {
  const { list } = await lint({ 'redocly.yaml': 'rules: {x\n' });
  expect(list.map(({ code, origin }) => ({ code, origin }))).toEqual([{ code: 'redocly-failed', origin: undefined }]);
  expect(list[0]?.message).toContain('Failed to load the configuration file');
  expect(list[0]?.message).not.toMatch(/\n|╔|Deprecation/);
});
