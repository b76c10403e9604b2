import { expect, test } from 'vitest';
import { writeSchema } from '../../test/model/write-schema.js';
import { findDispatch } from './allowed-types.js';
import type { JsonValue } from './element.js';
import type { KeywordSchema, Schema } from './schema.js';

/** Builds an object schema. The argument contains the allowed values of each property. */
function member(
  properties: { readonly [name: string]: readonly JsonValue[] },
  more: Partial<KeywordSchema> = {},
): Schema {
  const list = Object.entries(properties).map(([name, values]) => ({
    name,
    schema: writeSchema(name, { enum: values }),
  }));
  return writeSchema('member', { types: ['object'], required: Object.keys(properties), properties: list, ...more });
}

test.each<[string, Schema[], string | undefined]>([
  ['other values in each', [member({ kind: ['a'] }), member({ kind: ['b', 'c'] })], 'kind'],
  ['the same value in two', [member({ kind: ['a'] }), member({ kind: ['b', 'a'] })], undefined],
  ['only another property differs', [member({ kind: ['a'], of: ['x'] }), member({ kind: ['a'], of: ['y'] })], 'of'],
  ['one has no such property', [member({ kind: ['a'] }), member({ of: ['b'] })], undefined],
  ['it is optional in one', [member({ kind: ['a'] }), member({ kind: ['b'] }, { required: [] })], undefined],
  ['one is no object', [member({ kind: ['a'] }), member({ kind: ['b'] }, { types: ['array'] })], undefined],
  ['one may be null', [member({ kind: ['a'] }), member({ kind: ['b'] }, { types: ['object', 'null'] })], undefined],
  ['values that are no texts', [member({ kind: [1] }), member({ kind: [2] })], undefined],
  [
    'a base lists the values of all',
    ['a', 'b'].map((kind) => writeSchema(kind, { allOf: [member({ kind: ['a', 'b'] }), member({ kind: [kind] })] })),
    'kind',
  ],
  ['a member alone', [member({ kind: ['a'] })], undefined],
  ['none', [], undefined],
  [
    'behind $ref and allOf',
    [writeSchema('r', { ref: member({ kind: ['a'] }) }), writeSchema('p', { allOf: [member({ kind: ['b'] })] })],
    'kind',
  ],
])('the property that selects a member of a union: %s', (_, members, property) => {
  expect(findDispatch(members)?.property).toBe(property);
});

test('the discriminator is preferred, and each member has its values', () => {
  const members = [member({ kind: ['a'], of: ['x'] }), member({ kind: ['b'], of: ['y', 'z'] })];
  expect(findDispatch(members, 'of')).toEqual({
    property: 'of',
    rows: [
      { schema: members[0], values: ['x'] },
      { schema: members[1], values: ['y', 'z'] },
    ],
  });
});

test('a value may be a constant in the target of a reference', () => {
  const tagged = (value: string): Schema => {
    const schema = writeSchema('tag', { ref: writeSchema('value', { const: value }) });
    return writeSchema('member', { types: ['object'], required: ['kind'], properties: [{ name: 'kind', schema }] });
  };
  expect(findDispatch([tagged('a'), tagged('b')])?.property).toBe('kind');
  expect(findDispatch([tagged('a'), tagged('a')])).toBeUndefined();
});
