import { expect, test } from 'vitest';
import { Html } from '../../text/html.js';
import { prepareArticle } from './emit-page.js';

const prepare = (...parts: readonly string[]): string =>
  prepareArticle(parts.map((part) => new Html(part)))
    .map(({ text }) => text)
    .join('');

test('rare wide characters of a large article become character references', () => {
  const text = 'a text ä '.repeat(100_000);
  expect(prepare(text, '≥ 1', ' 🪲')).toBe(`${text}&#8805; 1 &#129714;`);
});

test('frequent wide characters and those of a small article stay', () => {
  const text = '一篇文章'.repeat(200_000);
  expect(prepare(text)).toBe(text);
  expect(prepare('≥ 1')).toBe('≥ 1');
});

test('a browser pauses at the first article after each half a million characters', () => {
  const article = `<article id="a">${'x'.repeat(200_000)}</article>`;
  const pause = '<script></script>';
  expect(prepare(...Array<string>(6).fill(article))).toBe(article.repeat(3) + pause + article.repeat(3));
  expect(prepare(article.repeat(3), article.repeat(3))).toBe(article.repeat(3) + pause + article.repeat(3));
});
