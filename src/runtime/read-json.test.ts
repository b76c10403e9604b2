import { expect, test } from 'vitest';
import { readJson } from './read-json.js';

test('JSON is parsed', () => {
  expect(readJson('{"a":[1,"[[{{\\":[",null],"b":{"a":{},"1":[]}}')).toEqual({
    a: [1, '[[{{":[', null],
    b: { 1: [], a: {} },
  });
});

test.each([
  ['{"a":', 'is no JSON'],
  ['['.repeat(101) + ']'.repeat(101), 'is nested deeper than 100'],
  ['{"a":'.repeat(200), 'is nested deeper than 100'],
  ['[{"__proto__":{}}]', "may not have '__proto__'"],
  ['{"a":{"constructor":1}}', "may not have 'constructor'"],
  ['{"\\u005f_proto__":1}', "may not have '__proto__'"],
  ['{"a":1,"b":{"a":":"},"a":1}', 'has a name more than once in one object'],
  ['[{"a":[{"b":1,"\\u0062":2}]}]', 'has a name more than once in one object'],
])('%s is refused', (text, message) => {
  expect(() => readJson(text)).toThrow(expect.objectContaining({ message }));
});

test('a key that the description declares is an own property', () => {
  const value = readJson('{"__proto__":1}', { declared: ['__proto__'] });
  expect(Object.entries(value as object)).toEqual([['__proto__', 1]]);
});

test('a string of quotes without end takes no longer than any other', () => {
  expect(() => readJson(`["${'\\"'.repeat(500_000)}`)).toThrow(expect.objectContaining({ message: 'is no JSON' }));
});
