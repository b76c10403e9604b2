import fc from 'fast-check';
import { expect, test } from 'vitest';
import { effort } from '../effort.js';
import { chooseSeed } from '../seed.js';
import { countReads } from './count-reads.js';
import { failuresOf, loadSchemas } from './load-validators.js';

// There are few names, so that schemas and values often share them.
const key = fc.constantFrom('a', 'b', 'c');
const groupSize = 5;
const groupCount = 40;
const type = fc.constantFrom('string', 'integer', 'object', 'array', 'null');

const tagged = (tag: string, inside: object): object => ({
  type: 'object',
  required: ['a'],
  properties: { a: { const: tag }, b: inside },
});

const openList = { enum: ['x'], 'x-not-shown': ['further-values'] };

// Refers to a schema of the group.
const component = fc.nat({ max: groupSize - 1 }).map((index) => ({ $ref: `#/components/schemas/${index}` }));

const { schema } = fc.letrec<{ schema: object; inside: object; members: object[] }>((tie) => ({
  members: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
  // The schema of a part of a value. It is mostly a reference, so that schemas are recursive.
  inside: fc.oneof({ weight: 3, arbitrary: component }, { weight: 1, arbitrary: tie('schema') }),
  schema: fc.oneof(
    { maxDepth: 3 },
    type.map((each) => ({ type: each })),
    fc.constantFrom<object>({ const: 'x' }, { minProperties: 2 }, { required: ['b'] }, { maxItems: 1 }, {}, openList),
    fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(key, tie('inside'), { minKeys: 1, maxKeys: 3 }),
        patternProperties: fc.dictionary(fc.constantFrom('^[ab]', 'c'), tie('inside'), { maxKeys: 1 }),
        additionalProperties: tie('inside'),
        required: fc.uniqueArray(key, { maxLength: 1 }),
      },
      { requiredKeys: ['properties'] },
    ),
    fc.record({ items: tie('inside'), prefixItems: fc.array(tie('inside'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ contains: tie('inside'), items: tie('inside') }, { requiredKeys: ['contains'] }),
    tie('members').map((members) => ({ allOf: members })),
    tie('members').map((members) => ({ anyOf: members })),
    tie('members').map((members) => ({ oneOf: members })),
    tie('schema').map((not) => ({ not })),
    fc
      .tuple(tie('schema'), tie('schema'), tie('schema'))
      .map((parts) => Object.fromEntries(['if', 'then', 'else'].map((keyword, index) => [keyword, parts[index]]))),
    fc
      .tuple(fc.constantFrom('anyOf', 'oneOf'), tie('inside'), tie('inside'))
      .map(([keyword, one, other]) => ({ [keyword]: [tagged('x', one), tagged('y', other)] })),
    fc.record({ dependentSchemas: fc.dictionary(key, tie('schema'), { minKeys: 1, maxKeys: 1 }) }),
    fc.record({ anyOf: tie('members'), unevaluatedProperties: tie('inside') }),
    fc.record({ anyOf: tie('members'), unevaluatedItems: tie('inside') }),
  ),
}));

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>('x', 'y', 1, null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 3 }),
  ),
}));

/** Wraps a value many times, each time in the same way. */
const nested = fc
  .tuple(value, fc.integer({ min: 10, max: 24 }), key, fc.boolean(), fc.dictionary(key, fc.constantFrom('x', 1)))
  .map(([innermost, levels, name, isArray, beside]) => {
    let wrapped = innermost;
    for (let level = 0; level < levels; level++) wrapped = isArray ? [wrapped] : { ...beside, [name]: wrapped };
    return wrapped;
  });

function sizeOf(part: unknown): number {
  if (typeof part !== 'object' || part === null) return 1;
  return Object.values(part).reduce<number>((size, each) => size + sizeOf(each), 1);
}

/** Replaces the numbers of a group with its names. */
function nameReferences(group: number, schemas: readonly object[]): [string, object][] {
  return schemas.map((each, index) => {
    const text = JSON.stringify(each).replaceAll('#/components/schemas/', `#/components/schemas/S${group}x`);
    return [`S${group}x${index}`, JSON.parse(text)];
  });
}

const seeds = { part: 1, most: 2, all: 6 }[effort];

const item = (id: string, kind: string): object => ({ id, kind, question: 'Which?', source: 'docs/api.md' });
const items = {
  schemas: { Open: { enum: ['x'], 'x-not-shown': [item('further-values', 'values')] } },
  more: { 'x-not-shown': [item('missing-fields', 'presence')] },
};

/** Removes the items of a schema. */
function removeItems(each: object): object {
  return JSON.parse(JSON.stringify(each, (name, part: unknown) => (name === 'x-not-shown' ? undefined : part)));
}

test.each(
  Array.from({ length: seeds }, (_, index) => [
    [index, 'without items', undefined] as const,
    [index, 'with items about missing fields and further values', items] as const,
  ]).flat(),
)(
  'reads, failures and reports are linear in value and schema (%i, %s)',
  { timeout: 120_000 },
  async (round, _title, added) => {
    const seed = chooseSeed('linear validators') + round;
    const group = fc.array(schema, { minLength: groupSize, maxLength: groupSize });
    const groups = fc
      .sample(group, { numRuns: groupCount, seed })
      .map((each, index) => nameReferences(index, added ? each : each.map(removeItems)));
    const values = fc.sample(fc.oneof(value, nested, nested), { numRuns: 60, seed });
    const schemas = { ...Object.fromEntries(groups.flat()), ...added?.schemas };
    const { validators, diagnostics } = await loadSchemas(schemas, added?.more);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    for (const each of groups) {
      const schemaSize = sizeOf(each);
      for (const [name] of each)
        for (const instance of values) {
          const limit = sizeOf(instance) * schemaSize;
          const isValid = validators[`is${name}`]?.(countReads(instance, limit).value);
          const reports: string[] = [];
          const failures = failuresOf(validators, `validate${name}`, countReads(instance, limit).value, (id) =>
            reports.push(id),
          );
          // A missing field is reported instead of refused if an item says so.
          expect(failures.length === 0 && !reports.includes('missing-fields')).toBe(isValid);
          expect(failures.length).toBeLessThanOrEqual(Math.min(limit, 101));
          expect(reports.length).toBeLessThanOrEqual(limit);
        }
    }
  },
);
