import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import type { Change } from '../../src/changes/list-changes.js';
import { Diagnostics } from '../../src/diagnostics/diagnostic.js';
import type { Origin } from '../../src/diagnostics/origin.js';
import { readDocument } from '../../src/document/read-document.js';
import { buildArticle } from '../../src/emitters/reference/article/build-article.js';
import type { Api } from '../../src/model/api.js';
import { buildApi } from '../../src/model-builder/api.js';
import { emitWithoutRedoc } from '../emit-without-redoc.js';
import { makeFolder } from '../make-folder.js';

type Json = { readonly [key: string]: unknown };

function build(parts: Json, name: string): Api {
  const text = stringify(
    { openapi: '3.1.0', info: { title: '-', version: '1' }, ...parts },
    { aliasDuplicateObjects: false },
  );
  const diagnostics = new Diagnostics();
  const document = readDocument(`${makeFolder({ [name]: text })}/${name}`, diagnostics);
  const api = document && buildApi(document, diagnostics);
  if (!api || diagnostics.hasErrors) throw new Error(JSON.stringify(diagnostics.list, undefined, 2));
  return api;
}

function compare(last: Json, now: Json): readonly Change[] {
  const locate = ({ pointer }: Origin): string => pointer;
  const bundle = { isExact: false, complete: {}, portable: {}, locate };
  const previous = { api: build(last, 'last.yaml'), locate };
  const input = { api: build(now, 'now.yaml'), previous, bundle, samples: new Map() };
  return buildArticle(input).changes;
}

function format({ kind, name, what, details, others, isBreaking }: Change): string {
  const list = (before: string, some: readonly string[]): string =>
    some.length > 0 ? `${before}: ${some.join('; ')}` : '';
  return `${isBreaking ? 'Breaking: ' : ''}${name}: ${kind} ${what}${list('', details)}${list('. Also', others)}`;
}

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const content = (schema: unknown): Json => ({ content: { 'application/json': { schema } } });

