import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scanJson } from './scan-json.js';

const scan = (text: string) => scanJson(text, { value: () => {} });

test.each([
  ['{"a": 1,}', 8, 'expected another member after the comma'],
  ['[1 2]', 3, "expected ',' or ']', found '2'"],
  ['{"a" 1}', 5, "expected ':' after the name, found '1'"],
  ["{'a': 1}", 1, "expected a name in double quotes, found ''a''"],
  ['{"a": undefined}', 6, "expected a value, found 'undefined'"],
  ['{"a": 01}', 6, "expected a value, found '01'"],
  ['{"a": 1 // one\n}', 8, 'JSON has no comments'],
  ['{"a": "x\ny"}', 8, 'a string contains a line break'],
  ['{"a": "\\x"}', 7, 'JSON has no such escape'],
  ['{"a": "x', 6, 'the file ends inside this string'],
  ['{"a": [1, {"b": 2}', 18, "the file ends before ']'"],
  ['{"a": 1} {', 9, "expected the end of the file, found '{'"],
  ['', 0, 'expected a value'],
])('%s is wrong at %i', (text, offset, what) => {
  expect(scan(text)).toMatchObject({ offset, what });
});

test('a text is valid if and only if JSON.parse accepts it', () => {
  const json = fc.json();
  const broken = fc.tuple(json, fc.nat(), fc.constantFrom('', ',', '"', '}', ']', '0', '\\', ':', 'e', '-', ' '));
  fc.assert(
    fc.property(broken, ([text, at, piece]) => {
      const cut = text.slice(0, at % (text.length + 1)) + piece + text.slice((at % (text.length + 1)) + 1);
      const isJson = (): boolean => {
        try {
          JSON.parse(cut);
          return true;
        } catch {
          return false;
        }
      };
      expect(scan(cut) === undefined).toBe(isJson());
    }),
    { numRuns: 3000 },
  );
});

test('nested values do not use the call stack', () => {
  const deep = 200_000;
  expect(scan('['.repeat(deep) + ']'.repeat(deep))).toBeUndefined();
});
