import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { chooseSample } from '../effort.js';
import { makeFolder, writeFiles } from '../make-folder.js';
import { compileFolder, emitInto } from '../types/emission.js';
import { failuresOf, loadSchemas } from '../validators/load-validators.js';

/** The validators of boolean schemas compile with every strict flag and agree with ajv. */
const table: Readonly<Record<string, readonly object[]>> = parse(
  readFileSync(new URL('boolean-schemas.yaml', import.meta.url), 'utf8'),
);

const values = [
  ...[null, true, 0, 1, 2.5, '', 'a', 'ab', [], [1], ['a'], ['a', 'a'], ['a', 1], [1, 2, 3], [null], [{ a: 1 }]],
  ...[{}, { a: 1 }, { a: 'x' }, { b: 1 }, { a: 'x', b: 'y' }, { c: 1 }, { a: 'x', b: 'y', c: 'z' }, { a: { b: [1] } }],
];

// A schema around another one, which then applies under a condition, under its negation, or as one of several.
interface Around {
  readonly schema: object;
  readonly wrap?: (value: unknown) => unknown;
}

const surroundings: Readonly<Record<string, (schema: object) => Around>> = {
  not: (schema) => ({ schema: { not: schema } }),
  oneOf: (schema) => ({ schema: { oneOf: [schema, { required: ['c'] }, { required: ['d'] }] } }),
  anyOf: (schema) => ({ schema: { anyOf: [schema, { const: 'z' }] } }),
  allOf: (schema) => ({ schema: { allOf: [schema, true, schema] } }),
  if: (schema) => ({ schema: { if: schema, else: { type: 'array' } } }),
  contains: (schema) => ({ schema: { contains: schema, minContains: 0, maxContains: 0 }, wrap: (value) => [value] }),
  items: (schema) => ({ schema: { type: 'array', items: schema }, wrap: (value) => [value] }),
  properties: (schema) => ({
    schema: { type: 'object', properties: { p: schema }, required: ['p'] },
    wrap: (p) => ({ p }),
  }),
  propertyNames: (schema) => ({ schema: { propertyNames: schema }, wrap: () => ({ a: 1 }) }),
  dependentSchemas: (schema) => ({ schema: { dependentSchemas: { a: schema } } }),
  unevaluatedProperties: (schema) => ({
    schema: { properties: { q: true }, unevaluatedProperties: schema },
    wrap: (p) => ({ p }),
  }),
  unevaluatedItems: (schema) => ({
    schema: { prefixItems: [true], unevaluatedItems: schema },
    wrap: (value) => [1, value],
  }),
};

async function checkTable(surround: (schema: object) => Around): Promise<void> {
  const rows = Object.entries(table).flatMap(([keyword, list]) =>
    list.map((schema, index) => ({ name: `Row_${keyword.replace('$', '')}_${index}`, ...surround(schema) })),
  );
  const components = { No: false, Yes: true, ...Object.fromEntries(rows.map(({ name, schema }) => [name, schema])) };
  const { files, input, validators, names } = await loadSchemas(components);
  if (!input) throw new Error('the description has errors');
  const folder = makeFolder({});
  emitInto(folder, input);
  writeFiles(folder, Object.fromEntries(files));
  expect(compileFolder(folder)).toEqual([]);
  const ajv = new Ajv2020({ strict: false }).addSchema({ $id: 'api', components: { schemas: components } });
  const wrong = rows.flatMap(({ name, schema, wrap = (value) => value }) => {
    const isValid = ajv.compile({ $ref: `api#/components/schemas/${name}` });
    const type = names.get(`/components/schemas/${name}`)?.types.response;
    return values.map(wrap).flatMap((value) => {
      const answers = [validators[`is${type}`]?.(value), failuresOf(validators, `validate${type}`, value).length === 0];
      return answers.every((answer) => answer === isValid(value)) ? [] : [{ schema, value, answers }];
    });
  });
  expect(wrong).toEqual([]);
}

test('boolean schemas in every place', () => checkTable((schema) => ({ schema })), 30_000);

test.each(chooseSample(Object.keys(surroundings), 12, 3))(
  'boolean schemas in every place, with %s around them',
  async (keyword) => {
    const surround = surroundings[keyword];
    if (!surround) throw new Error(`There is no surrounding '${keyword}'.`);
    await checkTable(surround);
  },
  30_000,
);
