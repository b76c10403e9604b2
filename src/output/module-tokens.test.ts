import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAnyTokens, readModuleTokens } from './module-tokens.js';

const plain = ({ values, kinds, beginsLine, comments }: ReturnType<typeof readModuleTokens>): object => ({
  values,
  kinds,
  beginsLine,
  comments,
});

test.each(['src', 'generated'])('the modules of %s have the tokens that js-tokens reads', (folder) => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const wrong = files.filter((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    return JSON.stringify(plain(readModuleTokens(text))) !== JSON.stringify(plain(readAnyTokens(text)));
  });
  expect(wrong).toEqual([]);
  expect(files.length).toBeGreaterThan(50);
});

test.each([
  'a = b / c / d;',
  'a = /[/"]\\//gi.test(b)',
  'return /b/',
  'f(/b/, x[0] / 2)',
  '`a\u0024{ `b\u0024{ {} }c` }d\u0024{/}/}`',
  'if (a) /b/.test(c)', // Only the grammar decides whether these slashes begin a regular expression.
  '} / b /',
  'a++ / b',
  '`\u0024{a} $ \u0024{b}`; `$`',
  "'it\\'s' \"\\\n\"",
  'const größe = ünder.ﬀ; a\u200db',
  'x?.1:2; x?.a; 1..toString(); .5e-3; 0xFFn; 1_000',
  'class A { #b = 1; }',
  'a\u00a0b\u2028c',
  "'open",
  '`open',
  '/* open',
  '<A>(b: C<D<E>>) => a >>> b >>= c >= d',
  '@a\nclass B {}',
])('%s', (text) => {
  expect(plain(readModuleTokens(text))).toEqual(plain(readAnyTokens(text)));
});
