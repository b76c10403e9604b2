import { expect, test } from 'vitest';
import type { JsonValue } from '../../model/element.js';
import type { JsonType } from '../../model/schema.js';
import { formatCount, formatKinds, formatValues } from './expectation.js';

test.each([
  [0, '0 items'],
  [1, '1 item'],
  [2, '2 items'],
])('a failure states a count: %i', (count, text) => {
  expect(formatCount(count, 'item')).toBe(text);
});

test.each<[JsonType[], string]>([
  [[], 'absent'],
  [['string'], 'a string'],
  [['null', 'string'], 'a string or null'],
  [['object', 'array', 'boolean'], 'true or false, an array or an object'],
  [['integer'], 'an integer'],
  [['number'], 'a number'],
])('a failure states types: %j', (kinds, text) => {
  expect(formatKinds(new Set(kinds))).toBe(text);
});

const count = (length: number): number[] => Array.from({ length }, (_, index) => index);

test.each<[JsonValue[], string]>([
  [['a'], '"a"'],
  [['a', null], 'one of "a", null'],
  [count(12), 'one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11'],
  [count(14), 'one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 2 more'],
  [['x'.repeat(58)], `"${'x'.repeat(58)}"`],
  [['x'.repeat(59)], `"${'x'.repeat(59)}…`],
])('a failure states values, and shortens long ones: %j', (values, text) => {
  expect(formatValues(values)).toBe(text);
});
