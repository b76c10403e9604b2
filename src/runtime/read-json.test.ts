import { expect, test } from 'vitest';
import { readJson } from './read-json.js';
import { allowNames } from './read-names.js';

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

test('a key that the description declares is an own property where it is declared, and nowhere else', () => {
  const countNames = allowNames([
    {
      names: ['__proto__'],
      properties: [
        ['__proto__', undefined],
        ['self', 0],
        ['list', 1],
        ['closed', undefined],
      ],
      patterns: [[/^x-/, 0]],
    },
    { first: [undefined], items: 2 },
    { others: 0 },
  ]);
  const value = readJson('{"__proto__":1}', { countNames });
  expect(Object.entries(value as object)).toEqual([['__proto__', 1]]);
  const read = (text: string) => () => readJson(text, { countNames });
  expect(read('{"self":{"x-a":{"__proto__":{}}},"list":[{},{"a":{"__proto__":1}}]}')).not.toThrow();
  const elsewhere = ['{"constructor":1}', '{"__proto__":{"__proto__":1}}', '{"closed":{"__proto__":1}}'];
  const inLists = ['[{"__proto__":1}]', '{"list":[{"a":{"__proto__":1}}]}', '{"list":[0,{"__proto__":1}]}'];
  for (const text of [...elsewhere, ...inLists])
    expect(read(text)).toThrow(expect.objectContaining({ message: expect.stringContaining('may not have') }));
  expect(read('{"self":{"a":1,"a":2}}')).toThrow(
    expect.objectContaining({ message: 'has a name more than once in one object' }),
  );
});

test('a long string of quotes takes no longer than any other', () => {
  expect(() => readJson(`["${'\\"'.repeat(500_000)}`)).toThrow(expect.objectContaining({ message: 'is no JSON' }));
});
