import { expect, test } from 'vitest';
import { Html } from './html.js';
import { printMarkdown } from './print-markdown.js';

const print = (html: string): string => printMarkdown(new Html(html));

test('headings, lists, tables and code become those of Markdown', () => {
  expect(print('<h2>A &lt; B</h2>\n<p>one <b>two</b> <code>a`b</code></p><ul><li>x: <i>y</i></li></ul>')).toBe(
    '## A &lt; B\n\none **two** ``a`b``\n\n- x: y\n',
  );
  expect(print('<dl><dt>id <i>string</i> <b>required</b><dd><p>The id.</p><dl><dt>part<dd>\n</dl></dl>')).toBe(
    '- id string **required**\n  The id.\n  - part\n',
  );
  expect(
    print(
      '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td><code>x|y</code></td><td>1</td></tr></tbody></table>',
    ),
  ).toBe('| a | b |\n| --- | --- |\n| `x\\|y` | 1 |\n');
  expect(print('<pre><code>one\n  ``` &amp;</code></pre>')).toBe('````\none\n  ``` &\n````\n');
});

test('a list inside a list has its own end, and text after a list is not an item', () => {
  expect(print('<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul><p>d</p>')).toBe('- a\n  - b\n- c\n\nd\n');
  expect(print('<ol><li>a</li></ol><p>d</p>')).toMatch(/a\n\nd\n$/);
});

test('links keep their addresses, except those to anchors of the article', () => {
  expect(print('<p><a href="https://a.invalid/(b)">c</a> <a href="#d">e</a></p>')).toBe(
    '[c](https://a.invalid/%28b%29) e\n',
  );
});

test('text stays text', () => {
  expect(print('<p># *a* [b](c) &lt;img&gt;</p>')).toBe('\\# \\*a\\* \\[b\\](c) &lt;img>\n');
});

test.each([
  // Marks.
  ['<p><em>a</em> <strong>b</strong> <s>c</s> <i>d</i> <span>e</span></p>', '*a* **b** ~~c~~ d e\n'],
  // What is not shown, with all that is in it.
  ['<nav><p>a</p><button>b</button></nav><p>c</p>', 'c\n'],
  ['<nav><p>a</p>b</nav><p>c</p>', 'c\n'],
  ['<p>a <svg><p>x</p></svg>b<button>y</button></p>', 'a b\n'],
  ['<svg><nav></nav>x</svg>a', 'a\n'],
  // Blocks of code.
  ['<pre>a<br>b\n\n<b>c</b></pre>', '```\na\nb\n\nc\n```\n'],
  ['<p>x</p><pre>a</pre><p>y</p>', 'x\n\n```\na\n```\n\ny\n'],
  ['<ul><li>x<pre>a\nb</pre></li></ul>', '- x\n\n  ```\n  a\n  b\n  ```\n'],
  ['<p><code></code>a</p>', 'a\n'],
  ['<ul><li>x</li></ul><pre>a</pre>', '- x\n\n```\na\n```\n'],
  ['<pre>a</pre>b', '```\na\n```\n\nb\n'],
  // Blocks.
  ['<h1>a</h1><h6>b</h6><h7>c</h7>', '# a\n\n###### b\n\nc\n'],
  ['<blockquote>a</blockquote><p>b</p>', '> a\n\nb\n'],
  ['<dl><dt>a</dt><dd>b</dd></dl><p>c</p>', '- a\n  b\n\nc\n'],
  ['<ul><li>a<ol><li>b</li></ol></li></ul><p>c</p>', '- a\n  - b\n\nc\n'],
  // Tables.
  ['<table><tr><td>a</td><td> b <em>c</em></td></tr><tr><td></td></tr></table>', '| a | b *c* |\n|  |\n'],
  ['<p>x</p><table><thead><tr><th>a</th></tr></thead></table>', 'x\n\n| a |\n| --- |\n'],
  // Links.
  ['<a class="x" href="https://a.invalid/?a=1&amp;b=2">t</a>', '[t](https://a.invalid/?a=1&b=2)\n'],
  ['<a href="https://a.invalid/a b\\&lt;c&gt;">t</a>', '[t](https://a.invalid/a%20b%5c%3cc%3e)\n'],
  ['<a id="a">t</a>', 't\n'],
  // Characters.
  ['<p>&amp;lt; &quot;a&quot; &#39;b&#39; &unknown;</p>', '&amp;lt; "a" \'b\' &amp;unknown;\n'],
  ['<p># a <i># b</i></p>', '\\# a # b\n'],
  ['<p>a <i>b c</i>d <i># e</i></p>', 'a b cd # e\n'],
  ['<p> <i># a</i></p>', '\\# a\n'],
  ['a</a>b', 'ab\n'],
  ['a', 'a\n'],
  ['', '\n'],
])('%s', (html, expected) => {
  expect(print(html)).toBe(expected);
});
