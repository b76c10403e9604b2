import { describe, expect, test } from 'vitest';
import { makeFolder } from '../make-folder.js';
import { runGroups } from './run-suite.js';
import { hasSuite, nameGroup, readGroups, readList } from './suite.js';

/**
 * Every required test of the JSON Schema Test Suite, draft 2020-12. Each schema is a component schema of a description.
 * `excluded.txt` lists the groups that need what a description cannot have. `known-failures.txt` lists the tests that
 * fail.
 */
const isThere = hasSuite();

describe.runIf(isThere)('the JSON Schema Test Suite, draft 2020-12', () => {
  const groups = isThere ? readGroups('draft2020-12') : [];
  const excluded = readList('excluded.txt');
  const included = groups.filter((group) => !excluded.has(nameGroup(group)));

  test('every required test passes, except those that are known to fail', { timeout: 300_000 }, async () => {
    const folder = makeFolder({});
    // By default, `format` is an annotation and asserts nothing. This file tests that.
    const annotating = await runGroups(
      folder,
      included.filter(({ file }) => file === 'format.json'),
      false,
    );
    const asserting = await runGroups(
      folder,
      included.filter(({ file }) => file !== 'format.json'),
      true,
    );
    const failed = new Map([...annotating.failed, ...asserting.failed]);
    const passed = annotating.passed + asserting.passed;
    const all = groups.reduce((count, group) => count + group.tests.length, 0);
    console.log(`JSON Schema Test Suite, draft 2020-12: ${passed} of ${all} required tests pass`);
    const known = readList('known-failures.txt');
    expect([...failed].filter(([name]) => !known.has(name))).toEqual([]);
    expect([...known].filter((name) => !failed.has(name))).toEqual([]);
  });

  test('every excluded test exists and would fail', { timeout: 120_000 }, async () => {
    const { failed } = await runGroups(
      makeFolder({}),
      groups.filter((group) => excluded.has(nameGroup(group))),
      true,
    );
    const needed = [...excluded].filter((name) => [...failed.keys()].some((test) => test.startsWith(`${name}: `)));
    expect(needed).toEqual([...excluded]);
  });
});
