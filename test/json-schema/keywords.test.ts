import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { chooseSample } from '../effort.js';
import { makeFolder } from '../make-folder.js';
import { type Dialect, runGroups } from './run-suite.js';
import type { Group } from './suite.js';

/**
 * The meaning of each keyword and format for values, in our own tables. They notice what the JSON Schema Test Suite
 * notices, even if the suite is absent.
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

// A schema around the schema of a row, the values to validate, and whether each is valid.
interface Around {
  readonly schema: Row['schema'];
  readonly wrap?: (value: unknown) => unknown;
  readonly isValid?: (isValidInside: boolean, value: unknown) => boolean;
}

// In each of these, different code checks the inner schema: as a condition or its negation, alone or in a list.
const surroundings: Readonly<Record<string, (schema: object, type: string) => Around>> = {
  type: (schema, type) => ({
    schema: { type, ...schema },
    isValid: (isValid, value) => isValid && typeOf(value) === type,
  }),
  contains: (schema) => ({ schema: { contains: schema }, wrap: (value) => [value] }),
  not: (schema) => ({ schema: { not: schema }, isValid: (isValid) => !isValid }),
  oneOf: (schema) => ({ schema: { oneOf: [{ const: 'another' }, schema] } }),
  anyOf: (schema) => ({ schema: { anyOf: [schema, { const: 'another' }] } }),
  if: (schema) => ({ schema: { if: schema, else: false } }),
  properties: (schema) => ({ schema: { properties: { 'a b': schema } }, wrap: (value) => ({ 'a b': value }) }),
  items: (schema) => ({ schema: { items: schema }, wrap: (value) => [value, value] }),
  additionalProperties: (schema) => ({ schema: { additionalProperties: schema }, wrap: (value) => ({ a: value }) }),
};

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

// Keywords that have another meaning inside another schema: references and identifiers.
const hasPlace = /"\$(?:ref|id|anchor|defs|dynamic\w+)"/;

function surround({ file, description, schema, tests }: Group, keyword: string): Group[] {
  const refused = tests.find(({ valid }) => !valid);
  if (typeof schema === 'boolean' || hasPlace.test(JSON.stringify(schema)) || !refused) return [];
  const around = surroundings[keyword]?.(schema, typeOf(refused.data));
  if (!around) throw new Error(`There is no surrounding '${keyword}'.`);
  // Lacuna ignores a type that contradicts the types of alternatives (`type-against-alternative`).
  if (keyword in schema || (keyword === 'type' && /"(?:any|one)Of".*"type"/.test(JSON.stringify(schema)))) return [];
  const { wrap = (value) => value, isValid = (valid) => valid } = around;
  const wrapped = tests.map((one) => ({ ...one, data: wrap(one.data), valid: isValid(one.valid, one.data) }));
  return [{ file: `${file} in ${keyword}`, description, schema: around.schema, tests: wrapped }];
}

async function listWrong(groups: readonly Group[], dialect: Dialect): Promise<string[]> {
  const { failed } = await runGroups(makeFolder({}), groups, true, dialect);
  return [...failed].map(([name, why]) => `${name}: ${why}`);
}

// Keywords of ajv that are not in draft 2020-12, and keywords that do not constrain values.
const beside = ['$comment', '$recursiveAnchor', '$recursiveRef', 'dependencies', 'id', 'nullable'];

const formats = Object.entries(readTable<Omit<Row, 'schema'>>('formats.yaml'));

describe('keywords', () => {
  const table = readTable<readonly Row[]>('keywords.yaml');
  const groups = listGroups(table);

  test('include all that ajv checks', () => {
    const known = Object.keys(new Ajv2020().RULES.all).filter((keyword) => !beside.includes(keyword));
    expect(known.filter((keyword) => !Object.hasOwn(table, keyword))).toEqual([]);
  });

  test('each have the meaning of the specification', async () => {
    expect(await listWrong(groups, '3.1')).toEqual([]);
  });

  test.each(chooseSample(Object.keys(surroundings), 2))(
    'each have the same meaning with %s around it',
    async (keyword) => {
      expect(
        await listWrong(
          groups.flatMap((group) => surround(group, keyword)),
          '3.1',
        ),
      ).toEqual([]);
    },
  );

  test('of OpenAPI 3.0 have the meaning of that version', async () => {
    expect(await listWrong(listGroups(readTable('keywords-3.0.yaml')), '3.0')).toEqual([]);
  });

  test('each format accepts and refuses the values of its specification', async () => {
    const rows = formats.map(([format, values]) => toGroup(format, { schema: { format }, ...values }));
    expect(await listWrong(rows, '3.1')).toEqual([]);
  });
});