/** Each row: a schema before and after the change, the expected line, and in which direction it breaks callers. */
const schemaRows: readonly (readonly [
  string,
  string,
  string,
  'request' | 'response' | 'both' | 'none' | 'unchanged',
])[] = [
  ['{ type: string }', '{ type: integer }', 'type integer, was string', 'both'],
  ['{ type: integer }', '{ type: number }', 'type number, was integer', 'response'],
  ['{ type: string }', '{ type: [string, "null"] }', 'type string or null, was string', 'response'],
  ['{ type: [string, "null"] }', '{ type: ["null", string] }', '', 'unchanged'],
  ['{ type: string }', '{}', 'type string removed', 'response'],
  ['{ type: string }', '{ type: string, format: uuid }', 'format uuid added', 'request'],
  ['{ type: string, format: uuid }', '{ type: string, format: date }', 'format date, was uuid', 'both'],
  ['{ type: string, format: uuid }', '{ type: string }', 'format uuid removed', 'response'],
  ['{ type: integer, format: int32 }', '{ type: integer, format: int64 }', 'format int64, was int32', 'response'],
  ['{ type: number, format: double }', '{ type: number, format: float }', 'format float, was double', 'request'],
  [
    '{ type: string, format: uri }',
    '{ type: string, format: uri-reference }',
    'format uri-reference, was uri',
    'response',
  ],
  ['{ dependentRequired: { a: [b, c], d: [e] } }', '{ dependentRequired: { d: [e], a: [c, b] } }', '', 'unchanged'],
  ['{ enum: [a, b] }', '{ enum: [a] }', 'value "b" removed', 'request'],
  ['{ enum: [b, a] }', '{ enum: [a, b, c] }', 'value "c" added', 'response'],
  ['{ const: a }', '{ enum: [a, c] }', 'value "c" added', 'response'],
  ['{ type: string }', '{ type: string, enum: [a] }', 'limited to the values "a"', 'request'],
  ['{ type: string, const: a }', '{ type: string }', 'no longer limited to the values "a"', 'response'],
  ['{ maximum: 10 }', '{ maximum: 5 }', 'maximum 5, was 10', 'request'],
  ['{ maximum: 5 }', '{}', 'maximum 5 removed', 'response'],
  ['{ exclusiveMinimum: 1 }', '{ exclusiveMinimum: 0 }', 'exclusiveMinimum 0, was 1', 'response'],
  ['{}', '{ minLength: 1 }', 'minLength 1 added', 'request'],
  ['{ multipleOf: 2 }', '{ multipleOf: 4 }', 'multipleOf 4, was 2', 'request'],
  ['{ multipleOf: 2 }', '{ multipleOf: 3 }', 'multipleOf 3, was 2', 'both'],
  ['{ pattern: a }', '{ pattern: b }', 'pattern b, was a', 'both'],
  ['{ uniqueItems: true }', '{ uniqueItems: false }', 'no longer uniqueItems', 'response'],
  [
    '{ contains: { type: string } }',
    '{ contains: { type: string }, minContains: 0 }',
    'minContains 0 added',
    'response',
  ],
  [
    '{ dependentRequired: { a: [b] } }',
    '{ dependentRequired: { a: [c] } }',
    'dependentRequired a requires c, was a requires b',
    'both',
  ],
  ['{ default: 1 }', '{ default: 2 }', 'default 2, was 1', 'none'],
  ['{}', '{ deprecated: true }', 'deprecated', 'none'],
  ['{}', '{ xml: { name: a } }', 'xml {"name":"a"} added', 'both'],
  ['{ title: a, examples: [1] }', '{ title: b, description: c, examples: [2] }', 'texts changed', 'none'],
  [
    '{ properties: { a: { description: a }, b: {} } }',
    '{ properties: { b: {}, a: { description: b } } }',
    'texts changed',
    'none',
  ],
  ['{ properties: { a: {} } }', '{ properties: { a: {}, b: {} } }', 'field b added', 'none'],
  [
    '{ properties: { a: {} }, additionalProperties: false }',
    '{ properties: { a: {}, b: {} }, additionalProperties: false }',
    'field b added',
    'response',
  ],
  [
    '{ properties: { a: {} } }',
    '{ properties: { a: {}, b: {} }, required: [b] }',
    'field b added, required',
    'request',
  ],
  ['{ properties: { a: {} } }', '{}', 'field a removed', 'both'],
  ['{ properties: { a: {} } }', '{ properties: { a: {} }, required: [a] }', 'field a is now required', 'request'],
  ['{ required: [a] }', '{}', 'field a is now optional', 'response'],
  ['{ required: [a, b] }', '{ required: [b, a] }', '', 'unchanged'],
  [
    '{ properties: { a: { type: string } } }',
    '{ properties: { a: { type: integer } } }',
    'field a: type integer, was string',
    'both',
  ],
  [
    '{ properties: { a: { readOnly: true, type: string } } }',
    '{ properties: { a: { readOnly: true, type: integer } } }',
    'field a: type integer, was string',
    'response',
  ],
  [
    '{ properties: { a: { writeOnly: true, type: string } } }',
    '{ properties: { a: { writeOnly: true, type: integer } } }',
    'field a: type integer, was string',
    'request',
  ],
  ['{ properties: { a: {} } }', '{ properties: { a: { readOnly: true } } }', 'field a: readOnly', 'request'],
  ['{ properties: { a: {} } }', '{ properties: { a: { writeOnly: true } } }', 'field a: writeOnly', 'response'],
  [
    '{ properties: { a: { properties: { b: { type: string } } } } }',
    '{ properties: { a: { properties: { b: { type: [string, "null"] } } } } }',
    'field a, field b: type string or null, was string',
    'response',
  ],
  ['{}', '{ additionalProperties: false }', 'other fields: no longer allowed', 'request'],
  [
    '{ additionalProperties: false }',
    '{ additionalProperties: { type: string } }',
    'other fields: now allowed',
    'response',
  ],
  ['{ additionalProperties: true }', '{}', '', 'unchanged'],
  ['{ patternProperties: { "^a": { type: string } } }', '{}', 'fields that match ^a: type string removed', 'response'],
  ['{ items: { type: string } }', '{ items: { type: integer } }', 'each item: type integer, was string', 'both'],
  ['{}', '{ items: { $ref: "#/components/schemas/A" } }', 'each item: type A added', 'request'],
  [
    '{ items: { $ref: "#/components/schemas/A" } }',
    '{ items: { $ref: "#/components/schemas/B" } }',
    'each item: type B, was A',
    'both',
  ],
  ['{ items: { type: object } }', '{ items: { $ref: "#/components/schemas/A" } }', '', 'unchanged'],
  ['{ $ref: "#/components/schemas/A" }', '{ allOf: [{ $ref: "#/components/schemas/A" }] }', '', 'unchanged'],
  [
    '{ prefixItems: [{ type: string }] }',
    '{ prefixItems: [{ type: string }, { type: string }] }',
    'item 2: type string added',
    'request',
  ],
  [
    '{ oneOf: [{ type: string }, { type: "null" }] }',
    '{ oneOf: [{ type: "null" }, { type: string }, { type: integer }] }',
    'one of integer added',
    'response',
  ],
  ['{ oneOf: [{ const: a }, { const: b }] }', '{ oneOf: [{ const: a }] }', 'one of "b" removed', 'request'],
  [
    '{ anyOf: [{ $ref: "#/components/schemas/A" }, { type: string }] }',
    '{ anyOf: [{ type: string }] }',
    'any of A removed',
    'request',
  ],
  ['{}', '{ anyOf: [{ type: string }] }', 'any of string added', 'request'],
  [
    '{ allOf: [{ type: object }, { $ref: "#/components/schemas/A" }] }',
    '{ allOf: [{ $ref: "#/components/schemas/A" }, { type: object }] }',
    '',
    'unchanged',
  ],
  [
    '{ type: object, allOf: [{ minProperties: 1 }] }',
    '{ type: object, allOf: [{ minProperties: 1 }, { $ref: "#/components/schemas/A" }] }',
    'all of A: type A added',
    'request',
  ],
  ['{ not: { maximum: 5 } }', '{ not: { maximum: 6 } }', 'not: maximum 6, was 5', 'both'],
  [
    '{ discriminator: { propertyName: a }, oneOf: [{ $ref: "#/components/schemas/A" }] }',
    '{ discriminator: { propertyName: b }, oneOf: [{ $ref: "#/components/schemas/A" }] }',
    'discriminator b, was a',
    'both',
  ],
  [
    '{ items: { $ref: "#/components/schemas/A" } }',
    '{ items: { anyOf: [{ $ref: "#/components/schemas/A" }, { type: "null" }] } }',
    'each item: type null added',
    'response',
  ],
];

