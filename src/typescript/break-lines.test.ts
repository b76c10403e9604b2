import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from 'ts-morph';
import { describe, expect, test } from 'vitest';
import { breakLines, mostColumns } from './break-lines.js';

const long = (name: string): string => name.padEnd(40, name);

test.each([
  [
    'a union',
    `export type Failure = ${long('A')} | ${long('B')} | ${long('C')};`,
    ['export type Failure =', `  | ${long('A')}`, `  | ${long('B')}`, `  | ${long('C')};`],
  ],
  [
    'a union with type arguments',
    `export type Failure = Omit<${long('A')}, B> | ${long('B')} | ${long('C')};`,
    ['export type Failure =', `  | Omit<${long('A')}, B>`, `  | ${long('B')}`, `  | ${long('C')};`],
  ],
  [
    'a union with long type arguments',
    `export type Failure = B<${long('A')}, ${long('B')}, ${long('C')}> | D;`,
    [
      ...['export type Failure =', '  | B<', `      ${long('A')},`, `      ${long('B')},`, `      ${long('C')}`],
      ...['    >', '  | D;'],
    ],
  ],
  [
    'a member of a union',
    `  | { readonly a: ${long('A')}; readonly b: ${long('B')}; readonly c: 'x' | 'y'; readonly d: 1 }`,
    [
      '  | {',
      `      readonly a: ${long('A')};`,
      `      readonly b: ${long('B')};`,
      "      readonly c: 'x' | 'y';",
      '      readonly d: 1;',
      '    }',
    ],
  ],
  [
    'type arguments, which end in no comma',
    `const a: Operation<${long('A')}, ${long('B')}> = /* @__PURE__ */ defineOperation(one, two, three, four);`,
    [
      'const a: Operation<',
      `  ${long('A')},`,
      `  ${long('B')}`,
      '> = /* @__PURE__ */ defineOperation(one, two, three, four);',
    ],
  ],
  [
    'an only parameter',
    `export function is${long('A')}(value: ${long('A')}): value is ${long('A')} {`,
    [`export function is${long('A')}(`, `  value: ${long('A')}`, `): value is ${long('A')} {`],
  ],
  [
    'parameters, the last of which takes the rest',
    `function f(a: ${long('A')}, b: ${long('B')}, ...c: ${long('C')}): void {`,
    ['function f(', `  a: ${long('A')},`, `  b: ${long('B')},`, `  ...c: ${long('C')}`, '): void {'],
  ],
  [
    'arguments, one of which is too long',
    `  found.field(${long('a')}, '${'/(b)/{c}'.repeat(20)}', ${long('d')});`,
    ['  found.field(', `    ${long('a')},`, `    '${'/(b)/{c}'.repeat(20)}',`, `    ${long('d')},`, '  );'],
  ],
  [
    'arguments with commas and brackets in literals',
    `f(${long('a')}, 'b, (c', ${long('d')}, /[,)] /, "e, )", \`, (\`, ${long('f')});`,
    [
      ...['f(', `  ${long('a')},`, "  'b, (c',", `  ${long('d')},`, '  /[,)] /,', '  "e, )",', '  `, (`,'],
      ...[`  ${long('f')},`, ');'],
    ],
  ],
  [
    'a list that does not end in the line',
    `const ${long('a')}: ${long('A')} = ${long('b')}(${long('c')}, ${long('d')} => {`,
    [`const ${long('a')}: ${long('A')} =`, `  ${long('b')}(${long('c')}, ${long('d')} => {`],
  ],
  [
    'type arguments of a call that does not end in the line',
    `const a = /* @__PURE__ */ create<${long('A')}, ${long('B')}, ${long('C')}>(`,
    ['const a = /* @__PURE__ */ create<', `  ${long('A')},`, `  ${long('B')},`, `  ${long('C')}`, '>('],
  ],
  [
    'an only argument in brackets',
    `const rows = new Map([${long('a')}, ${long('b')}, ${long('c')}]);`,
    ['const rows = new Map([', `  ${long('a')},`, `  ${long('b')},`, `  ${long('c')},`, ']);'],
  ],
  [
    'an array with a hole',
    `const [, { ${long('a')}, ${long('b')} }, ${long('c')}] = d;`,
    ['const [', '  ,', `  { ${long('a')}, ${long('b')} },`, `  ${long('c')},`, '] = d;'],
  ],
  [
    'a method of an array in brackets',
    `const rows = new Set([${long('a')}, ${long('b')}, 'ccccccccc'].sort());`,
    ['const rows = new Set(', `  [${long('a')}, ${long('b')}, 'ccccccccc'].sort()`, ');'],
  ],
  [
    'a condition',
    `  if (${long('a')} < ${long('b')} && ${long('c')}(1, '), &&') && /[)/]/.test(d)) return false;`,
    [
      '  if (',
      `    ${long('a')} < ${long('b')}`,
      `    && ${long('c')}(1, '), &&')`,
      '    && /[)/]/.test(d)',
      '  ) return false;',
    ],
  ],
  [
    'a long list of literals',
    `const names = [${Array.from({ length: 30 }, (_, index) => `'name${100 + index}'`).join(', ')}];`,
    [
      'const names = [',
      ...[100, 110, 120].map((start) => {
        const names = Array.from({ length: 10 }, (_, index) => `'name${start + index}',`);
        return `  ${names.join(' ')}`;
      }),
      '];',
    ],
  ],
  [
    'the parts of a loop, the last of which ends in no semicolon',
    `for (let ${long('a')} = 0; ${long('a')} < ${long('b')}; ${long('a')}++) {`,
    ['for (', `  let ${long('a')} = 0;`, `  ${long('a')} < ${long('b')};`, `  ${long('a')}++`, ') {'],
  ],
  ['a literal', `const text = '${'a, b; '.repeat(30)}';`, ['const text =', `  '${'a, b; '.repeat(30)}';`]],
  [
    'the bases of an interface',
    `export interface ${long('A')} extends ${long('B')}, ${long('C')} {`,
    [`export interface ${long('A')}`, `  extends ${long('B')},`, `    ${long('C')} {`],
  ],
  [
    'a function that returns a template',
    `  (args: Args) => \`/${'path/'.repeat(25)}\${write(args.a, 1)}\`,`,
    ['  (args: Args) =>', `    \`/${'path/'.repeat(25)}\${write(args.a, 1)}\`,`],
  ],
  [
    'a member with a long name and a long type',
    `  ${long('a').repeat(2)}?: ${long('A').repeat(2)};`,
    [`  ${long('a').repeat(2)}?:`, `    ${long('A').repeat(2)};`],
  ],
  [
    'a declaration with a long name and a long type',
    `export const ${long('a').repeat(2)}: ${long('A')} = 1;`,
    [`export const ${long('a').repeat(2)}:`, `  ${long('A')} = 1;`],
  ],
  [
    'arguments after a long name',
    `const ${long('a').repeat(2)}: Validate = /* @__PURE__ */ validateBy(${long('b')}, ${long('c')});`,
    [
      `const ${long('a').repeat(2)}: Validate =`,
      '  /* @__PURE__ */ validateBy(',
      `  ${long('b')},`,
      `  ${long('c')},`,
      ');',
    ],
  ],
  [
    'operators before a call',
    `  return ${long('a')} && ${long('b')} && ${long('c')} && call(one, two);`,
    [`  return ${long('a')}`, `    && ${long('b')}`, `    && ${long('c')}`, '    && call(one, two);'],
  ],
  [
    'a comment',
    `  /** ${'word '.repeat(25)}- dash */`,
    ['  /**', `   * ${'word '.repeat(23).trim()}`, '   * word word - dash', '   */'],
  ],
  [
    'an item of a list in a comment',
    ` * - ${'word '.repeat(25)}end`,
    [` * - ${'word '.repeat(23).trim()}`, ' *   word word end'],
  ],
])('%s is broken as a formatter breaks it', (_what, line, lines) => {
  expect(breakLines(line).split('\n')).toEqual(lines);
});

