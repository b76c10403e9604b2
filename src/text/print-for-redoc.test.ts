import { expect, test } from 'vitest';
import { Html } from './html.js';
import { printBlock, printForRedoc, printSectionsForRedoc } from './print-for-redoc.js';

test('a plain text stays as it is', () => {
  expect(printForRedoc('The id of the scenario, if any.')).toBe('The id of the scenario, if any.');
  expect(printForRedoc('')).toBe('');
});

test('a text with any markup becomes one block', () => {
  const text = 'one\ntwo *three* `four`\n\n- {% five %}\n\n<script>\n\n```\nsix\n\n  seven\n```';
  expect(printForRedoc(text)).toBe(
    '<div><p>one two <em>three</em> \u200b<code>four</code> \u200b</p><ul><li>{\u200b% five %} </li></ul><p>&lt;script&gt; \u200b</p>' +
      '<pre><code>six<br><br>  seven</code></pre></div>',
  );
});

test('space between elements and entities is kept, and blocks end with one', () => {
  expect(printBlock(new Html('<p>a</p>\n<p><b>b</b> <i>c</i> &lt; &gt; d</p>'))).toBe(
    '<div><p>a </p><p><b>b</b> \u200b<i>c</i> \u200b&lt; \u200b&gt; d </p></div>',
  );
});

test('headings of the whole text stay headings, and the menu shows them', () => {
  expect(printSectionsForRedoc('intro\n\n# One <b>\n\ntext\n\n## Two `x`\n\n> # no heading')).toBe(
    '<div><p>intro </p></div>\n\n# One &lt;b>\n\n<div><p>text </p></div>\n\n## Two x\n\n' +
      '<div><blockquote><h1>no heading </h1></blockquote></div>',
  );
});
