import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readList } from '../read-list.js';
import { describeSchemas, emitInto, nameFiles, refused, temporaryFolder } from '../types/emission.js';
import { loadSchemas } from '../validators/load-validators.js';

/**
 * An entry of the lists of this folder, with a schema and a value that prove it: types and validators disagree about
 * the value.
 */
interface Example {
  readonly schema: object;
  readonly value: unknown;
}

const list = { type: 'array', items: { type: 'integer' } };
const object = { type: 'object', properties: { a: { type: 'string' } } };

/** Values that validators refuse and types accept. */
const untyped: { readonly [keyword: string]: Example } = {
  'type: integer': { schema: { type: 'integer' }, value: 1.5 },
  minimum: { schema: { type: 'number', minimum: 1 }, value: 0 },
  maximum: { schema: { type: 'number', maximum: 1 }, value: 2 },
  exclusiveMinimum: { schema: { type: 'number', exclusiveMinimum: 1 }, value: 1 },
  exclusiveMaximum: { schema: { type: 'number', exclusiveMaximum: 1 }, value: 1 },
  multipleOf: { schema: { type: 'number', multipleOf: 2 }, value: 1 },
  minLength: { schema: { type: 'string', minLength: 1 }, value: '' },
  maxLength: { schema: { type: 'string', maxLength: 1 }, value: 'ab' },
  pattern: { schema: { type: 'string', pattern: '^a' }, value: 'b' },
  minItems: { schema: { ...list, minItems: 1 }, value: [] },
  maxItems: { schema: { ...list, maxItems: 1 }, value: [1, 2] },
  uniqueItems: { schema: { ...list, uniqueItems: true }, value: [1, 1] },
  contains: { schema: { ...list, contains: { const: 1 } }, value: [2] },
  minProperties: { schema: { ...object, minProperties: 1 }, value: {} },
  maxProperties: { schema: { ...object, maxProperties: 0 }, value: { a: 'x' } },
  propertyNames: { schema: { type: 'object', propertyNames: { pattern: '^a' } }, value: { b: 1 } },
  additionalProperties: { schema: { ...object, additionalProperties: false }, value: { a: 'x', b: 1 } },
  unevaluatedProperties: { schema: { ...object, unevaluatedProperties: false }, value: { a: 'x', b: 1 } },
  oneOf: { schema: { oneOf: [{ type: 'string' }, { type: 'string', minLength: 1 }] }, value: 'a' },
  not: { schema: { type: 'string', not: { const: 'a' } }, value: 'a' },
};

const kinds = {
  Cat: { type: 'object', required: ['kind', 'lives'], properties: { kind: { type: 'string' } } },
  Dog: { type: 'object', required: ['kind', 'tricks'], properties: { kind: { type: 'string' } } },
};
const oneOf = Object.keys(kinds).map((name) => ({ $ref: `#/components/schemas/${name}` }));

/** Values that types refuse and validators accept. */
const narrower: { readonly [keyword: string]: Example } = {
  properties: { schema: { properties: object.properties }, value: 1 },
  required: { schema: { required: ['a'] }, value: 1 },
  additionalProperties: { schema: { additionalProperties: { type: 'string' } }, value: 1 },
  items: { schema: { items: { type: 'string' } }, value: 1 },
  prefixItems: { schema: { prefixItems: [{ type: 'string' }] }, value: 1 },
  discriminator: { schema: { oneOf, discriminator: { propertyName: 'kind' } }, value: { kind: 'cow', lives: 9 } },
};

/** Returns the keywords whose value the type accepts, and the keywords whose value the guard accepts. */
async function tryExamples(examples: typeof untyped): Promise<{ byType: string[]; byGuard: string[] }> {
  const rows = Object.entries(examples);
  const schemas = { ...Object.fromEntries(rows.map(([, { schema }], index) => [`S${index}`, schema])), ...kinds };
  const folder = temporaryFolder();
  emitInto(join(folder, 'out'), nameFiles(describeSchemas(schemas)));
  const { validators } = await loadSchemas(schemas);
  // Passes the values through a function, because TypeScript refuses further members in a literal.
  const modules = rows.map(([, { value }], index) => [
    `s${index}`,
    `import type { S${index} } from './out/types/index.js';
declare function same<Value>(value: Value): Value;
export const value: S${index} = same(${JSON.stringify(value)});
`,
  ]);
  const wrong = refused(folder, Object.fromEntries(modules));
  return {
    byType: rows.flatMap(([keyword], index) => (wrong.includes(`s${index}`) ? [] : [keyword])),
    byGuard: rows.flatMap(([keyword, { value }], index) => (validators[`isS${index}`]?.(value) ? [keyword] : [])),
  };
}

test('untyped-keywords.txt lists the keywords that no type expresses', async () => {
  const keywords = [...readList('untyped-keywords.txt', import.meta.url)];
  expect(await tryExamples(untyped)).toEqual({ byType: keywords, byGuard: [] });
});

test('narrower-types.txt lists the keywords whose types refuse valid values', async () => {
  const keywords = [...readList('narrower-types.txt', import.meta.url)];
  expect(await tryExamples(narrower)).toEqual({ byType: [], byGuard: keywords });
});
