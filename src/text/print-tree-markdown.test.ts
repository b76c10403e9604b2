import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { expect, test } from 'vitest';
import { chooseSeed } from '../../test/seed.js';
import { printTreeMarkdown } from './print-tree-markdown.js';
import { type Blocks, code, type Inline, line, link, mark, paragraph, readLine } from './tree.js';

const printMarkdown = (blocks: Blocks): string => printTreeMarkdown(blocks).join('');

const decoded: { readonly [entity: string]: string } = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
const markdown = new MarkdownIt();

// Characters that Markdown reads as markup in some places, also at the edges of words and lines.
const text = fc.oneof(
  ...['ab1 _*-+=#>[](){}`|~!&<:.;\\"$@/%', 'aabb1  *', 'aabb1  #', 'ab1  -+', 'a1. ', 'aabb_ ', 'ab[]( '].map((signs) =>
    fc.string({ unit: fc.constantFrom(...signs), minLength: 1, maxLength: 8 }),
  ),
);
const inner = fc.oneof(text, text.map(code));
const span = fc.oneof(
  text.map(code),
  inner.map((inside) => mark('strong', inside)),
  inner.map((inside) => mark('emphasis', inside)),
  inner.map((inside) => link('#a.b-c_d', inside)),
);

test('a line of any characters reads as it was written, in a paragraph, an item and a cell', () => {
  const check = (parts: readonly Inline[]): void => {
    const words = readLine(parts).replaceAll(/\s+/g, '');
    const shown = (blocks: Blocks): string => {
      const html = markdown.render(printMarkdown(blocks));
      return html.replaceAll(/<[^>]*>|\s+/g, '').replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => decoded[entity] ?? '');
    };
    expect(shown([paragraph(...parts)])).toBe(words);
    expect(shown([{ kind: 'list', items: [{ line: line`${parts}` }] }])).toBe(words);
    expect(shown([{ kind: 'call-out', blocks: [paragraph(...parts)] }])).toBe(words);
    // Code in a table cannot contain this pair (GFM, section 4.10).
    if (words.includes('\\|')) return;
    expect(shown([{ kind: 'table', head: ['head'], rows: [[parts]] }])).toBe(`head${words}`);
  };
  fc.assert(fc.property(fc.oneof(fc.tuple(text), fc.tuple(text, span, text, span, text)), check), {
    seed: chooseSeed('lines as Markdown'),
    numRuns: 1000,
  });
});

test('a text in an item stays in it, with its lines and blocks', () => {
  const text = 'One `x`\n**two** (a).\n\n- three\n  four\n\n```\nfive\n\n  six\n```\n\n> seven\n> eight';
  const blocks = [{ kind: 'prose', text }] as const;
  const printed = printMarkdown([{ kind: 'list', items: [{ line: 'name', blocks }, { line: 'next' }] }]);
  expect(markdown.render(printed)).toBe(`<ul>
<li>name
One <code>x</code>
<strong>two</strong> (a).
<ul>
<li>three
four</li>
</ul>
<pre><code>five

  six
</code></pre>
<blockquote>
<p>seven
eight</p>
</blockquote>
</li>
<li>next</li>
</ul>
`);
});

test('the paragraphs of a text in an item stay apart, also after a quotation', () => {
  const blocks = [{ kind: 'prose', text: 'One.\n\nTwo.\n\n> three\n\nFour.' }, paragraph('five')] as const;
  expect(printMarkdown([{ kind: 'list', items: [{ line: 'name', blocks }] }])).toBe(
    '- name\n  One.\n\n  Two.\n  > three\n\n  Four.\n  five\n',
  );
});

test('a name that begins with an underscore is not escaped, unless another one would end an emphasis', () => {
  const items = [
    { line: ['_links', ' object ', code('_'), '_bb_cc'] },
    { line: ['_links', mark('strong', 'a'), '_ b'] },
  ];
  expect(printMarkdown([{ kind: 'list', items }])).toBe('- _links object `_`_bb_cc\n- \\_links**a**\\_ b\n');
});

test('a line has no spaces at its end', () => {
  const blocks = [
    { kind: 'section', title: 'Title ', blocks: [paragraph(code('a'), ' ')] },
    { kind: 'list', items: [{ line: [mark('strong', 'any of'), ' ', mark('muted', '')] }] },
  ] as const;
  expect(printMarkdown(blocks)).toBe('# Title\n\n`a`\n\n- **any of**\n');
});
