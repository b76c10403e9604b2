import { expect, test } from 'vitest';
import { type Facts, noFacts } from './analysis/facts.js';
import { findStrictness, formatRules, getRulesOnWire, nameStrictness, reduceRules, reduceStrictness } from './rules.js';

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
] as const)('a %s (own: %j) is checked by a separate function if it differs', (view, own, facts, mayLack, expected) => {
  expect(nameStrictness(reduceStrictness(findStrictness(view, own), facts, mayLack), view)).toBe(expected);
});

test('a request with the same type as the response is complete', () => {
  expect(nameStrictness(reduceStrictness(findStrictness('request', false), both, true), 'response')).toBe('Complete');
});

test.each([
  ['a response', 'response', 'response', false, 'response'],
  ['a request that is the same', 'request', '', false, 'response'],
  ['a request that differs in what is readOnly', 'request', 'request received', false, 'request'],
  ['a request that differs in defaults alone', 'request', 'request', true, 'request'],
  ['a request that would differ in optional defaults alone', 'request', 'request', false, 'response'],
  ['a received request that differs', 'received', 'received', false, 'received'],
  ['a received request that is the same', 'received', 'request', false, 'response'],
] as const)('%s has a separate function if its values differ', (_, view, differing, requiredDefaults, expected) => {
  const differs = (one: string): boolean => differing.split(' ').includes(one);
  expect(reduceRules(getRulesOnWire(view), { ...noFacts, requiredDefaults }, differs).view).toBe(expected);
});

test.each([
  ['response', noFacts, 'response'],
  ['response', { ...noFacts, defaults: true }, 'response filled'],
  ['response', { ...noFacts, children: true }, 'response children'],
  ['response', { ...noFacts, defaults: true, children: true }, 'response filled children'],
  ['received', { ...noFacts, defaults: true }, 'received filled'],
  ['request', { ...noFacts, defaults: true, requiredDefaults: true }, 'request'],
] as const)('a guard of a %s checks for defaults and children only if there are any: %#', (view, facts, expected) => {
  const all = { view, filled: true, children: true };
  expect(formatRules(reduceRules(all, facts, (one) => one !== 'response'))).toBe(expected);
  expect(formatRules(reduceRules(getRulesOnWire(view), facts, (one) => one !== 'response'))).toBe(view);
});
