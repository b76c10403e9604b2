import { describe, expect, test } from 'vitest';
import { renderMarkdown } from './render-markdown.js';

const render = (text: string): string => renderMarkdown(text, 4).text;

test('Markdown becomes the HTML that its author expects', () => {
  expect(render('A **bold** `word`\n\n- one\n- two')).toBe(
    '<p>A <strong>bold</strong> <code>word</code></p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>',
  );
  expect(render('3. three\n4. four')).toContain('<ol start="3">');
  expect(render('| a | b |\n| --- | --: |\n| 1 | 2 |')).toContain('<td style="text-align:right">2</td>');
  expect(render('```ts\nif (a < b) {}\n```')).toBe('<pre><code>if (a &lt; b) {}\n</code></pre>');
});

test("GitHub's alerts are quotations that begin with the name of the alert", () => {
  expect(render('> [!NOTE]\n> Times are in *UTC*.\n>\n> Always.')).toBe(
    '<blockquote>\n<p><strong>Note:</strong> Times are in <em>UTC</em>.</p>\n<p>Always.</p>\n</blockquote>',
  );
  expect(render('> [!warning]\n>\n> - a')).toContain('<p><strong>Warning</strong></p>\n<ul>');
  expect(render('> [!NOTE] on the same line')).toContain('[!NOTE] on the same line');
  expect(render('[!NOTE]\n\n> [!OTHER]\n> a')).toMatch(/\[!NOTE\].*\[!OTHER\]/s);
});

test('headings keep their order below the heading of their place', () => {
  expect(render('## A\n\n### B\n\ntext')).toMatch(/^<h4>A<\/h4>\n<h5>B<\/h5>/);
  expect(render('###### deep\n\n# high')).toBe('<h6>deep</h6>\n<h4>high</h4>');
});

test('the heading level depends on the place of a text', () => {
  const text = '# A\n\n- b';
  expect([2, 4, 2].map((level) => renderMarkdown(text, level).text.slice(0, 4))).toEqual(['<h2>', '<h4>', '<h2>']);
});

test('links to the web and to mail addresses stay links', () => {
  expect(render('[a](https://a.invalid/?b&c "t")')).toBe('<p><a href="https://a.invalid/?b&amp;c" title="t">a</a></p>');
  expect(render('<mailto:a@b.invalid>')).toContain('<a href="mailto:a@b.invalid"');
});

test('a relative link has no target in the output, so only its text remains', () => {
  expect(render('[a *b*](/docs/guides) [c](d.md "t") ![e](f.png)')).toBe(
    '<p><a>a <em>b</em></a> <a title="t">c</a> <a>e</a></p>',
  );
  expect(render('[x](//a.invalid)')).toBe('<p>[x](//a.invalid)</p>');
  expect(render('[x](a//b) [y](a?b:c) [z](#a:b)')).toBe('<p><a>x</a> <a>y</a> <a>z</a></p>');
});

test('an image becomes a link and is not fetched, also within a link', () => {
  expect(render('![a "cat"](https://a.invalid/cat.png)')).toBe(
    '<p><a href="https://a.invalid/cat.png">a "cat"</a></p>',
  );
  expect(render('A *photo*: ![](https://a.invalid/cat.png)')).toBe(
    '<p>A <em>photo</em>: <a href="https://a.invalid/cat.png">https://a.invalid/cat.png</a></p>',
  );
  expect(render('[a](https://b.invalid) ![b](https://a.invalid/cat.png)')).toContain(
    '<a href="https://a.invalid/cat.png">b</a>',
  );
  expect(render('[![cat](https://a.invalid/cat.png)](https://b.invalid)')).toBe(
    '<p><a href="https://b.invalid">cat</a></p>',
  );
});

describe('active content stays text:', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<a href="javascript:alert(1)">x</a>',
    '<style>*{display:none}</style>',
    '<!-- --!><script>alert(1)</script> -->',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](java&#115;cript:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](vbscript:alert(1))',
    '[x](file:///etc/passwd)',
    '[x](//a.invalid)',
    '![x](javascript:alert(1))',
    '![x](data:image/svg+xml,<svg/onload=alert(1)>)',
    '<javascript:alert(1)>',
    '[x]: javascript:alert(1)\n\n[x]',
    '[x](https://a.invalid"onmouseover=alert(1))',
    '[x](https://a.invalid "t\\"onmouseover=alert(1)")',
    '![a"onerror=alert(1)](https://a.invalid)',
    '```"><script>alert(1)</script>\ncode\n```',
    '| <b>a</b> |\n| --- |\n| <script>1</script> |',
    '<p\n>\n\n<script>\n\nalert(1)\n\n</script>',
  ])('%s', (text) => {
    const html = render(text);
    const tags = html.match(/<[^>]*>/g) ?? [];
    for (const tag of tags) {
      expect(tag).toMatch(
        /^<\/?(?:p|blockquote|code|strong|em|table|thead|tbody|tr|th|td)>$|^<pre>$|^<div class="lacuna-table">$|^<\/div>$|^<\/(?:pre|a)>$|^<a href="(?:https?:|mailto:)[^"]*"(?: title="[^"]*")?>$/,
      );
    }
  });
});

test.each([
  ['*a **b ', 'c** d*'],
  ['*', '*'],
  ['~~a ', 'b~~'],
])('thousands of nested %j keep their text, up to 100 elements deep', (start, end) => {
  const html = render(`${start.repeat(3000)}middle ${end.repeat(3000)}`);
  const depths = [...html.matchAll(/<(\/?)(?:em|strong|s)>/g)].map(([, slash]) => (slash === '' ? 1 : -1));
  let depth = 0;
  expect(Math.max(...depths.map((step) => (depth += step)))).toBeLessThanOrEqual(100);
  expect(depth).toBe(0);
  expect(html).toContain('middle');
});
