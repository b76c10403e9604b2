import { expect, test } from 'vitest';
import { type Html, html, joinHtml, printLink } from './html.js';

const part = html`<i>${'a'}</i>`;

test.each<[Html, string]>([
  [html`plain`, 'plain'],
  [html`${'<a>'}`, '&lt;a&gt;'],
  [html`<b>${'"x"'}</b>${1}`, '<b>"x"</b>1'],
  [html`${part}, ${[part, ' & ', [2, undefined]]}`, '<i>a</i>, <i>a</i> &amp; 2'],
  [html`a${undefined}b${false}c`, 'abc'],
  [html`<a href="${'"'}">${'"'}</a>`, '<a href="&quot;">"</a>'],
  [html`<a href="${'"'}/${'"'}" title="t">${'"'}</a>`, '<a href="&quot;/&quot;" title="t">"</a>'],
  [joinHtml(['a', undefined, '', false, part], ' < '), 'a &lt; <i>a</i>'],
  [joinHtml([], ', '), ''],
  [printLink('https://a.invalid', 'a & b'), '<a href="https://a.invalid">a &amp; b</a>'],
  [printLink('javascript:x', 'a'), '<a>a</a>'],
])('the text of a template, %#', (printed, expected) => {
  expect(printed.text).toBe(expected);
});
