import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { Diagnostics } from '../../src/diagnostics/diagnostic.js';
import { readDocument } from '../../src/document/read-document.js';
import type { BuildContext } from '../../src/model-builder/context.js';
import { checkExtension } from '../../src/model-builder/gaps/check-extension.js';
import { type ExtensionPart, extensionSchemas } from '../../src/model-builder/gaps/extension-schemas.js';
import { isProductExtension } from '../../src/model-builder/gaps/product-extensions.js';
import { makeFolder } from '../make-folder.js';
import { buildDescription } from './build-description.js';

const gap = { id: 'a', kind: 'values', question: 'What?', source: 'document, 1' };
const move = { from: 'a', operation: 'b', to: 'c' };
const pages = { parameters: { page: 'p' }, response: { items: 'i' } };
const resolved = { id: 'a', answer: 'b', source: 'c', date: '2025-12-31' };

const without = (value: object, name: string): object =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
const lackingEach = (value: object): object[] => Object.keys(value).map((name) => without(value, name));

const rows: { readonly [E in ExtensionPart]: readonly [valid: readonly unknown[], invalid: readonly unknown[]] } = {
  'x-not-shown': [
    [['a'], [gap, 'a']],
    [[], 'a', {}, [1], [['a']]],
  ],
  id: [
    ['a', '1', 'order-2-status'],
    ['', 'A', 'a_b', '-a', 'a-', 'a--b', 'a b', 1],
  ],
  gap: [
    [
      gap,
      { ...gap, known: 'x', guess: 'y', owner: 'z', issue: 'https://a.test/1', since: '2025-01-01', 'x-own': 1 },
      { ...gap, known: ['x', 'y'] },
    ],
    [
      ...lackingEach(gap),
      { ...gap, id: 'A' },
      { ...gap, kind: 'mistake' },
      { ...gap, question: ' ' },
      { ...gap, source: '' },
      { ...gap, known: [] },
      { ...gap, known: [' '] },
      { ...gap, known: ' ' },
      { ...gap, guess: 1 },
      { ...gap, owner: '' },
      { ...gap, issue: 'ftp://a.test' },
      { ...gap, issue: 'https:///a' },
      { ...gap, issue: 'see https://a.test' },
      { ...gap, issue: 'https://a b' },
      { ...gap, since: 'yesterday' },
      { ...gap, mistake: 'x' },
      { ...gap, 'of-x-own': 1 },
      ['a'],
    ],
  ],
  'x-source': [
    ['document, 1', ['document, 1', 'document, 2']],
    ['', ' ', [], [''], ['a', ' '], 1, {}, [1]],
  ],
  'x-transitions': [
    [[move], [{ ...move, to: null, effect: 'e', condition: 'c' }, move]],
    [
      ...lackingEach(move).map((one) => [one]),
      [],
      move,
      [{ ...move, from: ' ' }],
      [{ ...move, to: ' ' }],
      [{ ...move, to: 1 }],
      [{ ...move, operation: '' }],
      [{ ...move, effect: '' }],
      [{ ...move, condition: 1 }],
      [{ ...move, mistake: 'x' }],
    ],
  ],
  'x-requires': [[{ header: 'If-Match' }], [{}, { header: ' ' }, { header: 'a', mistake: 'x' }, 'If-Match', []]],
  'x-pagination': [
    [
      pages,
      { parameters: { limit: 'l' }, response: { items: 'i', total: 't', page: 'p', limit: 'l' } },
      { ...pages, parameters: { page: 'p', limit: 'l' } },
    ],
    [
      ...lackingEach(pages),
      { ...pages, mistake: 'x' },
      { ...pages, parameters: {} },
      { ...pages, parameters: { page: ' ' } },
      { ...pages, parameters: { limit: 1 } },
      { ...pages, parameters: { page: 'p', items: 'i' } },
      { ...pages, response: {} },
      { ...pages, response: { items: '' } },
      { ...pages, response: { items: 'i', total: ' ' } },
      { ...pages, response: { items: 'i', page: ' ' } },
      { ...pages, response: { items: 'i', mistake: 'x' } },
      'page',
    ],
  ],
  'x-identifier': [
    ['a', '_', '$a1', 'é', 'Order'],
    ['', '1a', 'a-b', 'a b', 'a.b', 1],
  ],
  'x-resolved': [
    // An answer in an overlay can lack a date.
    [[], [resolved, { ...resolved, date: '2025-10-09' }], [{ ...resolved, date: undefined }]],
    [
      ...lackingEach({ id: 'a', answer: 'b', source: 'c' }).map((one) => [one]),
      resolved,
      [{ ...resolved, id: 'A' }],
      [{ ...resolved, answer: ' ' }],
      [{ ...resolved, source: '' }],
      [{ ...resolved, date: '2025-13-01' }],
      [{ ...resolved, date: '2025-00-01' }],
      [{ ...resolved, date: '2025-01-32' }],
      [{ ...resolved, date: '2025-1-1' }],
      [{ ...resolved, date: '12025-01-01' }],
      [{ ...resolved, date: '2025-01-01T00:00' }],
      [{ ...resolved, mistake: 'x' }],
    ],
  ],
};

