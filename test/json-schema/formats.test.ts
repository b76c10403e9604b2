import { describe, expect, test } from 'vitest';
import { makeFolder } from '../make-folder.js';
import { runGroups } from './run-suite.js';
import { hasSuite, readGroups, readList } from './suite.js';

/** The optional tests of the JSON Schema Test Suite about the formats that validators assert; what fails is listed. */
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

describe.runIf(isThere)('the optional tests of formats', () => {
  test('each passes but those known to fail', { timeout: 120_000 }, async () => {
    const groups = readGroups('draft2020-12/optional/format').filter(({ file }) =>
      asserted.includes(file.replace(/\.json$/, '')),
    );
    const { passed, failed } = await runGroups(makeFolder({}), groups, true);
    console.log(`JSON Schema Test Suite, asserted formats: ${passed} of ${passed + failed.size} optional tests pass`);
    const known = readList('known-format-failures.txt');
    expect([...failed].filter(([name]) => !known.has(name))).toEqual([]);
    expect([...known].filter((name) => !failed.has(name))).toEqual([]);
    expect(new Set(groups.map(({ file }) => file)).size).toBe(asserted.length);
  });
});
