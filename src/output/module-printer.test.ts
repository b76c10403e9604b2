import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import jsTokens from 'js-tokens';
import { expect, test } from 'vitest';
import { ModulePrinter } from './module-printer.js';
import { classes, signClasses } from './signs.js';
import { tokenSample } from './token-sample.js';

const printer = new ModulePrinter();
const list = (printed: Uint8Array): readonly string[] => Buffer.from(printed).toString().split('\0');
const print = (text: string): readonly string[] => list(printer.print(Buffer.from(text)));
const printAny = (text: string): readonly string[] => list(printer.printAny(text));

test.each(['src', 'generated'])('the modules of %s have the tokens that js-tokens reads', (folder) => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const wrong = files.filter((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    return print(text).join('\0') !== printAny(text).join('\0');
  });
  expect(wrong).toEqual([]);
  expect(files.length).toBeGreaterThan(50);
});

test.each([
  'a = b / c / d;',
  'a = /[/"]\\//gi.test(b)',
  'return /b/',
  'f(/b/, x[0] / 2)',
  'a /* ) */ / b; c // return\n/ d',
  '"a" / `b` / 1. / 2',
  '`a\u0024{ `b\u0024{ {} }c` }d\u0024{/}/}`',
  'if (a) /b/.test(c)', // Only the grammar decides whether these slashes begin a regular expression.
  '} / b /',
  'a++ / b',
  '`\u0024{a} $ \u0024{b}`; `$`',
  "'it\\'s' \"\\\n\"",
  'const größe = ünder.ﬀ; a\u200db',
  'x?.1:2; x?.a; 1..toString(); .5e-3; 0xFFn; 1_000',
  'a = 3e4 + 1.5e-3 + 1e+9 + 0x80 + 0b1n + 0xe + 1e5.b + 2E3',
  'class A { #b = 1; }',
  'a\u00a0b\u2028c',
  '// a\u2028b',
  'a >>= b >>> c >>>= d !== !e == f ?? g ??= h ** i **= j ... k ^= l %= m',
  'a = 1.5 + 1_0.2_5 - 1. + 1n',
  "'open",
  '`open',
  '/* open',
  '<A>(b: C<D<E>>) => a >>> b >>= c >= d',
  '@a\nclass B {}',
])('%s', (text) => {
  expect(print(text)).toEqual(printAny(text));
});

test.each([
  ["a = 'b' + \"c\\'\";", 'a = "b" + "c\'"'],
  ['f(a, /* b */ ); g<A,\n>()', 'f ( a /* b */ ) g < A > ( )'],
  ['type A = /* a */ | B // b\n | C', 'type A = /* a */ B // b | C'],
  ["({ 'a': 1, /* b */ 'c'?: 2, 'd'(): 3 })", '( { a : 1 , /* b */ c ? : 2 , d ( ) : 3 } )'],
  [
    "a ? 'b' : `a\u0024{'c' ? d : e}`; case 'f': 'g'?.h ?? 'i'",
    'a ? "b" : `a\u0024{ "c" ? d : e }` case "f" : "g" ?. h ?? "i"',
  ],
  [
    'const f = (a) => b;\n/* c */ (d: E) => (d);\ng((h) /* i */ => (\n{ h }))',
    'const f = a => b /* c */ ( d : E ) => d g ( h /* i */ => ( { h } ) )',
  ],
  ['a && (b || c) || (d && e)\nf; return (g, h)', 'a && ( b || c ) || d && e f return g , h'],
  ['return (g ? 1.50 : 1_0.50);', 'return g ? 1.5 : 1_0.50'],
  ['1e20', '100000000000000000000'],
])('%s is printed as %s', (text, printed) => {
  expect(print(text).join(' ')).toBe(printed);
});

test('the sample of tokens has all kinds of tokens, and none that js-tokens must read', () => {
  class UsualPrinter extends ModulePrinter {
    override printAny(): never {
      throw new Error('an unusual token');
    }
  }
  expect(list(new UsualPrinter().print(Buffer.from(tokenSample)))).toEqual(printAny(tokenSample));
  const found = new Set(Buffer.from(tokenSample).map((byte) => classes[byte] ?? 0));
  expect(Object.values(signClasses).filter((type) => !found.has(type))).toEqual([]);
  const kinds = [...new Set([...jsTokens(tokenSample)].map(({ type }) => type))].filter(
    (type) => !/Space|^Line/.test(type),
  );
  expect(kinds.sort()).toEqual([
    ...['IdentifierName', 'MultiLineComment', 'NoSubstitutionTemplate', 'NumericLiteral', 'PrivateIdentifier'],
    ...['Punctuator', 'RegularExpressionLiteral', 'SingleLineComment', 'StringLiteral', 'TemplateHead', 'TemplateTail'],
  ]);
});
