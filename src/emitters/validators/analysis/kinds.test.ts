import { expect, test } from 'vitest';
import type { JsonType } from '../../../model/schema.js';
import { allKinds, areKindsDisjoint, hasGroup, hasSameKinds, reduceKinds, uniteKinds } from './kinds.js';

const set = (...kinds: JsonType[]): ReadonlySet<JsonType> => new Set(kinds);

test.each<[JsonType[], JsonType[], JsonType[]]>([
  [['string', 'null'], ['string'], ['string']],
  [['string'], ['null'], []],
  [['number'], ['integer'], ['integer']],
  [['integer'], ['number'], ['integer']],
  [['integer'], ['integer'], ['integer']],
  [['number'], ['number', 'integer'], ['number']],
  [['number', 'array'], ['array', 'object'], ['array']],
])('of the types %j, the keyword type %j allows %j', (kinds, types, left) => {
  expect([...reduceKinds(set(...kinds), types)]).toEqual(left);
  expect(areKindsDisjoint(set(...kinds), set(...types))).toBe(left.length === 0);
});

test('without `type`, all types are allowed', () => {
  expect(reduceKinds(allKinds, undefined)).toBe(allKinds);
});

test('a number of either kind is a number', () => {
  expect([...uniteKinds(set('integer'), set('number', 'null'))]).toEqual(['number', 'null']);
  expect([...uniteKinds(set('integer'), set('null'))]).toEqual(['integer', 'null']);
});

test('sets are the same with the same types in any order', () => {
  expect(hasSameKinds(set('null', 'string'), set('string', 'null'))).toBe(true);
  expect(hasSameKinds(set('null', 'string'), set('null'))).toBe(false);
  expect(hasSameKinds(set('null'), set('null', 'string'))).toBe(false);
  expect(hasSameKinds(set('null'), set('string'))).toBe(false);
});

test('integers belong to the group of numbers', () => {
  expect(hasGroup(set('integer'), 'number')).toBe(true);
  expect(hasGroup(set('number'), 'number')).toBe(true);
  expect(hasGroup(set('string'), 'number')).toBe(false);
  expect(hasGroup(set('integer'), 'string')).toBe(false);
});
