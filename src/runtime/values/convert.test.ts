import { expect, test } from 'vitest';
import {
  type Conversion,
  ConversionError,
  checkToWire,
  fromWire,
  liftIntegers,
  narrowIntegers,
  toWire,
} from './convert.js';

const plan: Conversion = {
  properties: { 'a~/b': 'int64', at: 'date-time', day: 'date', list: { first: ['int64'], items: 'date' } },
  patterns: [[/^n_/, 'int64']],
};

test.each([2n ** 63n - 1n, -(2n ** 63n), 2n ** 53n])('%s is a 64-bit integer', (value) => {
  expect(fromWire(value, 'int64')).toBe(value);
});

test('a number that is a safe integer becomes a bigint', () => {
  expect(fromWire(7, 'int64')).toBe(7n);
});

test.each([2n ** 63n, -(2n ** 63n) - 1n, 2 ** 53, 1.5])('%s is not a 64-bit integer', (value) => {
  expect(() => fromWire(value, 'int64')).toThrow(ConversionError);
  expect(new ConversionError('/a', 'a valid Date').name).toBe('ConversionError');
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

test('a first item without a conversion does not get that of the other items', () => {
  const tuple: Conversion = { first: [undefined, 'int64'], items: 'date' };
  const wire = ['2024-01-31', 7, '2024-01-31'];
  const code = fromWire(wire, tuple);
  expect(code).toEqual(['2024-01-31', 7n, new Date('2024-01-31T00:00:00Z')]);
  expect(toWire(code, tuple)).toEqual(wire);
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

test.each([
  // A leap second becomes the first second of the next minute, as in clocks.
  ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
  ['2016-12-31t23:59:60.5z', '2017-01-01T00:00:00.500Z'],
  ['2024-01-31t10:00:59z', '2024-01-31T10:00:59.000Z'],
  // Digits after the milliseconds are dropped.
  ['2024-01-31T10:00:00.1239Z', '2024-01-31T10:00:00.123Z'],
  ['2024-01-31T10:00:00.12+01:00', '2024-01-31T09:00:00.120Z'],
])('the time %s is %s', (text, expected) => {
  expect(fromWire(text, 'date-time')).toEqual(new Date(expected));
});

test.each<[unknown, Conversion]>([
  [new Date(Number.NaN), 'date-time'],
  [new Date(Number.NaN), 'date'],
  [new Date(Date.UTC(10_000, 0)), 'date-time'],
  [new Date('2024-01-31T00:00:00.001Z'), 'date'],
  [2n ** 63n, 'int64'],
])('%s cannot be sent as %s', (value, conversion) => {
  expect(() => toWire(value, conversion)).toThrow(ConversionError);
});

test('a value that cannot be sent is reported, and becomes one that JSON Schema refuses', () => {
  const check = (value: unknown, conversion: Conversion): unknown[] => {
    const misfits: string[] = [];
    return [checkToWire(value, conversion, (path, needed) => misfits.push(`${path} ${needed}`)), misfits];
  };
  const day = new Date('2024-01-31');
  expect(check({ at: day, day, n_1: 5n, x: 1 }, plan)).toEqual([
    { at: '2024-01-31T00:00:00Z', day: '2024-01-31', n_1: 5, x: 1 },
    [],
  ]);
  expect(check({ at: '2024-01-31T00:00:00Z', n_1: 5, day: 5 }, plan)).toEqual([
    { at: false, n_1: false, day: 5 },
    ['/at a Date', '/n_1 a bigint'],
  ]);
  const wrong = check({ day: new Date(Number.NaN), n_1: 2n ** 64n }, plan);
  expect(wrong).toEqual([
    { day: '', n_1: 2n ** 64n },
    ['/day a valid Date of the years 0 to 9999', '/n_1 a 64-bit integer'],
  ]);
  expect(check(['x', 5], { first: ['int64'], items: 'int64' })).toEqual([['x', false], ['/1 a bigint']]);
  expect(check({ day: new Date('2024-01-31T00:00:00.001Z') }, plan)).toEqual([
    { day: '' },
    ['/day a Date at midnight in UTC'],
  ]);
});

test('integers that were read with all digits become numbers, except for int64', () => {
  const big = 2n ** 60n;
  expect(narrowIntegers({ n_1: big, x: big, list: [big, big, 'a'] }, plan)).toEqual({
    n_1: big,
    x: 2 ** 60,
    list: [big, 2 ** 60, 'a'],
  });
});

test('a property chooses the conversion, and parts may contain themselves', () => {
  const node: Conversion = () => ({ properties: { at: 'date', next: node } });
  const either: Conversion = { by: 'kind', cases: { node }, others: { properties: { at: 'int64' } } };
  const inner = { kind: 'node', at: '2024-01-31', next: { at: '2024-01-31' } };
  const at = new Date('2024-01-31');
  expect(fromWire(inner, either)).toEqual({ kind: 'node', at, next: { at } });
  expect(fromWire({ kind: 'other', at: 1 }, either)).toEqual({ kind: 'other', at: 1n });
  expect(fromWire({ kind: 'toString', at: 1 }, either)).toEqual({ kind: 'toString', at: 1n });
});

test('a value that needs no conversion is the same object', () => {
  const value = { x: [1, { y: 2 }], at: null };
  expect(fromWire(value, plan)).toBe(value);
  expect(toWire(value, plan)).toBe(value);
});

test('a value that is sent without a conversion may contain itself, because its class can write it', () => {
  const value = { self: {}, toJSON: () => 'x' };
  value.self = value;
  expect(toWire({ x: value }, plan)).toEqual({ x: value });
});
