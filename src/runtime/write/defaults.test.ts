import { expect, test } from 'vitest';
import { fillItems, fillMembers, fillOthers, fillTagged } from './defaults.js';

const double = (value: unknown): unknown => Number(value) * 2;

test.each<[string, unknown, unknown]>([
  ['an absent member', fillMembers({}, { a: 1 }), { a: 1 }],
  ['a member without a value', fillMembers({ a: undefined }, { a: 1 }), { a: 1 }],
  ['a member that is there', fillMembers({ a: null, b: 2 }, { a: 1 }), { a: null, b: 2 }],
  ['members of members', fillMembers({ a: 2 }, { b: 3 }, { a: double, b: double, c: double }), { a: 4, b: 6 }],
  ['a member named __proto__', fillMembers(JSON.parse('{"__proto__":1}'), {}), JSON.parse('{"__proto__":1}')],
  ['no object', fillMembers('a', { a: 1 }), 'a'],
  ['an array is no object', fillMembers([1], { a: 1 }), [1]],
  ['items', fillItems([1, 2], double), [2, 4]],
  ['no items', fillItems('a', double), 'a'],
  ['other members', fillOthers({ a: 1, b: 2 }, ['a'], double), { a: 1, b: 4 }],
  ['others of no object', fillOthers(null, [], double), null],
  ['the alternative of a tag', fillTagged({ kind: 'a' }, 'kind', { a: () => 'filled' }), 'filled'],
  ['the alternative of no tag', fillTagged({ kind: 'b' }, 'kind', { a: () => 'filled' }), { kind: 'b' }],
  ['a tag that is no text', fillTagged({ kind: 1 }, 'kind', { 1: () => 'filled' }), { kind: 1 }],
  ['a tag with an inherited name', fillTagged({ kind: 'valueOf' }, 'kind', {}), { kind: 'valueOf' }],
  ['an inherited tag', fillTagged(Object.create({ kind: 'a' }), 'kind', { a: () => 'filled' }), {}],
  ['the tag of no object', fillTagged('a', 'kind', { a: () => 'filled' }), 'a'],
])('defaults: %s', (_, filled, expected) => {
  expect(filled).toEqual(expected);
});
