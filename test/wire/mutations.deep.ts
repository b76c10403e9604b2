import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allCases } from './cases.js';
import { mutations } from './mutations.js';
import { runCase } from './run-case.js';
import { generateClient, loadClient, type Mutation, type WireFolder } from './wire-client.js';

/**
 * Tests that the suite would notice mistakes in the runtime. Runs it on copies of the runtime, each with one changed
 * line.
 */
let place: string;
let folder: WireFolder;
beforeAll(async () => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'lacuna-mutations-')));
  folder = await generateClient(allCases, '3.2.0', place);
}, 120_000);
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** Returns the name of the first case that a mutation breaks. */
async function findBroken(mutation?: Mutation): Promise<string | undefined> {
  const api = await loadClient(folder, mutation);
  for (const [index, one] of folder.cases.entries()) {
    const { isUndefined: _, ...expected } = one.expected;
    const found = await runCase(api, one, index).catch((error: unknown) => ({ error }));
    if (!isDeepStrictEqual(found, expected)) return one.name;
  }
  return undefined;
}

test('without a mistake, the suite passes', async () => {
  expect(await findBroken()).toBeUndefined();
});

test('there are at least thirty mistakes, all different', () => {
  expect(new Set(mutations.map((mutation) => JSON.stringify(mutation))).size).toBe(mutations.length);
  expect(mutations.length).toBeGreaterThanOrEqual(30);
});

test.each(mutations)('$module: $from', async (mutation) => {
  expect(await findBroken(mutation)).toBeDefined();
});
