import { expect, test } from 'vitest';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { defaultLimits, type Limits } from './limits.js';
import { parseText } from './parse-text.js';

/** Returns the value of a text, and the code, line and column of each finding. */
function read(text: string | Uint8Array, file: string, limits: Partial<Limits> = {}) {
  const diagnostics = new Diagnostics();
  const all = { ...defaultLimits, ...limits };
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const parsed = parseText(bytes, file, { limits: all, budget: { left: all.aliases }, diagnostics });
  const found = diagnostics.list.map(({ code, position }) => `${code} ${position?.line}:${position?.column}`);
  return { parsed, value: parsed?.value, found, list: diagnostics.list };
}

const yaml = (text: string, limits?: Partial<Limits>) => read(text, 'a.yaml', limits);
const json = (text: string, limits?: Partial<Limits>) => read(text, 'a.json', limits);

test('YAML follows the core schema of version 1.2', () => {
  const { value, found } = yaml(
    'yes: no\non: 2020-01-01\n200: ~\n1.10: 0x10\noct: 0o17\ntrue: TRUE\ntext: "1"\ntagged: !!str 1\nlines: |\n  a\n   b\n',
  );
  expect(found).toEqual([]);
  expect(value).toEqual({
    yes: 'no',
    on: '2020-01-01',
    200: null,
    '1.10': 16,
    oct: 15,
    true: true,
    text: '1',
    tagged: '1',
    lines: 'a\n b\n',
  });
});

test.each(['\n', '\r\n', '\r'])('lines end in %j', (end) => {
  const lines = ['a: |', '  b', '  c', 'd: "e', '', '  f"', 'g: 1 # end', 'h:', '  - i: 2'];
  expect(yaml(lines.join(end)).value).toEqual({ a: 'b\nc\n', d: 'e\nf', g: 1, h: [{ i: 2 }] });
  expect(yaml([...lines, 'j: !x 1'].join(end)).found).toEqual(['unknown-tag 10:4']);
  expect(yaml(`a: "1${end}b: 2${end}`).found).toEqual(yaml('a: "1\nb: 2\n').found);
  expect(json(`{${end}"a":${end}x}`).found).toEqual(['json-syntax 3:1']);
});

test('numbers keep their values', () => {
  expect(yaml('[-0, 1.50, 9223372036854775808]').value).toEqual([-0, 1.5, 2 ** 63]);
  expect(json('[-0, 1.50, 1E2]').value).toEqual([-0, 1.5, 100]);
});

test('the texts of numbers that JavaScript writes in another way are kept, also behind aliases and merge keys', () => {
  const { parsed, found } = yaml(
    'version: 1.0\na: &a {max: &n 9007199254740993, "b/c": [0.5, +1e3]}\nb: *a\nc: {<<: *a, min: *n, max: 2}\nd: 007\n',
  );
  expect(found).toEqual([]);
  expect(parsed?.value).toMatchObject({ c: { max: 2, min: 2 ** 53 } });
  expect(Object.fromEntries(parsed?.numbers ?? [])).toEqual({
    '/version': '1.0',
    '/a/max': '9007199254740993',
    '/a/b~1c/1': '+1e3',
    '/b/max': '9007199254740993',
    '/b/b~1c/1': '+1e3',
    '/c/max': '9007199254740993',
    '/c/b~1c/1': '+1e3',
    '/c/min': '9007199254740993',
    '/d': '007',
  });
  const inJson = json('{"version": 1.0, "a~": [1, -9223372036854775809, 0.1]}');
  expect(inJson.found).toEqual([]);
  expect(Object.fromEntries(inJson.parsed?.numbers ?? [])).toEqual({
    '/version': '1.0',
    '/a~0/1': '-9223372036854775809',
  });
});

test('a byte order mark is not part of the text', () => {
  expect(json('\ufeff{"a": 1}').value).toEqual({ a: 1 });
  expect(yaml('\ufeffa: 1').value).toEqual({ a: 1 });
});

test('the content of a file decides its format, not its name', () => {
  expect(read('openapi: 3.1.0\n', 'a.json').parsed).toMatchObject({ format: 'yaml', value: { openapi: '3.1.0' } });
  expect(read('{"a": 1}', 'a.yaml').parsed).toMatchObject({ format: 'json', value: { a: 1 } });
  expect(read('{a: 1} # flow', 'a.yaml').parsed).toMatchObject({ format: 'yaml', value: { a: 1 } });
  expect(read('// no\n{"a": 1}', 'a.json').found).toEqual(['json-syntax 1:1']);
});

test('no name reaches the prototype', () => {
  for (const { value } of [
    json('{"__proto__": {"x": 1}}'),
    yaml('__proto__: {x: 1}'),
    yaml('a: &a {__proto__: {x: 1}}\n<<: *a'),
  ]) {
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.getOwnPropertyDescriptor(value, '__proto__')?.value).toEqual({ x: 1 });
  }
});

test('aliases and merge keys create separate values, and later names of the map take precedence', () => {
  const { value } = yaml(
    'a: &a {x: 1, y: [2]}\nb: *a\nc: {y: 3, <<: *a}\nd: {<<: [{x: 0}, *a]}\n"<<": text\ne: {"<<": 1}\n',
  );
  expect(value).toEqual({
    a: { x: 1, y: [2] },
    b: { x: 1, y: [2] },
    c: { y: 3, x: 1 },
    d: { x: 0, y: [2] },
    '<<': 'text',
    e: { '<<': 1 },
  });
  const { a, b } = value as { a: unknown; b: unknown };
  expect(a).not.toBe(b);
});

