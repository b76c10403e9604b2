import type { ErrorObject } from 'ajv';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Failure } from '../../src/runtime/validate/validators.js';
import { makeAjv } from '../agreement/ajv-checks.js';
import { runs } from '../effort.js';
import { chooseSeed } from '../seed.js';
import { failuresOf, loadSchemas } from './load-validators.js';

/*
 * Generated validators agree with ajv about schemas with keywords in every place: which values are valid, and which
 * keywords refuse the others in which places. Cases that ajv gets wrong are left out: `unevaluatedItems` beside
 * alternatives, and empty arrays with `contains` inside `not` and `if`.
 */
const seed = chooseSeed('validators beside ajv');

// There are few names and values, so that schemas and values often share them.
const names = ['a', 'b', 'x-a', 'b/c'];
const name = fc.constantFrom(...names);
const dictionary = <Value>(of: fc.Arbitrary<Value>, maxKeys: number): fc.Arbitrary<Record<string, Value>> =>
  fc.dictionary(name, of, { maxKeys, noNullPrototype: true });
const scalar = fc.constantFrom<unknown>('x', 'ab', '', 0, 1, 2.5, true, false, null);
const value = fc.oneof(
  { weight: 1, arbitrary: scalar },
  {
    weight: 2,
    arbitrary: fc.array(fc.oneof(scalar, fc.array(scalar, { minLength: 1, maxLength: 2 }), dictionary(scalar, 3)), {
      minLength: 1,
      maxLength: 4,
    }),
  },
  {
    weight: 3,
    arbitrary: dictionary(fc.oneof(scalar, dictionary(scalar, 3), fc.array(scalar, { minLength: 1, maxLength: 3 })), 4),
  },
);

const types = fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'array', 'object');
const size = fc.integer({ min: 0, max: 2 });
const componentCount = 40;
const { schema } = fc.letrec<{ schema: object | boolean; keywords: object }>((tie) => {
  const part = tie('schema');
  const parts = fc.array(part, { minLength: 1, maxLength: 3 });
  return {
    schema: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      types.map((type) => ({ type })),
      fc.constantFrom<object | boolean>(true, false, { enum: ['x', 1, null] }, { const: 'ab' }),
      fc.nat({ max: componentCount - 1 }).map((index) => ({ $ref: `#/components/schemas/S${index}` })),
      tie('keywords'),
      tie('keywords'),
    ),
    // Schemas have keywords of all groups, mostly only a few.
    keywords: fc.oneof(
      fc.record({ type: fc.uniqueArray(types, { minLength: 1, maxLength: 3 }) }),
      fc.record(
        {
          type: fc.constant('object'),
          properties: dictionary(part, 3),
          required: fc.uniqueArray(name, { maxLength: 2 }),
          additionalProperties: part,
          minProperties: size,
        },
        { requiredKeys: ['properties'] },
      ),
      fc.record(
        {
          patternProperties: part.map((each) => ({ '^x-': each })),
          propertyNames: fc.constantFrom({ maxLength: 1 }, { pattern: '^[ax]' }, { enum: ['a', 'b/c'] }),
          maxProperties: size,
          dependentRequired: fc.tuple(name, name).map(([one, other]) => ({ [one]: [other] })),
          dependentSchemas: fc.tuple(name, part).map(([one, each]) => ({ [one]: each })),
        },
        { requiredKeys: [] },
      ),
      fc.record(
        { type: fc.constant('array'), items: part, minItems: size, maxItems: size },
        { requiredKeys: ['items'] },
      ),
      fc.record(
        {
          prefixItems: parts,
          items: part,
          contains: types.map((type) => ({ type })),
          minContains: size,
          maxContains: size,
        },
        { requiredKeys: [] },
      ),
      fc.record(
        {
          type: fc.constantFrom('string', 'number', 'integer'),
          minLength: size,
          maxLength: size,
          pattern: fc.constant('^a'),
        },
        { requiredKeys: ['type'] },
      ),
      fc.record(
        { minimum: size, exclusiveMaximum: size, exclusiveMinimum: size, maximum: size, multipleOf: fc.constant(0.5) },
        { requiredKeys: [] },
      ),
      parts.map((allOf) => ({ allOf })),
      parts.map((anyOf) => ({ anyOf })),
      parts.map((oneOf) => ({ oneOf })),
      part.map((not) => ({ not })),
      fc.record({ if: part, then: part, else: part }, { requiredKeys: ['if'] }),
      fc.record(
        {
          properties: dictionary(part, 2),
          allOf: parts,
          anyOf: parts,
          unevaluatedProperties: fc.constantFrom(false, { type: 'integer' }),
        },
        { requiredKeys: ['unevaluatedProperties'] },
      ),
    ),
  };
});

// Keywords for which ajv reports the object or list, and we report the field or item that is not allowed there.
const ofParts = new Set(['additionalProperties', 'items', 'propertyNames']);

// The names of keywords in the errors of ajv.
const namesInAjv: { readonly [keyword: string]: string } = {
  false: 'false schema',
  minContains: 'contains',
  maxContains: 'contains',
};

/** Returns whether ajv reports a failure too. */
function isReported({ instancePath, schemaPointer, keyword }: Failure, errors: readonly ErrorObject[]): boolean {
  // If anything else is wrong, ajv does not check these fields.
  if (schemaPointer.includes('/unevaluatedProperties')) return true;
  const outer = instancePath.slice(0, instancePath.lastIndexOf('/'));
  return errors.some((error) => {
    if (error.instancePath === instancePath)
      return [keyword, namesInAjv[keyword], 'false schema'].includes(error.keyword);
    return error.instancePath === outer && error.keyword === keyword && ofParts.has(keyword);
  });
}

// If schemas apply each other to the same value, the stack of ajv overflows.
function attempt<Result>(ask: () => Result): Result | undefined {
  try {
    return ask();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

test('drawn schemas accept what ajv accepts and report what ajv reports', async () => {
  const drafts = fc.sample(schema, { numRuns: componentCount * Math.max(2, runs / 50), seed });
  const values = fc.sample(value, { numRuns: 80, seed });
  const wrong: unknown[] = [];
  const counts = { accepted: 0, refused: 0 };
  for (let start = 0; start < drafts.length; start += componentCount) {
    const schemas = Object.fromEntries(
      drafts.slice(start, start + componentCount).map((each, index) => [`S${index}`, each]),
    );
    const { validators } = await loadSchemas(schemas);
    const check = makeAjv({ openapi: '3.1.1', components: { schemas } });
    for (const [name, each] of Object.entries(schemas)) {
      const ajv = attempt(() => check(`/components/schemas/${name}`));
      for (const one of values) {
        const errors = attempt(() => ajv?.(one));
        if (!errors) continue;
        const isValid = errors.length === 0;
        counts[isValid ? 'accepted' : 'refused']++;
        const failures = failuresOf(validators, `validate${name}`, one);
        const others = failures.filter((failure) => !isReported(failure, errors));
        if (validators[`is${name}`]?.(one) !== isValid || (failures.length === 0) !== isValid || others.length > 0)
          wrong.push({ schema: each, value: one, isValid, others, errors });
      }
    }
  }
  console.log(
    wrong.length,
    wrong
      .slice(0, 12)
      .map((w) => JSON.stringify(w))
      .join('\n'),
  );
  expect(wrong).toEqual([]);
  expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(1000);
});
