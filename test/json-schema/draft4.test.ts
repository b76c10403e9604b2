import { describe, expect, test } from 'vitest';
import { makeFolder } from '../make-folder.js';
import { runGroups } from './run-suite.js';
import { hasSuite, nameGroup, readGroups, readList } from './suite.js';

/**
 * The required tests of draft 4 whose schemas have the same meaning in the dialect of OpenAPI 3.0.
 * `excluded-draft4.txt` lists the others.
 */
const isThere = hasSuite();

describe.runIf(isThere)('the JSON Schema Test Suite, draft 4 in OpenAPI 3.0', () => {
  const groups = isThere ? readGroups('draft4') : [];
  const excluded = readList('excluded-draft4.txt');

  test('every test passes', { timeout: 300_000 }, async () => {
    const included = groups.filter((group) => !excluded.has(nameGroup(group)));
    const { passed, failed } = await runGroups(makeFolder({}), included, true, '3.0');
    const all = groups.reduce((count, group) => count + group.tests.length, 0);
    console.log(`JSON Schema Test Suite, draft 4 in OpenAPI 3.0: ${passed} of ${all} required tests pass`);
    expect([...failed]).toEqual([]);
    expect(passed).toBeGreaterThan(0);
  });

  test('every excluded test exists and would fail', { timeout: 120_000 }, async () => {
    const { failed } = await runGroups(
      makeFolder({}),
      groups.filter((group) => excluded.has(nameGroup(group))),
      true,
      '3.0',
    );
    const needed = [...excluded].filter((name) => [...failed.keys()].some((test) => test.startsWith(`${name}: `)));
    expect(needed).toEqual([...excluded]);
  });
});
