import { expect, test } from 'vitest';
import { pointerToken } from '../values/pointer.js';
import { areEqual, areUnique, countCharacters, countFields, isMultipleOf } from './validators.js';

test.each([
  [0.3, 0.1, true],
  [0.0075, 0.0001, true],
  [19.99, 0.01, true],
  [0.35, 0.1, false],
  [1e308, 0.5, true],
  [1e308, 0.123456789, false],
  [1e-7, 1e-8, true],
  [-4.5, 1.5, true],
  [0, 0.1, true],
  [Number.NaN, 0.1, false],
  [Number.POSITIVE_INFINITY, 0.1, false],
])('%d is a multiple of %d as written: %j', (value, divisor, expected) => {
  expect(isMultipleOf(value, divisor)).toBe(expected);
});

test('characters are code points', () => {
  expect(['', 'abc', 'é', '😀a', '\ud83d', '\ude00\ud83d', '👨‍👩‍👧'].map(countCharacters)).toEqual([
    0, 3, 1, 2, 1, 2, 5,
  ]);
});

test('values are equal as JSON', () => {
  expect(areEqual({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toBe(true);
  expect(areEqual({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true);
  expect(areEqual({ a: 1, b: undefined }, { a: 1 })).toBe(true);
  expect(areEqual([1], { 0: 1 })).toBe(false);
  expect(areEqual({}, JSON.parse('{"__proto__":1}'))).toBe(false);
  expect(areEqual({}, { toString: 1 })).toBe(false);
  expect(areEqual(0, false)).toBe(false);
});

test('items are unique unless equal as JSON', () => {
  const unique = (items: unknown[]): boolean => areUnique(items, 0);
  expect(unique([1, '1', true, 'true', null, 'null', [1], ['1'], {}, []])).toBe(true);
  expect(
    unique([
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ]),
  ).toBe(false);
  expect(unique(['[1]', [1], '{}', {}])).toBe(true);
  expect(unique([[{}], [{}]])).toBe(false);
});

test('absent fields are not counted, and names become tokens', () => {
  expect(countFields({ a: 1, b: undefined })).toBe(1);
  expect(['a', 'a/b', '~1', ''].map(pointerToken)).toEqual(['a', 'a~1b', '~01', '']);
});

test.each([
  ['', 0],
  ['ab', 2],
  ['\u{1f388}', 1],
  ['\u{1f388}\u{1f388}a', 3],
  // A surrogate that is alone, or in the wrong order, counts as one character.
  ['\ud83c', 1],
  ['a\udf88', 2],
  ['\udf88\ud83c', 2],
  ['\ud83ca', 2],
  ['\ud83c\ud83c\udf88', 2],
])('%j has %i characters', (text, count) => {
  expect(countCharacters(text)).toBe(count);
});
