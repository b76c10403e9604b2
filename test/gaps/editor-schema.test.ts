import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { gapKinds } from '../../src/model/element.js';
import { gapPlaces } from '../../src/model-builder/gaps/product-extensions.js';
import { buildDescriptionSchema } from '../../src/package-build/build-description-schema.js';

/** In Lacuna's extensions, the JSON Schema for editors accepts and refuses the same values as Lacuna. */
const validate = new Ajv({ strict: false, allErrors: true }).compile(buildDescriptionSchema());

interface Located {
  readonly [object: string]: (value: object) => object;
}

const put = (value: object): object => ({ paths: { '/pets': { get: value } } });

/** A description with a value in an object of each kind. */
const locations: Located = {
  'OpenAPI Object': (value) => value,
  'Info Object': (info) => ({ info: { title: 'Pets', version: '1', ...info } }),
  'Server Object': (server) => ({ servers: [server] }),
  'Tag Object': (tag) => ({ tags: [tag] }),
  'Path Item Object': (item) => ({ paths: { '/pets': item } }),
  'Operation Object': put,
  'Parameter Object': (parameter) => put({ parameters: [parameter] }),
  'Request Body Object': (requestBody) => put({ requestBody }),
  'Media Type Object': (type) => put({ requestBody: { content: { 'text/plain': type } } }),
  'Response Object': (response) => put({ responses: { 200: response } }),
  'Header Object': (header) => ({ components: { headers: { A: header } } }),
  'Security Scheme Object': (scheme) => ({ components: { securitySchemes: { A: scheme } } }),
  'Schema Object': (schema) => ({ components: { schemas: { A: { properties: { b: { items: schema } } } } } }),
};

const gap = { id: 'a-1', question: 'Which?', source: '4.2' };

function isAccepted(object: string, value: object): boolean {
  const place = locations[object];
  if (!place) throw new Error(`no place for ${object}`);
  return validate({ openapi: '3.1.1', info: { title: 'Pets', version: '1' }, ...place(value) });
}

test.each(Object.keys(locations))('%s: the kinds of gaps that it can have', (object) => {
  const accepted = gapKinds.filter((kind) => isAccepted(object, { 'x-not-shown': [{ ...gap, kind }] }));
  expect(accepted).toEqual(gapKinds.filter((kind) => gapPlaces[kind].some((place) => place === object)));
  expect(isAccepted(object, { 'x-not-shown': ['a-1'], 'x-source': ['2', '3'] })).toBe(true);
});

test.each<[string, object]>([
  ['Schema Object', { 'x-not-shown': [{ ...gap, kind: 'unit', id: 'A' }] }],
  ['Schema Object', { 'x-not-shown': [{ ...gap, kind: 'unit', because: 'x' }] }],
  ['Schema Object', { 'x-not-shown': [{ ...gap, kind: 'unit', source: 4.2 }] }],
  ['Schema Object', { 'x-not-shown': [{ ...gap, kind: 'unit', issue: 'ticket' }] }],
  ['Schema Object', { 'x-not-shown': [{ id: 'a', kind: 'unit', source: '1' }] }],
  ['Schema Object', { 'x-not-shown': ['A'] }],
  ['Schema Object', { 'x-not-shown': [] }],
  ['Schema Object', { 'x-transitions': [{ from: 'a' }] }],
  ['Operation Object', { 'x-pagination': { response: { items: 'orders' } } }],
  ['Operation Object', { 'x-source': 4.2 }],
  ['Parameter Object', { 'x-requires': { header: 'A', query: 'b' } }],
  ['Operation Object', { 'x-source': [] }],
  ['Parameter Object', { 'x-identifier': '1a' }],
  ['OpenAPI Object', { 'x-resolved': [{ id: 'a' }] }],
])('a mistake on %s: %j', (object, value) => {
  expect(isAccepted(object, value)).toBe(false);
});

test.each<[string, object]>([
  ['Schema Object', { 'x-transitions': [{ name: 'a' }] }],
  ['Operation Object', { 'x-pagination': { pageParam: 'page' } }],
  ['Operation Object', { 'x-source': { file: 'a.ts' }, 'x-identifier': true }],
  ['Parameter Object', { 'x-requires': 'A' }],
])('an extension of another tool on %s: %j', (object, value) => {
  expect(isAccepted(object, value)).toBe(true);
});

test('the practice API and extensions of your own are accepted, and examples are not checked', () => {
  expect(validate(parse(readFileSync('spec/openapi.yaml', 'utf8')))).toBe(true);
  expect(isAccepted('Schema Object', { 'x-not-shown': [{ ...gap, kind: 'unit', 'x-team': 7 }] })).toBe(true);
  expect(isAccepted('Schema Object', { example: { 'x-not-shown': 7 }, 'x-own': 1 })).toBe(true);
});

test('the package contains the schema', () => {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
  const published = JSON.parse(readFileSync(exports['./description.schema.json'], 'utf8'));
  expect(published).toEqual(JSON.parse(JSON.stringify(buildDescriptionSchema())));
});