test.each(Object.keys(rows) as ExtensionPart[])('%s: valid values are accepted and all others are reported', (part) => {
  const [valid, invalid] = rows[part];
  const folder = makeFolder({ 'openapi.yaml': "openapi: 3.1.1\ninfo: { title: T, version: '1' }\npaths: {}\n" });
  const document = readDocument(join(folder, 'openapi.yaml'), new Diagnostics());
  const origin = { file: join(folder, 'openapi.yaml'), pointer: '/x' };
  const check = (value: unknown): readonly [boolean, number] => {
    const diagnostics = new Diagnostics();
    const report: BuildContext['report'] = (code, place, parameters) => diagnostics.report(code, place, parameters);
    const context = { report, document } as unknown as BuildContext;
    return [checkExtension(context, origin, part, value), diagnostics.list.length];
  };
  expect(valid.map((value) => [value, ...check(value)])).toEqual(valid.map((value) => [value, true, 0]));
  expect(invalid.filter((value) => check(value)[0])).toEqual([]);
  expect(invalid.filter((value) => check(value)[1] === 0)).toEqual([]);
});

// A run does not check these schemas.
test('the JSON Schemas of the extensions are valid', () => {
  const ajv = new Ajv2020();
  for (const schema of Object.values(extensionSchemas)) expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true);
});

test('the extensions of Lacuna are known, and no others', () => {
  const known = Object.keys(rows).filter((name) => name.startsWith('x-'));
  expect([...known, 'x-resolves', 'x-own', 'x-', ''].filter((name) => !isProductExtension(name))).toEqual([
    'x-own',
    'x-',
    '',
  ]);
});

// Only an action of an overlay may have it.
const misplaced = { 'x-resolves': 'a' };
const flow = { authorizationUrl: '/f', scopes: {}, ...misplaced };
const header = { schema: { type: 'string' }, ...misplaced };
const externalDocs = { url: '/d', ...misplaced };
const media = {
  schema: {
    type: 'object',
    required: ['k'],
    properties: { k: { type: 'string', ...misplaced } },
    discriminator: { propertyName: 'k', ...misplaced },
    xml: { name: 'x', ...misplaced },
    externalDocs,
    ...misplaced,
  },
  encoding: { k: { headers: { H: header }, ...misplaced } },
  examples: { e: { value: { k: 'a' }, ...misplaced } },
  ...misplaced,
};
const operation = {
  parameters: [{ name: 'p', in: 'query', ...header }],
  requestBody: { content: { 'multipart/form-data': media }, ...misplaced },
  responses: {
    200: { description: '', headers: { H: header }, links: { l: { operationId: 'o', ...misplaced } }, ...misplaced },
    ...misplaced,
  },
  externalDocs,
  ...misplaced,
};
const everywhere = {
  openapi: '3.1.1',
  info: {
    title: 'T',
    version: '1',
    contact: { name: 'n', ...misplaced },
    license: { name: 'l', ...misplaced },
    ...misplaced,
  },
  servers: [{ url: '/{a}', variables: { a: { default: 'x', ...misplaced } }, ...misplaced }],
  tags: [{ name: 't', externalDocs, ...misplaced }],
  paths: {
    '/a': {
      post: {
        operationId: 'o',
        callbacks: { c: { '{$url}': { post: operation, ...misplaced }, ...misplaced } },
        ...operation,
      },
      ...misplaced,
    },
    ...misplaced,
  },
  webhooks: { w: { post: operation, ...misplaced } },
  components: {
    securitySchemes: { s: { type: 'oauth2', flows: { implicit: flow, ...misplaced }, ...misplaced } },
    ...misplaced,
  },
  ...misplaced,
};

const listMisplaced = (value: unknown, pointer = ''): string[] =>
  Object.entries(Object(value)).flatMap(([name, member]) => {
    const inside = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (name === 'x-resolves') return [`extension-misplaced ${inside}`];
    return typeof member === 'object' ? listMisplaced(member, inside) : [];
  });

test('an extension of Lacuna is reported in every kind of object that may not have it', () => {
  const { findings } = buildDescription(JSON.stringify(everywhere));
  const found = findings.filter((finding) => finding.startsWith('extension-misplaced'));
  expect(found.sort()).toEqual(listMisplaced(everywhere).sort());
});
