import { expect, test } from 'vitest';
import { loadSchemas } from '../../../test/validators/load-validators.js';

// Emits a tree, and schemas that each replace its nodes by another schema.
async function findLimited(count: number): Promise<readonly (string | undefined)[]> {
  const tree = {
    $id: 'https://x.test/tree',
    $dynamicAnchor: 'node',
    type: 'object',
    properties: { children: { type: 'array', items: { $dynamicRef: '#node' } } },
  };
  const users = Array.from({ length: count }, (_, index) => [
    `User${index}`,
    { $id: `https://x.test/${index}`, $dynamicAnchor: 'node', $ref: 'https://x.test/tree' },
  ]);
  const { diagnostics } = await loadSchemas({ Tree: tree, ...Object.fromEntries(users) });
  return diagnostics.filter(({ code }) => code === 'reduced-emission').map(({ origin }) => origin?.pointer);
}

test('a schema has functions for at most 64 dynamic scopes, and is reported once if it has more', async () => {
  expect(await findLimited(63)).toEqual([]);
  expect(await findLimited(66)).toEqual(['/components/schemas/Tree']);
});
