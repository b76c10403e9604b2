import { expect, test } from 'vitest';
import { evaluate } from '../../../test/validators/evaluate.js';
import { formatCall, formatTest } from './formats.js';

const largest = 3.402_823_466_385_288_6e38;

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
    const made = formatTest(format, 'number', 'v', isExact);
    if (!made) throw new Error(`${format} is not asserted`);
    for (const v of valid) expect([v, evaluate(made.ok, { v }), evaluate(made.bad, { v })]).toEqual([v, true, false]);
    for (const v of invalid) expect([v, evaluate(made.ok, { v }), evaluate(made.bad, { v })]).toEqual([v, false, true]);
  }
});

test.each([
  ['int32', false, 'a 32-bit integer'],
  ['int32', true, 'a 32-bit integer'],
  ['int64', false, 'an integer that JavaScript represents exactly (less than 2^53)'],
  ['int64', true, 'a 64-bit integer'],
  ['float', false, 'a single-precision number'],
  ['float', true, 'a single-precision number'],
])('the expectation of %s as text (exact integers: %j)', (format, isExact, expected) => {
  expect(formatTest(format, 'number', 'v', isExact)?.expected).toBe(expected);
});

test('a format does not apply to values of another group, and an unknown format applies to none', () => {
  for (const isExact of both) {
    for (const format of ['date', 'uuid', 'double', 'toString', ''])
      expect(formatTest(format, 'number', 'v', isExact)).toBeUndefined();
    for (const format of ['int32', 'float', 'password', 'toString', ''])
      expect(formatTest(format, 'string', 'v', isExact)).toBeUndefined();
  }
  expect(formatCall('toString')).toBeUndefined();
  expect(formatTest('uuid', 'string', 'v', false)).toMatchObject({
    ok: { parts: [{ name: 'isUuid' }, '(v)'] },
    bad: { parts: ['!', { name: 'isUuid' }, '(v)'] },
  });
});

test.each([
  ['date-time', 'time', 'isDateTime'],
  ['date', 'time', 'isDate'],
  ['time', 'time', 'isTime'],
  ['duration', 'time', 'isDuration'],
  ['email', 'mail', 'isEmail'],
  ['idn-email', 'mail', 'isIdnEmail'],
  ['hostname', 'host', 'isHostname'],
  ['ipv4', 'host', 'isIpv4'],
  ['ipv6', 'host', 'isIpv6'],
  ['uri', 'uri', 'isUri'],
  ['uri-reference', 'uri', 'isUriReference'],
  ['uuid', 'text', 'isUuid'],
  ['regex', 'text', 'isRegex'],
  ['json-pointer', 'text', 'isJsonPointer'],
  ['byte', 'text', 'isBase64'],
])('a text of %s is tested by the runtime, and a failure says what it must be', (format, module, name) => {
  expect(formatCall(format)?.call).toMatchObject({ module: `runtime/formats-${module}`, name });
  expect(formatCall(format)?.expected).toMatch(/^(?:an? |base64 text)/);
});
