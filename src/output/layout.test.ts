import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { effort } from '../../test/effort.js';
import { makeFolder } from '../../test/make-folder.js';
import { hashLayout } from './layout.js';

const files = Object.fromEntries(
  readdirSync('generated', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|json)$/.test(file))
    .filter((_, index) => effort !== 'part' || index % 4 === 0)
    .map((file) => [file, readFileSync(join('generated', file), 'utf8')]),
);

const hash = (path: string, text: string): string => hashLayout(path, Buffer.from(text));

describe('a formatter changes only the layout of the generated files of this project', () => {
  const away = { quoteStyle: 'double', semicolons: 'asNeeded', trailingCommas: 'none', arrowParentheses: 'asNeeded' };
  test.each([
    ['narrow', { formatter: { lineWidth: 60, indentStyle: 'tab' }, javascript: { formatter: away } }],
    ['wide', { formatter: { lineWidth: 200 }, javascript: { formatter: { ...away, bracketSpacing: false } } }],
  ])('%s', (_, settings) => {
    const folder = makeFolder({ ...files, 'biome.json': JSON.stringify({ files: { maxSize: 2 ** 24 }, ...settings }) });
    const biome = resolve('node_modules/.bin/biome');
    const { status } = spawnSync(biome, ['format', '--write', '--config-path', folder, folder], { cwd: folder });
    expect(status).toBe(0);
    const formatted = Object.entries(files).map(([file, text]) => [
      file,
      text,
      readFileSync(join(folder, file), 'utf8'),
    ]);
    expect(formatted.filter(([, before, after]) => before !== after).length).toBeGreaterThan(formatted.length / 2);
    const wrong = formatted.filter(([file = '', a = '', b = '']) => hash(file, a) !== hash(file, b));
    expect(wrong.map(([file]) => file)).toEqual([]);
  });
});

test.each([
  ['a.ts', "a = 'b';", 'a = "b"'],
  ['a.ts', `a = 'it\\'s "b"'`, `a = "it's \\"b\\""`],
  ['a.ts', "type A = { 'b': Map<C, D<E>> };", 'type A = {\n  b: Map<\n    C,\n    D<\n      E\n    >\n  >,\n}'],
  ['a.ts', 'type A = B | C', 'type A =\n  | B\n  | C;'],
  ['a.ts', 'f((a) => a && b, /["]/g)', 'f(a => (\n  a && b\n), /["]/g);'],
  ['a.ts', '/**\n * A\n */\nb', '  /**\n   * A\n   */\n  b'],
  ['a.ts', 'a = `b\nc`', 'a = `b\r\nc`'],
  ['a.json', '{ "a b": [1, 2] }', '{"a b":[\n1,2]}\r\n'],
  ['a.json', '{ "a \\" b": "\u00a0" }', '{"a \\" b":\u00a0"\u00a0"}'],
  ['a.md', 'a  b\n', 'a\nb'],
  ['a.html', '\ufeffa b', 'a\u00a0\u3000\r\nb\u2028'],
  ['a.md', '| --- | :---: | ---: |', '| - | :-: | -: |'],
  ['a.md', '| a | b |\n| - | -: |\n| long text | 1 |', '| a         |   b |\n| --------- | --: |\n| long text |   1 |'],
])('%s: %j and %j differ in layout', (path, one, other) => {
  expect(hash(path, one)).toBe(hash(path, other));
});

test.each([
  ['a.ts', 'a // b', 'a // c'],
  ['a.ts', 'return a.b', 'return a.c'],
  ['a.ts', 'a && b', 'a & b'],
  ['a.ts', 'a | b', 'a & b'],
  ['a.ts', 'f(a || b)', 'f(a | b)'],
  ['a.ts', '[a]', '{a}'],
  ['a.ts', "'\\\\n'", "'n'"],
  ['a.json', '{ "a b": 1 }', '{ "ab": 1 }'],
  ['a.md', 'a b', 'ab'],
  ['a.md', '| a |\n| - |', '| a |\n| -: |'],
])('%s: %j and %j differ in more than layout', (path, one, other) => {
  expect(hash(path, one)).not.toBe(hash(path, other));
});

test('the layout of a long file does not depend on its lines either', () => {
  const words = Array.from({ length: 20_000 }, (_, index) => `word ${index}`);
  expect(hash('a.json', JSON.stringify(words, null, 2))).toBe(hash('a.json', JSON.stringify(words)));
  expect(hash('a.json', JSON.stringify(words, null, 2))).not.toBe(hash('a.json', JSON.stringify([...words, ''])));
  expect(hash('a.md', words.join(' \n'))).toBe(hash('a.md', words.join(' ')));
  expect(hash('a.md', words.join(' '))).not.toBe(hash('a.md', words.join('')));
});

test('a module that is not UTF-8 has a layout too', () => {
  expect(hashLayout('a.ts', Buffer.from('a', 'utf16le'))).not.toBe(hash('a.ts', 'a'));
  expect(hashLayout('a.ts', Buffer.from([0xff, 0xfe, 0x65, 0]))).not.toBe(hash('a.ts', 'e'));
});
