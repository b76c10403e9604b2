import { expect, test } from 'vitest';
import { type Diagnostic, Diagnostics } from './diagnostic.js';
import { locateAll, printDiagnostics } from './print-diagnostics.js';

const missing = (file: string, pointer: string, reference = '#/Odrer'): Diagnostic => {
  const diagnostics = new Diagnostics();
  diagnostics.report('reference-not-found', { file, pointer }, { variant: 'absent', reference, likely: '#/Order' });
  const [diagnostic] = diagnostics.list;
  if (diagnostic === undefined) throw new Error('nothing was reported');
  return diagnostic;
};

const print = async (
  diagnostics: readonly Diagnostic[],
  files: { readonly [file: string]: string },
  colours = false,
): Promise<string> => {
  const located = await locateAll(diagnostics, {
    readText: (file) => (files[file] === undefined ? undefined : new TextEncoder().encode(files[file])),
    showPath: (file) => `spec/${file}`,
  });
  return printDiagnostics(located, { isVerbose: true, colours });
};

const yaml = 'paths:\r\n  /a:\r\n    $ref: "#/Odrer"\r\nOrder: 1\r\n';

test('a finding is one sentence with its place, lines of the source and a hint', async () => {
  expect(await print([missing('a.yaml', '/paths/~1a/$ref')], { 'a.yaml': yaml })).toBe(`\
spec/a.yaml:3:11: error reference-not-found: '#/Odrer' does not exist
  2 |   /a:
> 3 |     $ref: "#/Odrer"
    |           ^
  4 | Order: 1
  hint: did you mean '#/Order'?
`);
});

test('a finding about a name points to the name, a finding about a missing member to the object', async () => {
  const place = async (pointer: string, at: 'key' | 'value', files: { readonly [file: string]: string }) =>
    (await print([{ ...missing(Object.keys(files)[0] ?? '', pointer), at }], files)).split(' ')[0];
  expect(await place('/paths/~1a/$ref', 'key', { 'a.yaml': yaml })).toBe('spec/a.yaml:3:5:');
  expect(await place('/paths/~1a', 'value', { 'a.yaml': yaml })).toBe('spec/a.yaml:3:5:');
  expect(await place('/paths/~1a/get/responses', 'key', { 'a.yaml': yaml })).toBe('spec/a.yaml:3:5:');
  const json = '{\n "a~/b": [1, {"c": null}]\n}';
  expect(await place('/a~0~1b/1/c', 'value', { 'a.json': json })).toBe('spec/a.json:2:20:');
  expect(await place('/a~0~1b/1/c', 'key', { 'a.json': json })).toBe('spec/a.json:2:15:');
  expect(await place('/a~0~1b/7', 'key', { 'a.json': json })).toBe('spec/a.json:2:10:');
});

test('places are found through anchors, aliases and merge keys', async () => {
  const text = 'x: &x\n  y: 1\nz: *x\nw:\n  <<: [*x]\n  v: 2\n';
  const line = async (pointer: string) => (await print([missing('a.yaml', pointer)], { 'a.yaml': text })).split(' ')[0];
  expect(await line('/z')).toBe('spec/a.yaml:3:4:');
  expect(await line('/z/y')).toBe('spec/a.yaml:2:6:');
  expect(await line('/w/y')).toBe('spec/a.yaml:2:6:');
  expect(await line('/w/v')).toBe('spec/a.yaml:6:6:');
});

test('findings are sorted by file and line, and findings without a place are the first', async () => {
  const diagnostics = new Diagnostics();
  diagnostics.report('root-not-folder', undefined, {});
  const list = [
    missing('b.yaml', '/Order'),
    missing('a.yaml', '/Order'),
    missing('a.yaml', '/paths'),
    ...diagnostics.list,
  ];
  const printed = await print(list, { 'a.yaml': yaml, 'b.yaml': yaml });
  expect(printed.match(/^\S+ (?=error)|^error/gm)).toEqual([
    'error',
    'spec/a.yaml:2:3: ',
    'spec/a.yaml:4:8: ',
    'spec/b.yaml:4:8: ',
  ]);
});

