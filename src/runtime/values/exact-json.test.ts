import { expect, test } from 'vitest';
import { readExactJson, writeExactJson } from './exact-json.js';

test.each([
  ['[1,2.5,"x",null]', [1, 2.5, 'x', null]],
  ['9007199254740991', 9007199254740991],
  ['9007199254740992', 9007199254740992n],
  ['-9007199254740991', -9007199254740991],
  ['-9007199254740993', -9007199254740993n],
  ['1234567890123456', 1234567890123456],
  // Numbers with fractions or exponents are not integers.
  ['[1234567890123456.5,1000000000000000000e1]', [1234567890123456.5, 1e19]],
  // Digits in strings and names are not integers, and a string may look like a mark.
  ['{"12345678901234567":"12345678901234567","a":"#1"}', { '12345678901234567': '12345678901234567', a: '#1' }],
  [
    '["#12345678901234567","\\u0023","##","\\"#",12345678901234567]',
    ['#12345678901234567', '#', '##', '"#', 12345678901234567n],
  ],
  ['{"#a" : 12345678901234567, "\\\\": "\\\\"}', { '#a': 12345678901234567n, '\\': '\\' }],
])('%s is read', (text, expected) => {
  expect(readExactJson(text)).toEqual(expected);
});

test('text that is not JSON is an error, with any number of digits', () => {
  for (const text of ['', '{', '012345678901234567', '12345678901234567,'])
    expect(() => readExactJson(text)).toThrow(SyntaxError);
});

test.each([
  [12345678901234567n, '12345678901234567'],
  [{ a: [1n, 'x', undefined, Number.NaN], b: undefined, 'c"': null }, '{"a":[1,"x",null,null],"c\\"":null}'],
  [{ at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
  [[], '[]'],
  [{}, '{}'],
  [undefined, undefined],
  [() => 1, undefined],
])('%o is written as %s', (value, expected) => {
  expect(writeExactJson(value)).toBe(expected);
});