test('the list shows each change of a schema, and in which direction it breaks callers', () => {
  const describe = (index: 0 | 1): Json => {
    const schemas = schemaRows.map((row) => parse(row[index]) as Json);
    const named = (name: string): [string, Json][] => schemas.map((schema, row) => [`${name}${row}`, schema]);
    const paths = schemas.map((_schema, row): [string, Json] => [
      `/${row}`,
      {
        post: {
          requestBody: content(ref(`Sent${row}`)),
          responses: { 200: { description: '-', ...content(ref(`Got${row}`)) } },
        },
      },
    ]);
    const all = [...named('Sent'), ...named('Got'), ...named('Unused')];
    const others = { A: { type: 'object' }, B: { type: 'object' } };
    return { paths: Object.fromEntries(paths), components: { schemas: { ...Object.fromEntries(all), ...others } } };
  };
  const expected = schemaRows.flatMap(([, , line, breaking], row) =>
    breaking === 'unchanged'
      ? []
      : [
          `${breaking === 'request' || breaking === 'both' ? 'Breaking: ' : ''}Sent${row}: schema changed: ${line}`,
          `${breaking === 'response' || breaking === 'both' ? 'Breaking: ' : ''}Got${row}: schema changed: ${line}`,
          `Unused${row}: schema changed: ${line}`,
        ],
  );
  expect(compare(describe(0), describe(1)).map(format).sort()).toEqual(expected.sort());
});

const typed = (type: string, more: Json = {}): Json => ({ schema: { type }, ...more });
const limit = (more: Json): Json => ({ parameters: [{ name: 'limit', in: 'query', schema: {}, ...more }] });
const body = (more: Json): Json => ({ requestBody: { ...content({}), ...more } });
const response = (more: Json, status = '200'): Json => ({ responses: { [status]: { description: '-', ...more } } });
const header = (more: Json): Json => response({ headers: { 'X-Rate': { schema: {}, ...more } } });
const inline = (schema: Json): Json => response(content(schema));
const oauth = (...scopes: string[]): Json => ({ security: [{ oauth: scopes }] });

