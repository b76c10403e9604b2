import { expect, test } from 'vitest';
import { testAnswers } from '../../../test/validators/answers.js';
import { evaluate } from '../../../test/validators/evaluate.js';
import { formatCount } from '../../diagnostics/show-text.js';
import type { JsonValue } from '../../model/element.js';
import { buildTypes } from '../../model/json-type.js';
import type { JsonType } from '../../model/schema.js';
import { findFormatCall, findNumberFormat, formatKinds, formatValues } from './assertions.js';
import { nameLocal } from './body.js';

// Not in the range of UTF-16: two code units, one character.
const cat = '\u{1f408}';

testAnswers({
  schemas: {
    Between: { type: 'number', minimum: 1, maximum: 3 },
    Inside: { type: 'number', exclusiveMinimum: 1, exclusiveMaximum: 3 },
    Even: { type: 'integer', multipleOf: 2 },
    Cents: { type: 'number', multipleOf: 0.01 },
    Name: { type: 'string', minLength: 2, maxLength: 3, pattern: '^[^x]' },
    Filled: { type: 'string', minLength: 1 },
    Empty: { type: 'string', maxLength: 0 },
    Few: { type: 'array', minItems: 1, maxItems: 2, uniqueItems: true },
    OfEach: { minimum: 2, minLength: 2, minItems: 2, minProperties: 2 },
    Port: { type: 'integer', format: 'int32' },
    Nothing: { type: 'string', minimum: 5, minItems: 2 },
  },
  answers: [
    ['isBetween', 1, true],
    ['isBetween', 3, true],
    ['validateBetween', 0.5, [' | Between/minimum | must be at least 1']],
    ['validateBetween', 3.5, [' | Between/maximum | must be at most 3']],
    ['isInside', 2.9, true],
    ['validateInside', 1, [' | Inside/exclusiveMinimum | must be greater than 1']],
    ['validateInside', 3, [' | Inside/exclusiveMaximum | must be less than 3']],
    ['isEven', -4, true],
    ['validateEven', 3, [' | Even/multipleOf | must be a multiple of 2']],
    ['isCents', 1.1, true],
    ['isCents', 1.115, false],
    ['isName', `${cat}${cat}`, true],
    ['isName', `${cat}${cat}${cat}`, true],
    ['validateName', cat, [' | Name/minLength | must have at least 2 characters']],
    ['validateName', `${cat}${cat}${cat}a`, [' | Name/maxLength | must have at most 3 characters']],
    ['validateName', 'xa', [' | Name/pattern | must match the pattern ^[^x]']],
    ['isFilled', '', false],
    ['isFilled', 'a', true],
    ['isEmpty', '', true],
    ['isEmpty', 'a', false],
    ['isFew', [1, '1'], true],
    ['validateFew', [], [' | Few/minItems | must have at least 1 item']],
    [
      'validateFew',
      [{ a: [1] }, { a: [1] }, 2],
      [' | Few/maxItems | must have at most 2 items', ' | Few/uniqueItems | must have no two equal items'],
    ],
    ['isOfEach', null, true],
    ['isOfEach', true, true],
    ['isOfEach', 1, false],
    ['isOfEach', 'a', false],
    ['isOfEach', [1], false],
    ['isOfEach', { a: 1 }, false],
    ['isOfEach', { a: 1, b: 2 }, true],
    ['isPort', 2 ** 31 - 1, true],
    ['isPort', 2 ** 31, false],
    ['isNothing', '', true],
  ],
});

const largest = 3.402_823_466_385_288_6e38;
const name = nameLocal('v');

// Tests with and without exact integers.
const both = [false, true];

test.each<[format: string, isExact: readonly boolean[], valid: unknown[], invalid: unknown[]]>([
  ['int32', both, [0, 2 ** 31 - 1, -(2 ** 31)], [2 ** 31, -(2 ** 31) - 1, 0.5]],
  ['int64', both, [0, 2 ** 53 - 1, -(2 ** 53) + 1], [2 ** 53, -(2 ** 53), 0.5]],
  ['int64', [true], [2n ** 63n - 1n, -(2n ** 63n)], [2n ** 63n, -(2n ** 63n) - 1n]],
  ['float', both, [0.5, largest, -largest], [largest * 2, -largest * 2]],
  ['float', [true], [2n ** 100n], [2n ** 130n]],
])('numbers of %s (exact integers: %j)', (format, modes, valid, invalid) => {
  for (const isExact of modes) {
    const { condition } = findNumberFormat(format, name, isExact) ?? {};
    if (!condition) throw new Error(`${format} is not asserted`);
    const answer = (v: unknown): unknown[] => [v, evaluate(condition.ok, { v }), evaluate(condition.bad, { v })];
    for (const v of valid) expect(answer(v)).toEqual([v, true, false]);
    for (const v of invalid) expect(answer(v)).toEqual([v, false, true]);
  }
});

test.each([
  ['int32', false, 'a 32-bit integer'],
  ['int64', false, 'an integer that JavaScript represents exactly (less than 2^53)'],
  ['int64', true, 'a 64-bit integer'],
  ['float', true, 'a single-precision number'],
])('the expectation of %s as text (exact integers: %j)', (format, isExact, expected) => {
  expect(findNumberFormat(format, name, isExact)?.expected).toBe(expected);
});

test('a format does not apply to values of another group, and an unknown format applies to none', () => {
  for (const format of ['date', 'uuid', 'double', 'toString', ''])
    expect(findNumberFormat(format, name, false)).toBeUndefined();
  for (const format of ['int32', 'float', 'password', 'toString', '']) expect(findFormatCall(format)).toBeUndefined();
});

test.each([
  ['date-time', 'matchesDateTime'],
  ['date', 'matchesDate'],
  ['time', 'matchesTime'],
  ['duration', 'matchesDuration'],
  ['email', 'matchesEmail'],
  ['idn-email', 'matchesIdnEmail'],
  ['hostname', 'matchesHostname'],
  ['ipv4', 'matchesIpv4'],
  ['ipv6', 'matchesIpv6'],
  ['uri', 'matchesUri'],
  ['uri-reference', 'matchesUriReference'],
  ['uuid', 'matchesUuid'],
  ['regex', 'matchesRegex'],
  ['json-pointer', 'matchesJsonPointer'],
  ['byte', 'matchesBase64'],
])('a text of %s is tested by the runtime, and a failure says what it must be', (format, called) => {
  expect(findFormatCall(format)?.call).toMatchObject({ module: 'runtime/values', name: called });
  expect(findFormatCall(format)?.expected).toMatch(/^(?:an? |base64 text)/);
});

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
  expect(formatKinds(buildTypes(kinds))).toBe(text);
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
