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
