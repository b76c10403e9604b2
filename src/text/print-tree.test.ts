import MarkdownIt from 'markdown-it';
import { expect, test } from 'vitest';
import { Html } from './html.js';
import { printTree, printTreeParts } from './print-tree.js';
import { printTreeMarkdown } from './print-tree-markdown.js';
import { type Blocks, code, line, link, mark, paragraph } from './tree.js';

const printMarkdown = (blocks: Blocks): string => printTreeMarkdown(blocks).join('');

const hostile = '<img src=x onerror=alert(1)> # *a* [b](javascript:c) | `d` \u202e';

test('sections in sections have headings up to the sixth', () => {
  const nest = (depth: number): Blocks => [
    { kind: 'section', title: 'T', blocks: depth === 0 ? [{ kind: 'prose', text: '# P' }] : nest(depth - 1) },
  ];
  expect([...printTree(nest(5)).text.matchAll(/<h(\d)>/g)].map(([, level]) => level).join('')).toBe('2345666');
  expect(
    printMarkdown(nest(6))
      .match(/^#+/gm)
      ?.map((marks) => marks.length)
      .join(''),
  ).toBe('12345666');
});

test.each<[string, Blocks, string, string]>([
  [
    'a section with its address, an earlier one and what is inside',
    [{ kind: 'section', id: 'a', oldIds: ['b'], title: 'A & B', note: mark('muted', 'n'), blocks: [paragraph('x')] }],
    '<section id="a"><span id="b"></span>\n<h2>A &amp; B <i>n</i><a class="lacuna-anchor" href="#a" aria-label="Link to this section"></a></h2>\n<p>x</p>\n</section>\n',
    '# <a id="a"></a>A & B n\n\nx\n',
  ],
  ...(['operation', 'schema'] as const).map((role): [string, Blocks, string, string] => [
    `a section about one ${role}`,
    [{ kind: 'section', role, title: 'A', route: 'r', blocks: [] }],
    `<article class="lacuna-${role}" data-route="r">\n<h2>A</h2>\n</article>\n`,
    '# A\n',
  ]),
  [
    'a line',
    [
      paragraph(
        line`one ${mark('strong', 'two')} ${code('a`b')} ${link('#a', 'c')} ${link('javascript:x', 'd')} ${mark('emphasis', 'e')}.`,
      ),
    ],
    '<p>one <b>two</b> <code>a`b</code> <a href="#a">c</a> <a>d</a> <em>e</em>.</p>\n',
    'one **two** ``a`b`` [c](#a) d *e*.\n',
  ],
  [
    'each mark',
    [paragraph(line`${mark('emphasis', 'a')} ${mark('open', 'b')} ${mark('count', 'c')} ${mark('hidden', 'd')}`)],
    '<p><em>a</em> <span class="lacuna-open">b</span> <span class="lacuna-count">c</span> <span class="lacuna-hidden">d</span></p>\n',
    '*a* b c d\n',
  ],
  [
    'a badge, and a link whose text is its address',
    [
      paragraph({ kind: 'link', address: '#a', inside: 'b', isBadge: true }),
      paragraph(link('https://a.invalid', 'https://a.invalid')),
    ],
    '<p><a class="lacuna-badge" href="#a">b</a></p>\n<p><a class="lacuna-url" href="https://a.invalid">https://a.invalid</a></p>\n',
    '[b](#a)\n\n<https://a.invalid>\n',
  ],
  [
    'several facts, rows, columns, items and old ids',
    [
      { kind: 'facts', facts: ['a', 'b'].map((name) => ({ name, value: 'c' })) },
      { kind: 'table', head: ['a', 'b', 'c'], rows: ['d', 'e'].map((first) => [first, 'f', 'g']) },
      { kind: 'list', items: [{ line: 'a', oldIds: ['h', 'i'] }, { line: 'b' }] },
    ],
    '<dl class="lacuna-facts">\n<div><dt>a</dt><dd>c</dd></div>\n<div><dt>b</dt><dd>c</dd></div>\n</dl>\n<table><thead><tr><th scope="col">a</th><th scope="col">b</th><th scope="col">c</th></tr></thead><tbody>\n<tr><th scope="row">d</th><td data-label="b">f</td><td data-label="c">g</td></tr>\n<tr><th scope="row">e</th><td data-label="b">f</td><td data-label="c">g</td></tr>\n</tbody></table>\n<ul><li><span id="h"></span><span id="i"></span>a</li>\n<li>b</li>\n</ul>\n',
    '- a: c\n- b: c\n\n| a | b | c |\n| - | - | - |\n| d | f | g |\n| e | f | g |\n\n- a\n- b\n',
  ],
  [
    'code with a label, and fields without a line',
    [
      { kind: 'code', text: 'a', language: 'json', label: 'b' },
      { kind: 'fields', fields: [{ name: 'c', line: '', blocks: [] }] },
    ],
    '<pre data-label="b"><button type="button" class="lacuna-copy">Copy</button><code class="language-json">a</code></pre>\n<dl><dt>c<dd>\n</dl>\n',
    '```json\na\n```\n\n- c\n',
  ],
  [
    'a paragraph with a role',
    [{ kind: 'paragraph', inside: 'a', role: 'lead' }],
    '<p class="lacuna-lead">a</p>\n',
    'a\n',
  ],
  [
    'fields',
    [
      {
        kind: 'fields',
        fields: [{ name: 'id', line: 'string', mark: mark('strong', 'required'), blocks: [paragraph('The id.')] }],
      },
    ],
    '<dl><dt>id <i>string</i> <b>required</b><dd><p>The id.</p>\n\n</dl>\n',
    '- id string **required**\n  The id.\n',
  ],
  [
    'fields without anything inside',
    [{ kind: 'fields', fields: ['a', 'b'].map((name) => ({ name, line: 'text', blocks: [] })) }],
    '<dl><dt>a <i>text</i><dd>\n<dt>b <i>text</i><dd>\n</dl>\n',
    '- a text\n- b text\n',
  ],
  [
    'lists with and without a role',
    [
      { kind: 'list', items: [{ line: 'a' }] },
      { kind: 'list', items: [{ line: 'b' }], role: 'parts' },
    ],
    '<ul><li>a</li>\n</ul>\n<ul class="lacuna-parts"><li>b</li>\n</ul>\n',
    '- a\n\n- b\n',
  ],
  [
    'a table',
    [{ kind: 'table', head: ['a', 'b'], rows: [[1, code('x|y')]] }],
    '<table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead><tbody>\n<tr><th scope="row">1</th><td data-label="b"><code>x|y</code></td></tr>\n</tbody></table>\n',
    '| a | b |\n| - | - |\n| 1 | `x\\|y` |\n',
  ],
  [
    'code',
    [{ kind: 'code', text: 'a ``` <b>', language: 'json' }],
    '<pre><code class="language-json">a ``` &lt;b&gt;</code></pre>\n',
    '````json\na ``` <b>\n````\n',
  ],
  [
    'a text of the description, with its headings below that of its section',
    [
      {
        kind: 'section',
        title: 'A',
        blocks: [{ kind: 'prose', text: '# B\n\n![i](https://a.invalid/i.png)\n\n- c\n- d' }],
      },
    ],
    '<section>\n<h2>A</h2>\n<h3>B</h3>\n<p><a href="https://a.invalid/i.png">i</a></p>\n<ul>\n<li>c</li>\n<li>d</li>\n</ul>\n</section>\n',
    '# A\n\n## B\n\n[i](https://a.invalid/i.png)\n\n- c\n- d\n',
  ],
  [
    'all that Markdown has',
    [
      {
        kind: 'prose',
        text: '> q\n\n3. a\n4. b\n\n| h |\n| - |\n| c |\n\n```js x\ny\n```\n\n[l](https://a.invalid) [m](d.md)',
      },
    ],
    '<blockquote>\n<p>q</p>\n</blockquote>\n<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>\n<div class="lacuna-table"><table>\n<thead>\n<tr>\n<th>h</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>c</td>\n</tr>\n</tbody>\n</table></div>\n<pre><code>y\n</code></pre>\n<p><a href="https://a.invalid">l</a> <a>m</a></p>\n',
    '> q\n\n3. a\n4. b\n\n| h |\n| - |\n| c |\n\n```js\ny\n```\n\n[l](https://a.invalid) m\n',
  ],
  [
    'numbered lists that start at one and at another number',
    [{ kind: 'prose', text: '1. a\n2. b\n\nc\n\n7. d\n\n8. e' }],
    '<ol>\n<li>a</li>\n<li>b</li>\n</ol>\n<p>c</p>\n<ol start="7">\n<li>\n<p>d</p>\n</li>\n<li>\n<p>e</p>\n</li>\n</ol>\n',
    '1. a\n2. b\n\nc\n\n7. d\n8. e\n',
  ],
  [
    'numbers and patterns, which are no markup',
    [paragraph('3.1.1, 1. a_b and ', code('^\\d{4}'))],
    '<p>3.1.1, 1. a_b and <code>^\\d{4}</code></p>\n',
    '3.1.1, 1. a_b and `^\\d{4}`\n',
  ],
  [
    'an address with marks',
    [paragraph(link('https://a.invalid/a)b c', 'x'))],
    '<p><a href="https://a.invalid/a)b c">x</a></p>\n',
    '[x](<https://a.invalid/a)b c>)\n',
  ],
  [
    'folded blocks, also those of items that are at other places too',
    [
      { kind: 'details', summary: 'a', blocks: [paragraph('x')] },
      { kind: 'details', id: 'i', summary: 'b', blocks: [paragraph('y')], role: 'elsewhere' },
    ],
    '<details><summary>a</summary><p>x</p>\n</details>\n<details class="lacuna-call-out lacuna-elsewhere" id="i"><summary>b</summary><p>y</p>\n</details>\n',
    'a\n\nx\n\nb\n\ny\n',
  ],
  [
    'a drawing, which Markdown omits',
    [{ kind: 'figure', blocks: [{ kind: 'drawing', drawing: new Html('<svg></svg>') }, paragraph('x')] }],
    '<figure class="lacuna-states"><svg></svg><p>x</p>\n</figure>\n',
    'x\n',
  ],
])('prints %s as HTML and as Markdown', (_what, blocks, html, markdown) => {
  expect(printTree(blocks).text).toBe(html);
  expect(
    printTreeParts(blocks)
      .map(({ text }) => text)
      .join(''),
  ).toBe(html);
  expect(printMarkdown(blocks)).toBe(markdown);
});

test('each operation and each schema is a part of its own', () => {
  const articles = (['operation', 'schema'] as const).map(
    (role) => ({ kind: 'section', role, title: role, blocks: [{ kind: 'section', title: 'a', blocks: [] }] }) as const,
  );
  const parts = printTreeParts([{ kind: 'section', role: 'group', title: 'T', blocks: articles }]);
  expect(parts.filter(({ text }) => /^<article .*<section>.*<\/article>\n$/s.test(text)).length).toBe(2);
});

test('a text of more than a million characters is printed without its markup', () => {
  expect(printMarkdown([{ kind: 'prose', text: '# a\n'.repeat(250_001) }])).toMatch(/^```\n# a\n/);
});

test('long words may break where their parts end, in a document but not in Redoc, whose search would not find them', () => {
  const words = [paragraph('list-sessions-v2-from_date a-b ', code('/v2/meetingBots.getSession<x>'))];
  expect(printTree(words).text).toBe(
    '<p>list-sessions-<wbr>v2-from_date a-b <code>/v2/meeting<wbr>Bots.getSession&lt;x&gt;</code></p>\n',
  );
  expect(printTree(words, { document: 'article.html' }).text).not.toContain('<wbr>');
  const prose = {
    kind: 'prose',
    text: '[list-sessions-v2-from_date](https://a.invalid/list-sessions-v2-from_date)',
  } as const;
  expect(printTree([prose]).text).toContain(
    '<a href="https://a.invalid/list-sessions-v2-from_date">list-sessions-<wbr>v2-from_date</a>',
  );
  expect(printTree([prose], { document: 'article.html' }).text).not.toContain('<wbr>');
  expect(printMarkdown([{ kind: 'prose', text: '[a](/b)' }])).toBe('a\n');
});

test.each([
  ['abcdefghi/klmnopqrst', 'abcdefghi/<wbr>klmnopqrst'],
  ['abcdefgh/jklmnopqrst', 'abcdefgh/jklmnopqrst'],
  ['abcdefghi/klmnopqrs', 'abcdefghi/klmnopqrs'],
  ['a/b/c/d/e/f/g/h/i/j/k', 'a/b/c/d/e/<wbr>f/g/h/i/j/<wbr>k'],
  ['abcdefghi/klmnopqrst b abcdefghi/klmnopqrst', 'abcdefghi/<wbr>klmnopqrst b abcdefghi/<wbr>klmnopqrst'],
])('a word may break after ten characters if it has twenty: %s', (word, printed) => {
  expect(printTree([paragraph(word)]).text).toBe(`<p>${printed}</p>\n`);
});

test('a word in a block of code may break after twenty characters', () => {
  const text = 'abcdefghijklmnopqrs/uv abcdefghijklmnopqr/tuv';
  const printed = 'abcdefghijklmnopqrs/<wbr>uv abcdefghijklmnopqr/tuv';
  expect(printTree([{ kind: 'code', text, language: '' }]).text).toBe(`<pre><code>${printed}</code></pre>\n`);
});

test('text stays text in every block', () => {
  const fields = [{ name: hostile, line: hostile, blocks: [] }];
  const blocks: Blocks = [
    paragraph(hostile, code(hostile), link('https://a.invalid', hostile)),
    { kind: 'prose', text: hostile },
    { kind: 'fields', fields },
    { kind: 'table', head: [hostile], rows: [[hostile]] },
    { kind: 'details', summary: hostile, blocks: [{ kind: 'code', text: hostile, language: '', label: hostile }] },
    { kind: 'section', id: hostile, title: hostile, route: hostile, blocks: [] },
  ];
  const html = printTree(blocks).text;
  expect(html).not.toMatch(/<img|href="javascript/);
  const markdown = printMarkdown(blocks.slice(0, -1));
  expect(markdown).not.toContain('\u202e');
  const read = new MarkdownIt({ html: true }).render(markdown);
  expect(read).not.toMatch(/<img|href="javascript|<em>a<\/em>.*<em>a<\/em>/s);
});