test('an alias refers to the last anchor before it', () => {
  expect(yaml('- &x 1\n- &y [*x]\n- &x 2\n- *y\n- *x\n').value).toEqual([1, [1], 2, [1], 2]);
});

test.each([
  ['duplicate-key 2:1', 'a: 1\na: 2\n'],
  ['duplicate-key 3:4', 'a:\n - b: 1\n   b: 2\n'],
  ['yaml-syntax 2:1', 'a:\n\tb: 1\n'],
  ['yaml-syntax 2:1', 'a: "x\n'],
  ['yaml-syntax 1:4', 'a: b: c\n'],
  ['yaml-syntax 2:1', '{a: 1\n'],
  ['yaml-syntax 1:3', '? [a]\n: 1\n'],
  ['yaml-syntax 1:5', '<<: 1\n'],
  ['several-documents 2:1', 'a: 1\n---\nb: 2\n'],
  ['unknown-tag 1:4', 'a: !Ref x\n'],
  ['unknown-tag 1:4', 'a: !!binary aGk=\n'],
  ['unknown-alias 1:4', 'a: *b\n'],
  ['endless-alias 2:6', 'a: &a\n  b: *a\n'],
  ['number-not-held 1:4', 'a: 1e400\n'],
  ['number-not-held 1:4', 'a: .inf\n'],
])('%s: YAML', (finding, text) => {
  expect(yaml(text).found).toContain(finding);
});

test.each([
  ['duplicate-key 1:10', '{"a": 1, "a": 2}'],
  ['duplicate-key 2:2', '{"b": [{"a": 1,\n "\\u0061": 2}]}'],
  ['json-syntax 1:8', '{"a": 1'],
  ['json-syntax 2:1', '{"a": 1,\n}'],
  ['number-not-held 1:7', '{"a": 1e400}'],
])('%s: JSON', (finding, text) => {
  expect(json(text).found).toContain(finding);
});

test('all mistakes of a file except syntax errors are reported at once, each with its pointer', () => {
  const { list } = yaml('a: {b: 1, b: 2}\nc: [1e999, *d]\n');
  expect(list.map(({ code, origin }) => [code, origin?.pointer])).toEqual([
    ['duplicate-key', '/a/b'],
    ['number-not-held', '/c/0'],
    ['unknown-alias', '/c/1'],
  ]);
});

test('other encodings are reported by name, invalid bytes by place', () => {
  const utf16 = new Uint8Array(Buffer.from('\ufeffopenapi: 3.1.0', 'utf16le'));
  expect(read(utf16, 'a.yaml').list[0]).toMatchObject({
    code: 'other-encoding',
    message: 'the file is written in UTF-16',
  });
  expect(read(utf16.subarray(2), 'a.yaml').found).toEqual(['other-encoding 1:1']);
  const latin1 = new Uint8Array(Buffer.from('a: \ufffd\nb: é\n'.replace('é', '\u0001')));
  latin1[latin1.indexOf(1)] = 0xe9;
  expect(read(latin1, 'a.yaml').found).toEqual(['invalid-bytes 2:4']);
  expect(yaml('a: \ufffd').value).toEqual({ a: '\ufffd' });
});

test('an empty file is reported', () => {
  expect(yaml(' \n').found).toEqual(['empty-file undefined:undefined']);
  expect(json('').found).toEqual(['empty-file undefined:undefined']);
});

test('depth is limited before any recursion', () => {
  expect(json('['.repeat(1_000_000)).found).toEqual(['depth-limit 1:301']);
  expect(yaml(`a: ${'['.repeat(100_000)}`).found).toEqual(['depth-limit 1:303']);
  expect(yaml('- '.repeat(20_000)).found).toEqual(['depth-limit 1:601']);
  expect(yaml('? '.repeat(20_000)).found).toEqual(['depth-limit 1:601']);
  // A later line closes all of them.
  expect(yaml(`a:\n${'- '.repeat(20_000)}a\nb: 1`).found).toEqual(['depth-limit 2:599']);
  const nested = Array.from({ length: 3000 }, (_, indent) => `${' '.repeat(indent)}a:\n`);
  expect(yaml(`${nested.join('')}b: 1`).found).toEqual(['depth-limit 301:301']);
  expect(json(`${'['.repeat(300)}${']'.repeat(300)}`).found).toEqual([]);
  expect(yaml(`${'- '.repeat(299)}[]`).found).toEqual([]);
});

test('aliases cannot make a file large or deep beyond the limits', () => {
  const laughs = ['a0: &a0 [x,x,x,x,x,x,x,x,x,x]'];
  const chain = ['a0: &a0 {}'];
  for (let index = 1; index < 600; index++) {
    laughs.push(`a${index}: &a${index} [${`*a${index - 1},`.repeat(10)}]`);
    chain.push(`a${index}: &a${index} {b: *a${index - 1}}`);
  }
  expect(yaml(laughs.join('\n')).found).toEqual(['alias-limit 5:38']);
  expect(yaml(chain.join('\n'), { aliases: 1e9 }).found).toEqual(['depth-limit 300:17']);
});

test('the number of YAML tokens is limited, and the error says how to raise the limit', () => {
  const { found, list } = yaml(`[${','.repeat(100)}]`, { yamlTokens: 50 });
  expect(found).toEqual(['yaml-token-limit 1:50']);
  expect(list[0]?.hint).toContain('--limit yamlTokens=100');
});
