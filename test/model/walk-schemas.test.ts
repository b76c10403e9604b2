import { expect, test } from 'vitest';
import { collectSchemas, listOperationSchemas, listSubschemas } from '../../src/model/walk-schemas.js';
import { buildDescription, component, place } from './build-description.js';

const built = () =>
  buildDescription(`
openapi: 3.1.1
info: { title: T, version: '1' }
paths:
  /orders:
    post:
      parameters: [{ in: query, name: dry, schema: { type: boolean } }]
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
      responses:
        '200':
          description: The order.
          headers: { X-Rest: { schema: { type: integer } } }
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Order' } } } }
components:
  schemas:
    Order:
      properties: { before: { $ref: '#/components/schemas/Order' }, tag: { not: { type: string } } }
      allOf: [{ required: [id] }]
      if: { minProperties: 1 }
    Unused: { type: string }
`);

test('direct subschemas are listed with their keyword, their key, and whether they apply to the same value', () => {
  const order = component(built(), 'Order');
  expect(listSubschemas(order).map(({ keyword, key, inPlace }) => [keyword, key, inPlace])).toEqual([
    ['allOf', 0, true],
    ['if', undefined, true],
    ['properties', 'before', false],
    ['properties', 'tag', false],
  ]);
});

test('each reachable schema is listed once, with and without circles', () => {
  const order = component(built(), 'Order');
  expect([...collectSchemas([order])].map((schema) => place(schema)?.replace('/components/schemas/Order', ''))).toEqual(
    ['', '/allOf/0', '/if', '/properties/before', '/properties/tag', '/properties/tag/not'],
  );
});

test('an operation leads to the schemas of its request and of its responses', () => {
  const [operation] = built().api.operations;
  if (!operation) throw new Error('no operation');
  const { request, response } = listOperationSchemas(operation);
  const kinds = (set: ReadonlySet<unknown>) => [...set].length;
  expect([...request].map(place)).toContain('/paths/~1orders/post/parameters/0/schema');
  expect([...request].map(place)).toContain('/components/schemas/Order');
  expect([...response].map(place)).toContain('/paths/~1orders/post/responses/200/headers/X-Rest/schema');
  expect([...response].map(place)).toContain('/components/schemas/Order');
  expect([kinds(request), kinds(response)]).toEqual([8, 9]);
  expect([...request, ...response].map(place)).not.toContain('/components/schemas/Unused');
});
