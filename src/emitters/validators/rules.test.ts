import { expect, test } from 'vitest';
import { type Facts, noFacts } from './analysis/facts.js';
import { findStrictness, nameStrictness, reduceStrictness } from './rules.js';

const both: Facts = { ...noFacts, properties: true, values: true };

test.each([
  ['response', false, noFacts, true, ''],
  ['response', false, both, true, ''],
  ['response', true, noFacts, true, ''],
  ['response', true, { ...noFacts, properties: true }, true, 'Complete'],
  ['response', true, { ...noFacts, properties: true }, false, ''],
  ['response', true, { ...noFacts, values: true }, false, 'Strict'],
  ['response', true, both, true, 'Strict'],
  ['request', false, both, true, ''],
  ['received', false, both, true, ''],
] as const)(
  'a %s (own: %j) is checked by a function of its own where it differs',
  (view, own, facts, mayLack, expected) => {
    expect(nameStrictness(reduceStrictness(findStrictness(view, own), facts, mayLack), view)).toBe(expected);
  },
);

test('a request that has the type of the response is complete', () => {
  expect(nameStrictness(reduceStrictness(findStrictness('request', false), both, true), 'response')).toBe('Complete');
});