test('code blocks and tables in a comment stay as they are', () => {
  const row = ` * | ${'cell | '.repeat(20)}`;
  const text = `/**\n * \`\`\`\n * ${'code '.repeat(30)}\n * \`\`\`\n${row}\n */\n`;
  expect(breakLines(text)).toBe(text);
});

describe('statements of this project, each as one line, keep their tokens', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^(?:wire|runtime\/stream)\/?.*\.ts$/.test(file),
  );

  test('every line that can be broken is short enough', () => {
    for (const file of files) {
      for (const statement of listStatements(readFileSync(join('src', file), 'utf8'))) {
        const broken = breakLines(statement);
        expect(listTokens(broken)).toEqual(listTokens(statement));
        const tooLong = broken.split('\n').filter((line) => line.length > mostColumns && !/['"`/]/.test(line));
        expect(tooLong).toEqual([]);
      }
    }
  });
});

function listStatements(text: string): string[] {
  const file = ts.createSourceFile('module.ts', text, ts.ScriptTarget.Latest, true);
  const printer = ts.createPrinter({ removeComments: true });
  return file.statements
    .map((statement) => printer.printNode(ts.EmitHint.Unspecified, statement, file))
    .filter((statement) => !/`[^`]*\n|\/\//.test(statement))
    .map((statement) => statement.replace(/\n\s*/g, ' '))
    .filter((statement) => statement.length > mostColumns);
}

// Lists all tokens except two optional ones: the comma after the last item of a list, and the `|` before the first
// member of a union.
function listTokens(text: string): string[] {
  const file = ts.createSourceFile('module.ts', text, ts.ScriptTarget.Latest, true);
  const tokens: string[] = [];
  const visit = (node: ts.Node): void => {
    if (node.getChildCount() === 0) tokens.push(node.getText());
    for (const child of node.getChildren()) visit(child);
  };
  visit(file);
  const written = tokens.filter((token) => token !== '');
  return written.filter((token, index) => {
    const isEnd = /^[,;]$/.test(token) && /^[)\]}]$/.test(written[index + 1] ?? '');
    return !isEnd && !(token === '|' && written[index - 1] === '=');
  });
}