/** Each row: the members of an operation before and after the change, the expected line, and whether it breaks callers. */
const operationRows: readonly (readonly [Json, Json, string, boolean])[] = [
  [{}, { deprecated: true }, 'deprecated', false],
  [{ description: 'a' }, { description: 'b' }, 'texts changed', false],
  [{ tags: ['A', 'B'] }, { tags: ['A', 'C'] }, 'further tag B removed; further tag C added', false],
  [{ servers: [{ url: '/a' }] }, { servers: [{ url: '/b' }] }, 'servers /b, was /a', true],
  [{}, limit({}), 'parameter limit (query) added', false],
  [{}, limit({ required: true }), 'parameter limit (query) added, required', true],
  [limit({}), {}, 'parameter limit (query) removed', true],
  [limit({}), limit({ required: true }), 'parameter limit (query) is now required', true],
  [limit({ required: true }), limit({}), 'parameter limit (query) is now optional', false],
  [
    limit({ schema: { maximum: 10 } }),
    limit({ schema: { maximum: 5 } }),
    'parameter limit (query): maximum 5, was 10',
    true,
  ],
  [
    limit({ schema: { maximum: 5 } }),
    limit({ schema: { maximum: 10 } }),
    'parameter limit (query): maximum 10, was 5',
    false,
  ],
  [limit({ explode: true }), limit({ explode: false }), 'parameter limit (query): no longer exploded', true],
  [limit({ description: 'a' }), limit({ description: 'b' }), 'texts changed', false],
  [{}, body({}), 'body added', false],
  [{}, body({ required: true }), 'body added, required', true],
  [body({ required: true }), body({}), 'body is now optional', false],
  [
    body({}),
    body({ content: { 'text/plain': {} } }),
    'body: media type application/json removed. Also: body: media type text/plain added',
    true,
  ],
  [body(content({ type: 'integer' })), body(content({ type: 'number' })), 'body: type number, was integer', false],
  [body(content(ref('A'))), body(content(ref('B'))), 'body: type B, was A', true],
  [response({}), response({}, '404'), 'response 200 removed. Also: response 404 added', true],
  [inline({ type: 'integer' }), inline({ type: 'number' }), 'response 200: type number, was integer', true],
  [inline({}), inline({ type: 'string' }), 'response 200: type string added', false],
  [header({ required: true }), header({}), 'response 200: header x-rate is now optional', true],
  [header(typed('string')), header(typed('integer')), 'response 200, header x-rate: type integer, was string', true],
  [header({}), response({}), 'response 200: header x-rate removed', true],
  [oauth('read'), oauth('read', 'write'), 'security oauth + oauth read + oauth write, was oauth + oauth read', true],
  [oauth('read', 'write'), oauth('read'), 'security oauth + oauth read, was oauth + oauth read + oauth write', false],
  [{ security: [] }, oauth(), 'security oauth, was none', true],
];

test('the list shows each change of an operation, and whether it breaks callers', () => {
  const flows = { clientCredentials: { tokenUrl: 'https://a.invalid', scopes: { read: '-', write: '-' } } };
  const describe = (index: 0 | 1): Json => ({
    paths: Object.fromEntries(
      operationRows.map((row, name) => [
        `/${name}`,
        { post: { operationId: `op${name}`, responses: { 200: { description: '-' } }, ...row[index] } },
      ]),
    ),
    components: {
      schemas: { A: {}, B: {} },
      securitySchemes: { oauth: { type: 'oauth2', flows } },
    },
  });
  const expected = operationRows.map(
    ([, , line, isBreaking], name) => `${isBreaking ? 'Breaking: ' : ''}op${name}: operation changed: ${line}`,
  );
  expect(compare(describe(0), describe(1)).map(format).sort()).toEqual(expected.sort());
});

test('a webhook breaks callers by what it sends', () => {
  const describe = (type: string): Json => ({
    webhooks: { paid: { post: { requestBody: content({ type }), responses: { 200: { description: '-' } } } } },
  });
  const [wider] = compare(describe('integer'), describe('number'));
  const [narrower] = compare(describe('number'), describe('integer'));
  expect([wider?.isBreaking, narrower?.isBreaking]).toEqual([true, false]);
});

