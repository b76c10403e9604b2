import { expect, test } from 'vitest';
import { type Facts, noFacts } from './analysis/facts.js';
import {
  findStrictness,
  formatRules,
  getRulesOfGuard,
  getRulesOnWire,
  nameStrictness,
  reduceRules,
  reduceStrictness,
} from './rules.js';

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
  ['a response', 'response', { requiredAbsent: true }, 'response'],
  ['a request that lacks a required property', 'request', { readOnly: true, requiredAbsent: true }, 'request'],
  ['a request that lacks an optional property', 'request', { readOnly: true }, 'response'],
  ['a request that differs in required defaults', 'request', { defaults: true, requiredDefaults: true }, 'request'],
  ['a request that differs in optional defaults alone', 'request', { defaults: true }, 'response'],
  ['a received request that lacks a required property', 'received', { requiredAbsent: true }, 'received'],
  ['a received request that lacks an optional property', 'received', { readOnly: true }, 'response'],
  ['a received request with defaults', 'received', { defaults: true, requiredDefaults: true }, 'response'],
] as const)('%s has a separate function on the wire if its values differ', (_, view, facts, expected) => {
  expect(formatRules(reduceRules(getRulesOnWire(view), { ...noFacts, ...facts }, () => true))).toBe(expected);
});

test.each(['request', 'received'] as const)('a %s of the same type has no separate function', (view) => {
  const facts = { ...noFacts, defaults: true, requiredAbsent: true, requiredDefaults: true };
  for (const rules of [getRulesOnWire(view), getRulesOfGuard(view)])
    expect(formatRules(reduceRules(rules, facts, () => false))).toBe('response');
});

test.each([
  ['response', {}, 'response'],
  ['response', { defaults: true }, 'response'],
  ['response', { children: true }, 'response children'],
  ['received', { defaults: true }, 'received filled'],
  ['received', { children: true, requiredAbsent: true }, 'received children'],
  ['request', { defaults: true }, 'response'],
  ['request', { defaults: true, requiredDefaults: true }, 'request'],
] as const)('a guard of a %s checks for defaults and children only if there are any: %#', (view, facts, expected) => {
  expect(formatRules(reduceRules(getRulesOfGuard(view), { ...noFacts, ...facts }, () => true))).toBe(expected);
});
