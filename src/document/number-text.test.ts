import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isNumberHeld } from './number-text.js';

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

test('JavaScript represents exactly every number that it prints', () => {
  fc.assert(fc.property(fc.double({ noDefaultInfinity: true, noNaN: true }), (value) => isNumberHeld(String(value))));
});
