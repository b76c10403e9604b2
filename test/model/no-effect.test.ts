import { expect, test } from 'vitest';
import { buildDescription, component, place } from './build-description.js';

const spec = (version: string, paths: string, schemas = '{}'): string => `
openapi: ${version}
info: { title: T, version: '1' }
paths: ${paths}
components: { schemas: ${schemas} }
`;

const operation = (members: string): string =>
  `{ /a: { get: { responses: { '200': { description: Done } }, ${members} } } }`;

const inOperation = '/paths/~1a/get';

test.each([
  ['in: header, allowReserved: true, schema: { type: string }', ['allowReserved']],
  ['in: cookie, style: cookie, allowReserved: true, schema: { type: string }', ['allowReserved']],
  ['in: header, allowEmptyValue: true, schema: { type: string }', ['allowEmptyValue']],
  ['in: query, style: form, explode: true, content: { a/b: {} }', ['style', 'explode']],
  ['in: query, allowReserved: true, allowEmptyValue: true, schema: { type: string }', []],
])('of the parameter { %s }: %j', (members, keywords) => {
  const { findings } = buildDescription(spec('3.2.0', operation(`parameters: [{ name: a, ${members} }]`)));
  expect(findings).toEqual(keywords.map((keyword) => `no-effect ${inOperation}/parameters/0/${keyword}`));
});

test('of an encoding: keywords that need a form or a part, and a content type beside a style', () => {
  const content = `
    application/json: { encoding: { a: { contentType: a/b } } },
    Application/X-WWW-Form-Urlencoded: { itemEncoding: {}, encoding: { a: { contentType: a/b, explode: true } } },
    multipart/mixed: { itemEncoding: { contentType: a/b } }`;
  const { findings } = buildDescription(spec('3.2.0', operation(`requestBody: { content: { ${content} } }`)));
  const place = `${inOperation}/requestBody/content`;
  expect(findings).toEqual([
    `no-effect ${place}/application~1json/encoding`,
    `no-effect ${place}/Application~1X-WWW-Form-Urlencoded/itemEncoding`,
    `no-effect ${place}/Application~1X-WWW-Form-Urlencoded/encoding/a/contentType`,
  ]);
});

test.each([
  ['type: string, minimum: 1, items: {}', ['minimum', 'items']],
  ['type: [integer, "null"], properties: {}, maximum: 3', ['properties']],
  ['minimum: 1, maxLength: 2', []],
  ['then: {}, minContains: 1', ['then', 'minContains']],
  ['if: {}', ['if']],
  ['if: {}, else: {}, contains: {}, maxContains: 1', []],
])('of the schema { %s }: %j', (members, keywords) => {
  const { findings } = buildDescription(spec('3.1.1', '{}', `{ A: { ${members} } }`));
  expect(findings).toEqual(keywords.map((keyword) => `no-effect /components/schemas/A/${keyword}`));
});

test('OpenAPI 3.0 has no identifiers of schemas', () => {
  const { findings } = buildDescription(spec('3.0.4', '{}', '{ A: { $id: a, $dynamicRef: "#a", type: string } }'));
  expect(findings.map((finding) => finding.split('/').at(-1))).toEqual(['$id', '$dynamicRef']);
});

test('nullable needs a type, or keywords that imply one', () => {
  const built = buildDescription(
    spec(
      '3.0.4',
      '{}',
      '{ A: { nullable: true }, B: { nullable: true, properties: {} }, C: { nullable: true, items: {} }, D: { nullable: true, oneOf: [{ type: string }] } }',
    ),
  );
  expect(built.findings).toEqual([
    'no-effect /components/schemas/A/nullable',
    'null-added /components/schemas/B/nullable',
    'null-added /components/schemas/C/nullable',
    'null-added /components/schemas/D/nullable',
  ]);
  expect(component(built, 'A').types).toBeUndefined();
  expect(component(built, 'B').types).toEqual(['object', 'null']);
  expect(component(built, 'C').types).toEqual(['array', 'null']);
  expect(component(built, 'D').anyOf?.map(place)).toEqual([
    '/components/schemas/D/oneOf',
    '/components/schemas/D/nullable',
  ]);
});
