import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { defaultLimits, type Limits } from '../document/limits.js';
import { readDocument } from '../document/read-document.js';
import { lintDocument, listOwnRules } from './lint-document.js';

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
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

async function lintFolder(folder: string, limits: Partial<Limits> = {}): Promise<Diagnostics> {
  const diagnostics = new Diagnostics();
  const document = readDocument(join(folder, 'spec/openapi.yaml'), diagnostics);
  if (!document || diagnostics.hasErrors) throw new Error(JSON.stringify(diagnostics.list));
  await lintDocument(document, folder, { ...defaultLimits, redoclySeconds: 60, ...limits }, diagnostics);
  return diagnostics;
}

function lint(files: { readonly [name: string]: string }, limits?: Partial<Limits>): Promise<Diagnostics> {
  return lintFolder(makeFolder({ 'spec/openapi.yaml': description, 'spec/things.yaml': responses, ...files }), limits);
}

test('findings of Redocly are reported with rule, place and suggestion', async () => {
  const { list } = await lint({ 'redocly.yaml': 'rules: { struct: error }\n' });
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

test('a rule that only warns does not stop the run', async () => {
  const diagnostics = await lint({
    'redocly.yaml': 'rules: { info-license: warn }\n',
    'spec/openapi.yaml': description.replace('sumary', 'summary'),
    'spec/things.yaml': "'200': { description: ok }\n",
  });
  expect(diagnostics.list.map(({ code }) => code)).toEqual(['lint-warning']);
  expect(diagnostics.hasErrors).toBe(false);
});

test('without redocly.yaml, nothing is linted', async () => {
  expect((await lint({})).list).toEqual([]);
});

test('an unreadable redocly.yaml is a finding', async () => {
  const { list } = await lint({ 'redocly.yaml': 'rules: {x\n' });
  expect(list[0]).toMatchObject({ code: 'yaml-syntax', origin: { file: '../redocly.yaml' } });
  const failed = (await lint({ 'redocly.yaml': 'extends: [nothing]\n' })).list;
  expect(failed.map(({ code, origin }) => ({ code, origin }))).toEqual([{ code: 'redocly-failed', origin: undefined }]);
  expect(failed[0]?.message).toContain('there is no such built-in config');
  expect(failed[0]?.message).not.toMatch(/\n|╔|Deprecation/);
});

test('a rule that only comes from `extends` is a warning', async () => {
  const { list, hasErrors } = await lint({ 'redocly.yaml': 'extends: [spec]\n' });
  expect(list[0]).toMatchObject({ code: 'lint-warning', message: 'Property `sumary` is not expected here (struct)' });
  expect(hasErrors).toBe(false);
});

test.each([
  ['rules: { struct: error }', ['struct']],
  ['oas3_1Rules: { struct: { severity: error } }', ['struct']],
  ['apis: { a: { root: spec/openapi.yaml, rules: { struct: error } } }', ['struct']],
  ['apis: { a: { root: spec/other.yaml, rules: { struct: error } } }', []],
  ['extends: [recommended]', []],
  ['rules: null', []],
])('the rules that `%s` sets by name', (text, names) => {
  expect([...listOwnRules(parse(text), '/project', '/project/spec/openapi.yaml')]).toEqual(names);
});

test('the settings of redocly.yaml for single files apply: rules of one API, ignored findings, plugins', async () => {
  const plugin = `export default () => ({ id: 'own', rules: { oas3: { title: () => ({
    Info: (info, { report, location }) => report({ message: info.title, location: location.child('title') }),
  }) } } });`;
  const { list } = await lint({
    'redocly.yaml':
      'plugins: [./own.mjs]\napis: { a: { root: spec/openapi.yaml, rules: { own/title: warn, struct: error } } }\n',
    'own.mjs': plugin,
    '.redocly.lint-ignore.yaml': "spec/openapi.yaml:\n  struct: ['#/paths/~1things/get/sumary']\n",
  });
  const found = list.map(({ message, origin }) => `${origin?.file}#${origin?.pointer} ${message}`);
  expect(found).toContain('openapi.yaml#/info/title Things (own/title)');
  expect(found.filter((line) => line.includes('sumary'))).toEqual([]);
  expect(found.filter((line) => line.startsWith('things.yaml#/200/wrong'))).toHaveLength(1);
});

test('Redocly reads only the files of the description, and no URL', async () => {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests++;
    response.end('{ "description": "fetched" }');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const secret = makeFolder({ 'secret.json': '{ "word": "never-shown" ' });
  const schema = (text: string): string => `{ type: object, ${text} }`;
  const folder = makeFolder({
    'redocly.yaml': 'extends: [all]\nrules: { no-unresolved-refs: error }\n',
    'spec/openapi.yaml': `openapi: 3.1.1
info: { title: Things, version: '1', x-note: { $ref: '${secret}/secret.json' }, x-page: { $ref: 'http://127.0.0.1:${port}/x' } }
paths:
  /things:
    get:
      responses:
        '200':
          description: Fine
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Thing' }
              examples:
                one: { value: { $ref: 'http://127.0.0.1:${port}/example' } }
                two: { externalValue: 'http://127.0.0.1:${port}/external' }
                three: { externalValue: '${secret}/secret.json' }
x-webhooks:
  thing:
    post:
      requestBody: { content: { application/json: { schema: ${schema(`discriminator: { propertyName: a, mapping: { b: '${secret}/secret.json' } }`)} } } }
components:
  schemas:
    Thing: ${schema(`default: { $ref: '${secret}/secret.json' }, properties: { part: { $ref: 'http://127.0.0.1:${port}/part' } }`)}
    Part: { $id: 'http://127.0.0.1:${port}/part', type: string }
`,
  });
  const list = (await lintFolder(folder)).list.filter(({ code }) => code.startsWith('lint-'));
  expect(list.length).toBeGreaterThan(0);
  expect(list.some(({ origin }) => origin?.pointer.endsWith('/examples/one/value/$ref'))).toBe(true);
  expect(list.filter(({ origin }) => origin?.file !== undefined && origin.file !== 'openapi.yaml')).toEqual([]);
  expect(JSON.stringify(list)).not.toMatch(/never-shown|secret\.json|Can't resolve/);
  expect(requests).toBe(0);
});

test('what redocly.yaml names is refused as references are, with its place', async () => {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests++;
    response.end('rules: { struct: error }');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.yaml`;
  const secret = makeFolder({ 'secret.yaml': 'rules: { never-shown: }}\n', 'plugin.mjs': 'throw new Error("ran");' });
  const folder = makeFolder({
    'spec/openapi.yaml': description,
    'spec/things.yaml': responses,
    'redocly.yaml': `extends: [minimal, '${address}', ../outside.yaml, nested/rules.yaml, link.yaml, gone.yaml]
apis: { a: { root: spec/openapi.yaml, extends: ['${address}'] } }
rules: { $ref: '${address}#/rules' }
plugins: ['${address}', ${secret}/plugin.mjs, link.mjs, absent-package]
`,
    'nested/rules.yaml': `plugins: [../../x.mjs]\nrules: { $ref: '${secret}/secret.yaml' }\n`,
  });
  symlinkSync(join(secret, 'secret.yaml'), join(folder, 'link.yaml'));
  symlinkSync(join(secret, 'plugin.mjs'), join(folder, 'link.mjs'));
  const { list } = await lintFolder(folder);
  expect(list.map(({ code }) => code)).toEqual(list.map(() => 'lint-reference'));
  expect(list.map(({ origin, message }) => `${origin?.file}#${origin?.pointer} ${message}`).sort()).toEqual(
    [
      `redocly.yaml#/apis/a/extends/0 '${address}' is an address, but only 'lacuna fetch' uses the network`,
      `redocly.yaml#/extends/1 '${address}' is an address, but only 'lacuna fetch' uses the network`,
      `redocly.yaml#/extends/2 '../outside.yaml' leads to a file outside the folder of 'redocly.yaml'`,
      `redocly.yaml#/extends/4 'link.yaml' leads to a file outside the folder of 'redocly.yaml'`,
      `redocly.yaml#/extends/5 there is no file 'gone.yaml'`,
      `redocly.yaml#/plugins/0 '${address}' is an address, but only 'lacuna fetch' uses the network`,
      `redocly.yaml#/plugins/1 '${secret}/plugin.mjs' leads to a file outside the folder of 'redocly.yaml'`,
      `redocly.yaml#/plugins/2 'link.mjs' leads to a file outside the folder of 'redocly.yaml'`,
      `redocly.yaml#/rules/$ref '${address}' is an address, but only 'lacuna fetch' uses the network`,
      `nested/rules.yaml#/plugins/0 '../../x.mjs' leads to a file outside the folder of 'redocly.yaml'`,
      `nested/rules.yaml#/rules/$ref '${secret}/secret.yaml' leads to a file outside the folder of 'redocly.yaml'`,
    ]
      .map((line) => `../${line}`)
      .sort(),
  );
  expect(requests).toBe(0);
});

test('configurations that redocly.yaml names apply, within the limits of the description', async () => {
  const files = {
    'redocly.yaml': 'extends: [nested/rules.yaml]\n',
    'nested/rules.yaml': "extends: [./more.yaml]\nrules: { $ref: 'own.yaml#/some' }\n",
    'nested/more.yaml': 'rules: { no-empty-servers: warn }\n',
    'nested/own.yaml': 'some: { info-license: warn }\n',
  };
  const { list } = await lint(files);
  expect(list.map(({ message }) => /\((.*)\)$/.exec(message)?.[1])).toContain('info-license');
  const refused = await lint({ ...files, 'nested/more.yaml': '#'.repeat(2000) }, { fileBytes: 1000 });
  expect(refused.list).toMatchObject([{ code: 'file-size-limit', origin: { file: '../nested/rules.yaml' } }]);
});

test('the code of a plugin has no network, and Redocly opens no other files', async () => {
  const secret = makeFolder({ 'secret.txt': 'never-shown' });
  const plugin = `import { promises } from 'node:fs';
const show = (promise) => promise.then(() => 'open', (error) => error.cause?.message ?? error.message);
export default async () => {
  const found = [await show(fetch('http://127.0.0.1:12345')), await show(promises.readFile('${secret}/secret.txt', 'utf8'))];
  return { id: 'own', rules: { oas3: { title: () => ({ Info: (_info, { report, location }) => report({ message: found.join(), location }) }) } } };
};`;
  const { list } = await lint({
    'redocly.yaml': 'plugins: [own.mjs]\nrules: { own/title: warn }\n',
    'own.mjs': plugin,
  });
  expect(list.find(({ message }) => message.endsWith('(own/title)'))?.message).toBe(
    `lacuna does not let Redocly use the network,lacuna does not let Redocly read '${secret}/secret.txt' (own/title)`,
  );
});

test('a description that is a link is linted completely, with files to which references lead in other ways', async () => {
  const folder = makeFolder({
    'redocly.yaml': 'rules: { no-unresolved-refs: error, struct: error }\n',
    'spec/real/openapi.yaml': `openapi: 3.1.1
info: { title: Things, version: '1' }
paths:
  /a: { get: { responses: { '200': { $ref: 'an%20answer.yaml' }, '400': { $ref: './../real/an%20answer.yaml#' } } } }
components: { schemas: { Anchored: { $anchor: here, type: string }, Uses: { $ref: '#here' } } }
`,
    'spec/real/an answer.yaml': 'description: Fine\nsumary: wrong\n',
  });
  symlinkSync('real/openapi.yaml', join(folder, 'spec/openapi.yaml'));
  const { list } = await lintFolder(folder);
  expect(list.map(({ origin, message }) => [origin?.file, message])).toEqual([
    ['an answer.yaml', 'Property `sumary` is not expected here (struct)'],
  ]);
});

test('a run that takes too long is stopped', async () => {
  const files = {
    'redocly.yaml': 'plugins: [./endless.mjs]\nrules: { struct: error }\n',
    'endless.mjs': 'export default () => { for (;;); };',
  };
  const { list } = await lint(files, { redoclySeconds: 1 });
  expect(list.map(({ code, message }) => [code, message])).toEqual([
    [
      'redocly-failed',
      expect.stringContaining('it took more than 1 s; to allow more, use --limit redoclySeconds=NUMBER'),
    ],
  ]);
});
