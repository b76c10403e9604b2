import { expect, test } from 'vitest';
import { type Conversion, ConversionError, fromWire, liftIntegers, toWire } from './convert.js';

const plan: Conversion = {
  properties: { 'a~/b': 'int64', at: 'date-time', day: 'date', list: { first: ['int64'], items: 'date' } },
  patterns: [[/^n_/, 'int64']],
};

test.each([2n ** 63n - 1n, -(2n ** 63n), 2n ** 53n])('%s is an integer of 64 bits', (value) => {
  expect(fromWire(value, 'int64')).toBe(value);
});

test('a number that is a safe integer becomes a bigint', () => {
  expect(fromWire(7, 'int64')).toBe(7n);
});

test.each([2n ** 63n, -(2n ** 63n) - 1n, 2 ** 53, 1.5])('%s is not an integer of 64 bits', (value) => {
  expect(() => fromWire(value, 'int64')).toThrow(ConversionError);
});

test('other integers become numbers, also if they were read with all their digits', () => {
  expect(fromWire({ count: 5n, n_x: 5 }, plan)).toEqual({ count: 5, n_x: 5n });
  expect(fromWire(5n, undefined)).toBe(5);
});

test('an error names the place of the value by a JSON pointer', () => {
  const failing = (value: unknown): unknown => {
    try {
      return fromWire(value, plan);
    } catch (error) {
      return error instanceof ConversionError && error.instancePath;
    }
  };
  expect(failing({ 'a~/b': 2n ** 63n })).toBe('/a~0~1b');
  expect(failing({ list: [1, '2024-02-30'] })).toBe('/list/1');
});

test('dates and times are converted in both directions, in a copy', () => {
  const wire = { at: '2024-01-31T10:00:00Z', day: '2024-01-31', list: [7, '2024-01-31'], other: '2024-01-31' };
  const code = fromWire(wire, plan);
  const day = new Date('2024-01-31T00:00:00Z');
  expect(code).toEqual({ at: new Date(wire.at), day, list: [7n, day], other: '2024-01-31' });
  expect(wire.day).toBe('2024-01-31');
  expect(toWire(code, plan)).toEqual(wire);
});

test.each([
  ['7', 7],
  ['-7', -7],
  ['0', 0],
  ['9007199254740993', 9007199254740993n],
  ['07', '07'],
  ['7 ', '7 '],
  ['12345678901234567890', '12345678901234567890'],
])('the text %j of an integer parameter is read as %s', (text, expected) => {
  expect(liftIntegers(text, 'int64')).toBe(expected);
  expect(liftIntegers(text, 'date')).toBe(text);
});
