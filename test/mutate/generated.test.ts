import { expect, test } from 'vitest';
import { check } from '../../src/pipeline/generate.js';

/** `npm run mutate` changes `src/` without a build, so `lacuna check` of `dist/` would notice none of its changes. */
test('src/ generates generated/ as it is', async () => {
  const { drifts, diagnostics } = await check({ only: ['types', 'client', 'server', 'validators'] });
  expect(diagnostics.hasErrors).toBe(false);
  expect(drifts?.map(({ path }) => path)).toEqual([]);
});
