import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasSameDigits, isNumberHeld, printJsonNumber, readExactNumber } from './number-text.js';

test.each([
  '0',
  '-0',
  '1',
  '007',
  '+.5',
  '5.',
  '0.1',
  '1e5',
  '1E+300',
  '1.50',
  '9007199254740992',
  '9223372036854775808',
  '9223372036854776000',
  '0.10000000000000001',
  '1e-300',
  '123456789012345',
  '1e23',
  '5e-324',
])('%s is represented exactly', (text) => {
  expect(isNumberHeld(text)).toBe(true);
});

test.each([
  '9007199254740993',
  '9223372036854775807',
  '12345678901234567890',
  '1e400',
  '-1e400',
  '1e-400',
  '3.14159265358979323846',
  '0.1000000000000000000000000001',
  '.inf',
  '.nan',
  '',
  `1${'0'.repeat(500)}`,
])('%s is not represented exactly', (text) => {
  expect(isNumberHeld(text)).toBe(false);
});

test.each<[text: string, printed: string, isSame: boolean, read: number | bigint]>([
  ['1.0', '1.0', true, 1],
  ['+.50', '0.50', true, 0.5],
  ['007', '7', true, 7],
  ['5.', '5', true, 5],
  ['-1E+3', '-1E+3', true, -1000],
  ['0x1F', '31', true, 31],
  ['0o17', '15', true, 15],
  ['9007199254740993', '9007199254740993', false, 9_007_199_254_740_993n],
  ['-09223372036854775808', '-9223372036854775808', false, -9_223_372_036_854_775_808n],
  ['0xFFFFFFFFFFFFFFFF', '18446744073709551615', false, 18_446_744_073_709_551_615n],
  ['0.12345678901234567891', '0.12345678901234567891', false, 0.123_456_789_012_345_68],
  ['1e21', '1e21', true, 1e21],
])('%s is %s in JSON', (text, printed, isSame, read) => {
  expect([printJsonNumber(text), hasSameDigits(text), readExactNumber(text)]).toEqual([printed, isSame, read]);
});

test('JavaScript represents exactly every number that it prints', () => {
  fc.assert(fc.property(fc.double({ noDefaultInfinity: true, noNaN: true }), (value) => isNumberHeld(String(value))));
});
