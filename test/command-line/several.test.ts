import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../make-folder.js';
import { readTree, runProcess } from '../run-process.js';

function describeShop(schema: object): string {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } };
  const operation = { operationId: 'listOrders', responses: { 200: { description: 'OK', content } } };
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: 'https://api.invalid' }],
    paths: { '/orders': { get: operation } },
    components: { schemas: { Order: schema } },
  });
}

/** One description is correct, one has an error, one a warning, and one a mistake in the options. */
function open(): string {
  const specs = { orders: {}, users: { $ref: '#/missing' }, items: { type: 'string', maximum: 3 }, carts: {} };
  const apis = Object.fromEntries(
    Object.keys(specs).map((name) => [name, { spec: `specs/${name}.json`, out: `out/${name}`, only: ['types'] }]),
  );
  const carts = { ...apis['carts'], wireNames: { absent: 'a' } };
  return makeFolder({
    ...Object.fromEntries(
      Object.entries(specs).map(([name, more]) => [`specs/${name}.json`, describeShop({ type: 'object', ...more })]),
    ),
    'lacuna.config.json': JSON.stringify({ apis: { ...apis, carts } }, undefined, 1),
  });
}

test('several descriptions are generated in their order, and an error in one does not stop the others', async () => {
  const folder = open();
  const { code, text } = await runProcess(folder, ['generate']);
  expect(code).toBe(2);
  const places = ['out/orders', 'specs/users.json:', 'specs/items.json:', 'out/items', 'lacuna.config.json:'];
  const found = places.map((place) => text.indexOf(place));
  expect(found).toEqual(found.toSorted((a, b) => a - b));
  expect(found).not.toContain(-1);
  expect(text).toContain('#/missing');
  expect(text).toContain('lacuna.config.json');
  expect(Object.keys(readTree(join(folder, 'out')))).toContain('items/types/index.ts');
});

test('several descriptions are checked with one report in every format', async () => {
  const folder = open();
  await runProcess(folder, ['generate']);
  writeFileSync(join(folder, 'out/items/types/index.ts'), '// Mine.\n');
  for (const format of ['text', 'json', 'markdown', 'github', 'sarif']) {
    const { code, text } = await runProcess(folder, ['check', '--format', format]);
    expect(code).toBe(2);
    expect(text).toContain('out/items/types/index.ts');
    expect(text).toContain('out/users');
  }
});
