import { expect, test } from 'vitest';
import { isStructure, readJson } from './json.js';
import { allowNames, type DeclaredNames } from './names.js';

test('JSON is parsed', () => {
  expect(readJson('{"a":[1,"[[{{\\":[",null],"b":{"a":{},"1":[]}}')).toEqual({
    a: [1, '[[{{":[', null],
    b: { 1: [], a: {} },
  });
});

test('only nesting counts as depth', () => {
  for (const part of ['{}', '[]', '{"a":{}}']) expect(readJson(`[${`${part},`.repeat(200)}${part}]`)).toHaveLength(201);
});

test.each([
  ['{"a":', 'must be JSON'],
  ['{\0"\0a\0', 'must be JSON in utf-8'],
  ['['.repeat(101) + ']'.repeat(101), 'is nested more than 100 levels deep'],
  ['{"a":'.repeat(200), 'is nested more than 100 levels deep'],
  ['[{"__proto__":{}}]', "must not have '__proto__'"],
  ['{"a":{"constructor":1}}', "must not have 'constructor'"],
  ['{"\\u005f_proto__":1}', "must not have '__proto__'"],
  ['{"a":1,"b":{"a":":"},"a":1}', 'has a name more than once in one object'],
  ['[{"a":[{"b":1,"\\u0062":2}]}]', 'has a name more than once in one object'],
])('%s is refused', (text, message) => {
  expect(() => readJson(text)).toThrow(expect.objectContaining({ message }));
});

test('a key that the description declares is an own property at the declared place, and refused elsewhere', () => {
  const declared: DeclaredNames = {
    names: ['__proto__'],
    properties: {
      ['__proto__']: undefined,
      self: () => declared,
      list: { first: [undefined], items: { others: () => declared } },
      closed: undefined,
    },
    patterns: [[/^x-/, () => declared]],
  };
  const countNames = allowNames(declared);
  const value = readJson('{"__proto__":1}', { countNames });
  expect(Object.entries(value as object)).toEqual([['__proto__', 1]]);
  const read = (text: string) => () => readJson(text, { countNames });
  expect(read('{"self":{"x-a":{"__proto__":{}}},"list":[{},{"a":{"__proto__":1}}]}')).not.toThrow();
  const elsewhere = ['{"constructor":1}', '{"__proto__":{"__proto__":1}}', '{"closed":{"__proto__":1}}'];
  const inLists = ['[{"__proto__":1}]', '{"list":[{"a":{"__proto__":1}}]}', '{"list":[0,{"__proto__":1}]}'];
  for (const text of [...elsewhere, ...inLists])
    expect(read(text)).toThrow(expect.objectContaining({ message: expect.stringContaining('must not have') }));
  expect(read('{"self":{"a":1,"a":2}}')).toThrow(
    expect.objectContaining({ message: 'has a name more than once in one object' }),
  );
});

test('a long string of quotes takes no longer than any other', () => {
  expect(() => readJson(`["${'\\"'.repeat(500_000)}`)).toThrow(expect.objectContaining({ message: 'must be JSON' }));
});

test.each([
  ['{"a":1}', 0, 'is nested more than 0 levels deep'],
  ['[[1],[2],{"a":3}]', 2, undefined],
  ['[[1],[[2]]]', 2, 'is nested more than 2 levels deep'],
  ['1', 0, undefined],
  ['"[[["', 0, undefined],
])('%s with %s levels: %s', (text, maxDepth, message) => {
  const run = (): unknown => readJson(text, { maxDepth });
  if (message === undefined) expect(run()).toEqual(JSON.parse(text));
  else expect(run).toThrow(expect.objectContaining({ message }));
});

test.each([
  ['1234567890123456', true],
  ['"1234567890123456"', true],
  ['123456789012345', false],
  ['[1e5]', true],
  ['[1E+5]', true],
  ['1e-5', false],
  ['"ab"', false],
])('%s may have a number beyond the exact ones: %s', (text, expected) => {
  let isLarge = false;
  const onLarge = (): void => {
    isLarge = true;
  };
  readJson(text, { onLarge });
  expect(isLarge).toBe(expected);
});

test('another parser can read the text, and its errors are reported like those of JSON', () => {
  expect(readJson('{"a":1}', { parse: (text) => ({ text }), countNames: () => 1 })).toEqual({ text: '{"a":1}' });
  expect(() => readJson('{"a":1,"a":1}', { parse: () => ({ a: 1 }) })).toThrow(
    expect.objectContaining({ message: 'has a name more than once in one object' }),
  );
  expect([isStructure([]), isStructure({}), isStructure(null), isStructure('a')]).toEqual([true, true, false, false]);
});
