import { expect, test } from 'vitest';
import { buildDescription } from './build-description.js';

const files = {
  'spec.yaml': `
openapi: 3.0.4
info: { title: T, version: '1', x-logo: { url: 'https://shop.example' } }
paths:
  /orders:
    get:
      parameters: [{ $ref: 'parts.yaml#/Page', description: Mine. }]
      shrug: true
      responses:
        '200':
          description: Done
          content: { application/json: { schema: { type: string }, example: { a: { b: 1 } } } }
`,
  'parts.yaml': `
Page: { in: query, name: page, schema: { type: integer } }
Other: { in: query, name: other }
`,
};

test('every keyword of every object is in the account once', () => {
  const uses = buildDescription(files).rows.map(({ origin, keyword, use }) => `${use} ${origin.pointer} ${keyword}`);
  expect(new Set(uses).size).toBe(uses.length);
  expect(uses).toContain('emitted /paths/~1orders/get responses');
  expect(uses).toContain('emitted /paths/~1orders/get/responses/200/content/application~1json/schema type');
  expect(uses).toContain('emitted /Page name');
  expect(uses).toContain('documentation /info title');
  expect(uses).toContain('documentation /info x-logo');
  expect(uses).toContain('documentation /paths/~1orders/get/responses/200/content/application~1json example');
  expect(uses.filter((use) => use.includes('/example/') || use.includes('x-logo/'))).toEqual([]);
});

test('what is ignored tells why, and what nobody visited is found', () => {
  const { rows } = buildDescription(files);
  expect(rows.filter((row) => row.use === 'ignored')).toMatchObject([
    { keyword: 'shrug', reason: 'no keyword of this object' },
    { keyword: 'description', reason: 'beside a reference' },
  ]);
  expect(rows.filter((row) => row.use === 'unvisited')).toMatchObject([
    { origin: { file: 'parts.yaml', pointer: '/Other' } },
  ]);
});
