import { expect, test } from 'vitest';
import { buildDescription } from './build-description.js';

const gap = (id: string, kind: string) => `{ id: ${id}, kind: ${kind}, question: What?, source: 'document, 1' }`;

const description = `
openapi: 3.1.1
info: { title: T, version: '1', x-not-shown: [${gap('versions', 'policy')}] }
servers: [{ url: 'https://shop.example', x-not-shown: [${gap('limits', 'policy')}] }]
security: [{ token: [] }]
x-resolved: [{ id: page-name, answer: page, source: a letter, date: '2025-05-01' }]
paths:
  /orders:
    post:
      operationId: createOrder
      security: []
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
      responses: { 2XX: { description: Done, x-not-shown: [code] } }
    get:
      parameters:
        - in: query
          name: <from date>
          schema: { type: string }
          x-not-shown: [${gap('from-date-name', 'parameter-name')}]
      responses:
        2XX:
          description: The orders.
          x-not-shown: [${gap('code', 'status-code')}]
          content:
            application/json: { x-not-shown: [${gap('list-shape', 'shape')}] }
components:
  securitySchemes: { token: { type: http, scheme: bearer, x-not-shown: [${gap('scopes', 'policy')}] } }
  schemas:
    Order: { properties: { line: { $ref: '#/components/schemas/Line' } } }
    Line: { type: object, x-not-shown: [${gap('line-fields', 'fields')}] }
    Detail: { description: A detail., x-not-shown: [list-shape] }
`;

test('gaps are listed once, in the order of the description, with their places and the operations that they affect', () => {
  const { api, findings } = buildDescription(description);
  expect(findings).toEqual([]);
  expect(api.gaps.map(({ id, places, operations }) => [id, places.map((one) => one.pointer), operations])).toEqual([
    ['versions', ['/info'], []],
    ['limits', ['/servers/0'], ['createOrder', 'GET /orders']],
    ['from-date-name', ['/paths/~1orders/get/parameters/0'], ['GET /orders']],
    [
      'code',
      ['/paths/~1orders/get/responses/2XX', '/paths/~1orders/post/responses/2XX'],
      ['createOrder', 'GET /orders'],
    ],
    [
      'list-shape',
      ['/paths/~1orders/get/responses/2XX/content/application~1json', '/components/schemas/Detail'],
      ['GET /orders'],
    ],
    ['scopes', ['/components/securitySchemes/token'], ['GET /orders']],
    ['line-fields', ['/components/schemas/Line'], ['createOrder']],
  ]);
  expect(api.resolved).toMatchObject([{ id: 'page-name', answer: 'page', date: '2025-05-01' }]);
});

test('a gap is at the place where it changes code', () => {
  const { api } = buildDescription(description);
  const [create, list] = api.operations;
  expect(list?.parameters[0]).toMatchObject({
    writtenName: '<from date>',
    wireName: { shown: false, gap: { id: 'from-date-name' } },
  });
  expect(create?.responses[0]).toMatchObject({ status: '2XX', code: { shown: false, gap: { id: 'code' } } });
  expect(list?.responses[0]?.content[0]?.schema).toMatchObject({ kind: 'not-shown', gap: { id: 'list-shape' } });
  expect(api.schemas.find((one) => one.kind === 'not-shown' && one.component === 'Detail')).toMatchObject({
    gap: { id: 'list-shape' },
    description: 'A detail.',
  });
});

test('the first of two gaps with one id counts, and what is not a gap is only reported', () => {
  const first = gap('versions', 'policy').replace('What', 'Which');
  const second = gap('versions', 'policy');
  const { api, findings } = buildDescription(`
openapi: 3.1.1
info: { title: Shop, version: '1', x-not-shown: [null] }
servers: [{ url: 'https://shop.example', x-not-shown: [${gap('5', 'policy')}] }]
tags: [{ name: a, x-not-shown: [${first}] }, { name: b, x-not-shown: [${second}] }, { name: c, x-not-shown: [version] }]
`);
  expect(api.gaps.map(({ id, question }) => [id, question])).toEqual([['versions', 'Which?']]);
  expect(findings).toEqual([
    'extension-invalid /servers/0/x-not-shown/0/id',
    'extension-invalid /info/x-not-shown/0',
    'gap-written-twice /tags/1/x-not-shown/0',
    'gap-not-written /tags/2/x-not-shown/0',
  ]);
});

test('gaps of a path item, a tag, a request body or a header affect their operations', () => {
  const { api, findings } = buildDescription(`
openapi: 3.1.1
info: { title: Shop, version: '1' }
tags: [{ name: orders, x-not-shown: [${gap('tag-policy', 'policy')}] }]
paths:
  /orders:
    x-not-shown: [${gap('path-errors', 'errors')}]
    post:
      operationId: createOrder
      tags: [orders]
      requestBody: { content: {}, x-not-shown: [${gap('body-behaviour', 'behaviour')}] }
      responses: { '200': { description: Done, headers: { Age: { schema: {}, x-not-shown: [${gap('age', 'behaviour')}] } } } }
`);
  expect(findings).toEqual([]);
  expect(api.gaps.map(({ id, operations }) => [id, operations])).toEqual([
    ['tag-policy', ['createOrder']],
    ['path-errors', ['createOrder']],
    ['body-behaviour', ['createOrder']],
    ['age', ['createOrder']],
  ]);
});

test('a schema whose shape is not shown has texts, and keywords that would constrain it are ignored', () => {
  const build = (keywords: string): readonly string[] =>
    buildDescription(`
openapi: 3.1.1
info: { title: T, version: '1' }
components: { schemas: { Detail: { ${keywords}, x-not-shown: [${gap('detail', 'shape')}] } } }
`).findings;
  expect(build('title: t, description: d, $comment: c')).toEqual([]);
  expect(build('minimum: 1, type: integer')).toEqual(['shape-beside-keywords /components/schemas/Detail/minimum']);
  expect(build('x-transitions: []')).toEqual(['extension-misplaced /components/schemas/Detail/x-transitions']);
});
