import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../make-folder.js';
import { runGroups } from './run-suite.js';
import { type Group, hasSuite, readGroups, readList } from './suite.js';

/** The optional tests of the JSON Schema Test Suite about formats that validators assert. Failing tests are listed. */
const isThere = hasSuite();
const asserted = [
  'date-time',
  'date',
  'time',
  'duration',
  'email',
  'idn-email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uri-reference',
  'uuid',
  'regex',
  'json-pointer',
];

// Counts the tests that ajv with ajv-formats fails.
function countFailures(groups: readonly Group[]): number {
  const ajv = new Ajv2020({ strict: false, logger: false });
  addFormats.default(ajv);
  const failed = groups.map(({ schema, tests }) => {
    const check = ajv.compile(schema);
    return tests.filter(({ data, valid }) => check(data) !== valid).length;
  });
  return failed.reduce((sum, count) => sum + count, 0);
}

describe.runIf(isThere)('the optional tests of formats', () => {
  test('each passes, except those that are known to fail', { timeout: 120_000 }, async () => {
    const groups = readGroups('draft2020-12/optional/format').filter(({ file }) =>
      asserted.includes(file.replace(/\.json$/, '')),
    );
    const { passed, failed } = await runGroups(makeFolder({}), groups, true);
    console.log(`JSON Schema Test Suite, asserted formats: ${passed} of ${passed + failed.size} optional tests pass`);
    const known = readList('known-format-failures.txt');
    expect([...failed].filter(([name]) => !known.has(name))).toEqual([]);
    expect([...known].filter((name) => !failed.has(name))).toEqual([]);
    expect(new Set(groups.map(({ file }) => file)).size).toBe(asserted.length);
    for (const format of asserted) {
      const file = `${format}.json`;
      const own = [...failed.keys()].filter((name) => name.startsWith(`${file}: `)).length;
      const theirs = countFailures(groups.filter((group) => group.file === file));
      expect({ format, own, isWorse: own > theirs }).toEqual({ format, own, isWorse: false });
    }
  });
});
