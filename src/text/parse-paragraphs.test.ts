import fc from 'fast-check';
import MarkdownIt, { type Token } from 'markdown-it';
import { expect, test } from 'vitest';
import { chooseSeed } from '../../test/seed.js';
import { parseParagraphs } from './parse-paragraphs.js';

const markdown = new MarkdownIt({ html: false, linkify: false });

/** Lists what printers read of tokens. */
function list(tokens: readonly Token[] | null): unknown[] | undefined {
  return tokens?.map(({ type, tag, attrs, nesting, content, children, block, hidden, markup, info }) => {
    return [type, tag, attrs, nesting, content, list(children), block, hidden, markup, info];
  });
}

test.each([
  'One `word`, "quoted".\nA [link](https://a.invalid/b?c=d#e) to snake_case\n\n`end` here!\n',
  '[a `code` word](http://a.invalid) [b](https://a.invalid/@c)',
  'a `[b](https://c.invalid)` `*d*` `<e>`',
])('paragraphs have the tokens of the whole parser: %j', (text) => {
  expect(list(parseParagraphs(text) ?? null)).toEqual(list(markdown.parse(text, {})));
});

test.each([
  '- item',
  'a  \nb',
  'a\n b',
  'a\n---',
  'a ',
  'a ``b`` c',
  'a `b``c` d',
  '` a`',
  'a *b*',
  'a _b_',
  'a \\_',
  'a &amp; b',
  'a <https://b.invalid>',
  '![a](https://b.invalid)',
  '[a]: https://b.invalid',
  '[a](https://B.invalid)',
  '[a](/b)',
  '[a](https://b.invalid "c")',
  'a\r\nb',
  '',
])('the whole parser reads other texts: %j', (text) => {
  expect(parseParagraphs(text)).toBeUndefined();
});

const piece = fc.constantFrom(
  ...['a', 'b c', '_', ' ', '\n', '\n\n', '`', '`x`', '` x', '[', ']', '(', ')', '](', 'https://a.invalid', '/b', '@'],
  ...[
    '[y](https://a.b/c)',
    '[`z` w](http://d)',
    '!',
    '?',
    '#',
    ':',
    '.',
    '-',
    '=',
    '|',
    '%',
    '<',
    '&',
    '\\',
    '\t',
    '1.',
  ],
);

test('every text that is read as paragraphs has the tokens of the whole parser', () => {
  const check = (text: string): void => {
    const tokens = parseParagraphs(text);
    if (tokens) expect(list(tokens)).toEqual(list(markdown.parse(text, {})));
  };
  const texts = fc.array(piece, { maxLength: 12 }).map((pieces) => `a${pieces.join('')}`);
  fc.assert(fc.property(texts, check), { seed: chooseSeed('paragraphs'), numRuns: 3000 });
});
