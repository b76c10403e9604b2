import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { makeFolder } from '../make-folder.js';
import { type Dialect, runGroups } from './run-suite.js';
import type { Group } from './suite.js';

/**
 * What each keyword and each format means for values, in tables of our own: what the JSON Schema Test Suite notices is
 * noticed without it too.
 */
interface Row {
  readonly schema: Exclude<Group['schema'], boolean>;
  readonly valid: readonly unknown[];
  readonly invalid: readonly unknown[];
}

function readTable<Rows>(name: string): Readonly<Record<string, Rows>> {
  return parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
}

function toGroup(keyword: string, { schema, valid, invalid }: Row): Group {
  const rows = [...valid.map((data) => ({ data, valid: true })), ...invalid.map((data) => ({ data, valid: false }))];
  const tests = rows.map((row) => ({ description: JSON.stringify(row.data), ...row }));
  return { file: keyword, description: JSON.stringify(schema), schema, tests };
}

const listGroups = (table: Readonly<Record<string, readonly Row[]>>): Group[] =>
  Object.entries(table).flatMap(([keyword, rows]) => rows.map((row) => toGroup(keyword, row)));

async function listWrong(groups: readonly Group[], dialect: Dialect): Promise<string[]> {
  const { failed } = await runGroups(makeFolder({}), groups, true, dialect);
  return [...failed].map(([name, why]) => `${name}: ${why}`);
}

// Keywords that ajv knows beside draft 2020-12, and those that do not constrain values.
const beside = ['$comment', '$recursiveAnchor', '$recursiveRef', 'dependencies', 'id', 'nullable'];

const formats = Object.entries(readTable<Omit<Row, 'schema'>>('formats.yaml'));

describe('keywords', () => {
  const table = readTable<readonly Row[]>('keywords.yaml');
  const groups = listGroups(table);

  test('all that ajv checks are there', () => {
    const known = Object.keys(new Ajv2020().RULES.all).filter((keyword) => !beside.includes(keyword));
    expect(known.filter((keyword) => !Object.hasOwn(table, keyword))).toEqual([]);
  });

  test('each has the meaning of the specification', async () => {
    expect(await listWrong(groups, '3.1')).toEqual([]);
  });

  test('those of OpenAPI 3.0 have the meaning of that version', async () => {
    expect(await listWrong(listGroups(readTable('keywords-3.0.yaml')), '3.0')).toEqual([]);
  });

  test('each format accepts and refuses as in its specification', async () => {
    const rows = formats.map(([format, values]) => toGroup(format, { schema: { format }, ...values }));
    expect(await listWrong(rows, '3.1')).toEqual([]);
  });
});
