import { expect, test } from 'vitest';
import type { JsonValue } from '../../src/model/element.js';
import { getJsonType, getNarrowestType, isOfType } from '../../src/model/json-type.js';
import type { JsonType } from '../../src/model/schema.js';

const rows: readonly (readonly [JsonValue, readonly JsonType[]])[] = [
  [null, ['null']],
  [false, ['boolean']],
  ['', ['string']],
  [1.5, ['number']],
  [1, ['number', 'integer']],
  [-0, ['number', 'integer']],
  [1e300, ['number', 'integer']],
  [[], ['array']],
  [{}, ['object']],
];
const types: readonly JsonType[] = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'];

test.each(rows)('%j has the types %j', (value, expected) => {
  expect(getJsonType(value)).toBe(expected[0]);
  expect(getNarrowestType(value)).toBe(expected.at(-1));
  expect(types.filter((type) => isOfType(value, type))).toEqual(types.filter((type) => expected.includes(type)));
});
