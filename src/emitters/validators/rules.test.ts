import { expect, test } from 'vitest';
import type { Facts } from './analysis/facts.js';
import { reduceStrictness, strictnessName, strictnessOf } from './rules.js';

const none: Facts = {
  recursive: false,
  deep: false,
  properties: false,
  values: false,
  defaults: false,
  readOnly: false,
  requiredDefaults: false,
  children: false,
  dynamic: new Set(),
};
const both: Facts = { ...none, properties: true, values: true };

test.each([
  ['response', false, none, true, ''],
  ['response', false, both, true, ''],
  ['response', true, none, true, ''],
  ['response', true, { ...none, properties: true }, true, 'Complete'],
  ['response', true, { ...none, properties: true }, false, ''],
  ['response', true, { ...none, values: true }, false, 'Strict'],
  ['response', true, both, true, 'Strict'],
  ['request', false, both, true, ''],
  ['received', false, both, true, ''],
] as const)(
  'a %s (own: %j) is checked by a function of its own where it differs',
  (view, own, facts, mayLack, expected) => {
    expect(strictnessName(reduceStrictness(strictnessOf(view, own), facts, mayLack), view)).toBe(expected);
  },
);

test('a request that has the type of the response is complete', () => {
  expect(strictnessName(reduceStrictness(strictnessOf('request', false), both, true), 'response')).toBe('Complete');
});