test('the list shows changed security schemes, tags and servers', () => {
  const describe = (name: string, description: string, url: string): Json => ({
    paths: {},
    servers: [{ url }, { url: '/{v}', variables: { v: { default: description } } }],
    tags: [{ name: 'Shop', description }],
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name } } },
  });
  expect(compare(describe('X-A', 'a', '/a'), describe('X-B', 'b', '/b')).map(format)).toEqual([
    'Breaking: key: security scheme changed: name X-B, was X-A',
    'Breaking: /a: server removed',
    'Breaking: /{v}: server changed: variable v: default b, was a',
    'Shop: tag changed: texts changed',
    '/b: server added',
  ]);
});

test('the list shows what changed about the whole API, except for the version', () => {
  const last: Json = {
    title: 'Shop',
    version: '1',
    contact: { name: 'Help', email: 'help@shop.invalid' },
    license: { name: 'MIT', identifier: 'MIT' },
  };
  const now: Json = { title: 'Store', version: '2', description: 'Sells.', contact: { name: 'Help' } };
  expect(compare({ info: last, paths: {} }, { info: now, paths: {} }).map(format)).toEqual([
    'Store: description changed: title Store, was Shop; contact Help, was Help, help@shop.invalid; licence none, was MIT; texts changed',
  ]);
  expect(compare({ info: last, paths: {} }, { info: { ...last, version: '2' }, paths: {} })).toEqual([]);
});

test('the list shows which scopes of a flow and which values of a variable changed', () => {
  const describe = (scopes: Json, values: readonly string[] | undefined): Json => ({
    paths: {},
    servers: [{ url: '/{region}', variables: { region: { default: 'eu', ...(values && { enum: values }) } } }],
    components: {
      securitySchemes: {
        oauth: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://a.invalid', scopes } } },
      },
    },
  });
  const lines = (last: Json, now: Json): string[] => compare(last, now).map(format);
  expect(lines(describe({ read: '-', write: '-' }, ['eu', 'us']), describe({ read: '-', pay: '-' }, ['eu']))).toEqual([
    'Breaking: oauth: security scheme changed: flow clientCredentials: scope write removed. Also: flow clientCredentials: scope pay added',
    'Breaking: /{region}: server changed: variable region: value us removed',
  ]);
  expect(lines(describe({}, ['eu', 'us']), describe({}, undefined))).toEqual([
    '/{region}: server changed: variable region: no longer limited to the values eu, us',
  ]);
});

test('the printed pages show a change of a component once', async () => {
  const text = (type: string): string =>
    stringify({
      openapi: '3.1.0',
      info: { title: 'Shop', version: '1' },
      paths: {
        '/a': { get: { operationId: 'getA', responses: { 200: { description: '-', ...content(ref('Pet')) } } } },
      },
      components: { schemas: { Pet: { properties: { id: { type } } } } },
    });
  const folder = makeFolder({ 'now.yaml': text('integer'), 'last.yaml': text('string') });
  const { files } = await emitWithoutRedoc({ folder, spec: 'now.yaml', previous: 'last.yaml', only: ['reference'] });
  const [, changes = ''] = (files.get('reference/reference.md') ?? '').split('Changes since version 1:');
  expect(changes.split('\n#')[0]?.trim()).toBe(
    '- *Breaking:* [Pet](#schema-pet): schema **changed**: field id: type integer, was string',
  );
});

function reverse(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverse);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, part]) => [key, reverse(part)]),
  );
}

test('a changed schema that is not a component is listed in full once', () => {
  const pets = (type: string): Json => ({ properties: { id: { type } } });
  const describe = (type: string): Json => ({
    paths: {
      '/a': { get: response(content({ $ref: '#/x-shared/Pet' })), put: response(content({ $ref: '#/x-shared/Pet' })) },
    },
    'x-shared': { Pet: pets(type) },
  });
  expect(compare(describe('integer'), describe('number')).map(format)).toEqual([
    'Breaking: GET /a: operation changed: response 200, field id: type number, was integer',
    'Breaking: PUT /a: operation changed: response 200: changed in the same way as above',
  ]);
});

test('a description under another name, in another order, lists nothing', () => {
  const description = parse(readFileSync('spec/openapi.yaml', 'utf8')) as Json;
  expect(compare(description, reverse(description) as Json)).toEqual([]);
});
