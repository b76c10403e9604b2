import { describe, expect, test } from 'vitest';
import { loadSchemas } from '../../../test/validators/load-validators.js';

/** Defaults are filled in at every place of a value that is a described object. */
const object = (properties: object, more: object = {}): object => ({ type: 'object', properties, ...more });
const one = object({ y: { default: 1 } });

const rows: readonly [what: string, schema: object, value: unknown, filled: unknown][] = [
  ['a property that is absent', one, {}, { y: 1 }],
  ['no property that is there, null included', one, { y: null }, { y: null }],
  ['nothing of what is no object', one, [7], [7]],
  ['a property of a property', object({ a: one }), { a: {} }, { a: { y: 1 } }],
  ['no object that is absent', object({ a: one }), {}, {}],
  ['every item', { type: 'array', items: one }, [{}, { y: 2 }, 3], [{ y: 1 }, { y: 2 }, 3]],
  ['the first items', { prefixItems: [one] }, [{}, {}], [{ y: 1 }, {}]],
  ['every part of allOf', { allOf: [one, object({ z: { default: 2 } })] }, {}, { y: 1, z: 2 }],
  [
    'properties by pattern, and the others',
    object(
      { first: { default: 'a' } },
      { patternProperties: { '^x-': one }, additionalProperties: object({ z: { default: 2 } }) },
    ),
    { 'x-a': {}, b: {} },
    { first: 'a', 'x-a': { y: 1 }, b: { z: 2 } },
  ],
  [
    'the alternative that accepts the value',
    { oneOf: [{ type: 'string' }, object({ name: { type: 'string' }, y: { default: 1 } }, { required: ['name'] })] },
    { name: 'a' },
    { name: 'a', y: 1 },
  ],
  [
    'no alternative that refuses the value',
    {
      anyOf: [
        object({ kind: { const: 'a' }, y: { default: 1 } }, { required: ['kind'] }),
        object({ kind: { const: 'b' }, z: { default: 2 } }, { required: ['kind'] }),
      ],
    },
    { kind: 'b' },
    { kind: 'b', z: 2 },
  ],
  ['an alternative that accepts everything', { anyOf: [true, one] }, {}, { y: 1 }],
];

describe('defaults', () => {
  test.each(rows)('fill in %s', async (_, schema, value, filled) => {
    const { validators } = await loadSchemas({ Row: schema });
    const before = structuredClone(value);
    expect(validators['withRowDefaults']?.(value) ?? value).toEqual(filled);
    expect(value, 'the value itself is not changed').toEqual(before);
  });

  test('of a child are filled in by the discriminator of its parent', async () => {
    const child = (properties: object): object => ({
      allOf: [{ $ref: '#/components/schemas/Pet' }, object(properties)],
    });
    const { validators } = await loadSchemas({
      Pet: object(
        { kind: { type: 'string' }, age: { default: 0 } },
        {
          required: ['kind'],
          discriminator: {
            propertyName: 'kind',
            mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' },
          },
        },
      ),
      Cat: child({ lives: { type: 'integer', default: 9 } }),
      Dog: child({ bark: { type: 'string', default: 'loud' } }),
    });
    const fill = (kind: string): unknown => validators['withPetDefaults']?.({ kind });
    expect(fill('cat')).toEqual({ kind: 'cat', age: 0, lives: 9 });
    expect(fill('dog')).toEqual({ kind: 'dog', age: 0, bark: 'loud' });
    expect(fill('cow')).toEqual({ kind: 'cow', age: 0 });
  });
});
