import { expect, test } from 'vitest';
import { Malformed } from '../read/json.js';
import type { Validate } from '../validate/validators.js';
import { readJsonLinesContent, readJsonSequenceContent, readTextContent, validateItems } from './content.js';

const options = { maxDepth: 2, contentType: 'text/plain; charset=ISO-8859-1' };
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

test.each([
  ['JSON Lines', readJsonLinesContent, '\n{"a":1}\r\n \n[2]\n3', [{ a: 1 }, [2], 3]],
  ['a JSON text sequence', readJsonSequenceContent, '\u001e{"a":\n1}\n\u001e \n\u001e[2]\u001e3\n', [{ a: 1 }, [2], 3]],
  ['text', readTextContent, 'a', 'a'],
])('%s is read', (_, read, text, expected) => {
  expect(read(encode(text), options)).toEqual(expected);
});

test.each([
  ['JSON Lines', readJsonLinesContent, '1\n{'],
  ['JSON Lines that are nested too deeply', readJsonLinesContent, '1\n[[[]]]'],
  ['a JSON text sequence', readJsonSequenceContent, '\u001e1\n\u001e{'],
  ['a JSON text sequence without a separator', readJsonSequenceContent, '{"a":1}\n'],
  ['a JSON text sequence with text before the first separator', readJsonSequenceContent, '1\n\u001e2\n'],
  ['a JSON text sequence that ends within a number', readJsonSequenceContent, '\u001e1\n\u001e12'],
])('%s is refused if a text is wrong', (_, read, text) => {
  expect(() => read(encode(text), options)).toThrow(expect.any(Malformed));
});

test('text is decoded by its charset', () => {
  expect(readTextContent(new Uint8Array([0xe4]), options)).toBe('ä');
  const contentType = 'text/plain; charset=UTF-8';
  expect(() => readTextContent(new Uint8Array([0xe4]), { ...options, contentType })).toThrow(
    expect.objectContaining({ message: 'must be text in utf-8' }),
  );
});

const validate: Validate = (value, report) => {
  report?.('item', '/a');
  const failure = { schemaPointer: '', keyword: 'type', expected: 'a string', message: 'must be a string' };
  return typeof value === 'string' ? [] : ['', '/a'].map((instancePath) => ({ ...failure, instancePath }));
};

test('the items of an array are checked at their places, after the whole array', () => {
  const pathsOf = (value: unknown, whole?: Validate): string[] =>
    validateItems(validate, whole)(value).map(({ instancePath }) => instancePath);
  expect(pathsOf(['a', 1, 'b', 2])).toEqual(['/1', '/1/a', '/3', '/3/a']);
  expect(pathsOf([1], validate)).toEqual(['', '/a', '/0', '/0/a']);
  expect(pathsOf(1)).toEqual([]);
  // No further item is checked after a hundred failures.
  expect(pathsOf(Array.from({ length: 60 }, () => 1)).at(-1)).toBe('/49/a');
  expect(pathsOf(['a', ...Array.from({ length: 60 }, () => 1)]).at(-1)).toBe('/50/a');
  const touched: string[] = [];
  validateItems(validate)(['a', 1], (id, where) => touched.push(`${id} ${where}`));
  expect(touched).toEqual(['item /0/a', 'item /1/a']);
});