test('a long line is cut around the caret, and the caret stays below its place', async () => {
  const text = `{"${'x'.repeat(5000)}": {"a": "#/Odrer"}, "y": "${'z'.repeat(5000)}"}`;
  const [, quoted = '', caret = ''] = (
    await print([missing('a.json', `/${'x'.repeat(5000)}/a`)], { 'a.json': text })
  ).split('\n');
  expect(quoted.length).toBeLessThan(140);
  expect(quoted.slice(caret.indexOf('^'))).toMatch(/^"#\/Odrer"/);
});

test('quoted text cannot control the terminal', async () => {
  const text = '{"a": "\u001b[31m\u202eevil\u0000 \u{e0041}\ud800"}'.replace('\\', '');
  const printed = await print([missing('a.json', '/a', '\u001b]0;x\u0007\nerror: \u2066')], { 'a.json': text });
  expect(printed).not.toMatch(/[^\P{C}\n]/u);
  expect(printed).toContain('␛]0;x␇␊error: <U+2066>');
  expect(printed).toContain('"␛[31m<U+202E>evil␀ <U+E0041>');
  expect(await print([missing('a.json', '/a')], { 'a.json': '{"a": 1}' }, true)).toContain('\u001b[31merror');
});

test('each place of a warning is printed, and errors above a limit are counted', async () => {
  const warn = (line: number, reference: string): Diagnostic => ({
    ...missing('a.yaml', '', reference),
    severity: 'warning',
    position: { line, column: 1 },
  });
  const text = 'a: 1\n'.repeat(50);
  const same = Array.from({ length: 42 }, (_, index) => warn(index + 1, '#/x'));
  const printed = await print([...same, warn(1, '#/x')], { 'a.yaml': text });
  expect(printed.match(/warning/g)).toHaveLength(1);
  expect(printed.match(/^ {2}also at spec\/a\.yaml:\d+:1$/gm)).toHaveLength(41);
  const various = Array.from({ length: 42 }, (_, index) => warn(index + 1, `#/${index}`));
  expect((await print(various, { 'a.yaml': text })).match(/^spec\/a\.yaml:\d+:1: warning/gm)).toHaveLength(42);
  const errors = Array.from({ length: 60 }, (_, index) => missing('a.yaml', '/a', `#/${index}`));
  const cut = await print(errors, { 'a.yaml': 'a: 1\n' });
  expect(cut.match(/: error/g)).toHaveLength(50);
  expect(cut).toMatch(/and 10 more reference-not-found, first at spec\/a.yaml:1:4\n$/);
});

test('the name of a file that cannot be read again is printed', async () => {
  expect(await print([missing('gone.yaml', '/a')], {})).toMatch(/^spec\/gone.yaml: error reference-not-found: /);
});

test('a long message or hint continues on indented lines of at most 160 characters', async () => {
  const reference = `#/${'a long name '.repeat(40)}`;
  const printed = await print([missing('a.yaml', '/a', reference)], { 'a.yaml': 'a: 1\n' });
  const [first = '', second = ''] = printed.split('\n');
  expect(
    printed
      .split('\n')
      .map(({ length }) => length)
      .filter((length) => length > 160),
  ).toEqual([]);
  expect(first).toMatch(/^spec\/a\.yaml:1:4: error reference-not-found: '#\/a long name /);
  expect(second).toMatch(/^ {4}\S.*[^ ]$/);
  expect(printed.replaceAll(/\n {4}/g, ' ')).toContain(`'${reference}' does not exist\n`);
});

test('--verbose is named only if it shows more', async () => {
  const diagnostics = new Diagnostics();
  diagnostics.report('no-effect', undefined, { variant: 'empty-list', keyword: 'tags' });
  const located = await locateAll(diagnostics.list, { readText: () => undefined, showPath: String });
  const brief = { isVerbose: false, colours: false };
  expect(printDiagnostics(located, brief)).toBe("warning no-effect: 'tags' has no effect: the list is empty\n");
  expect(printDiagnostics([...located, ...located], brief)).toContain('add --verbose');
});
