import { expect, test } from 'vitest';
import { Html } from '../../text/html.js';
import { prepareArticle } from './prepare-article.js';

const prepare = (text: string): string => prepareArticle(new Html(text)).text;

test('rare wide characters of a large article become character references', () => {
  const text = 'a text ä '.repeat(100_000);
  expect(prepare(`${text}≥ 1 🪲`)).toBe(`${text}&#8805; 1 &#129714;`);
});

test('frequent wide characters and those of a small article stay', () => {
  const text = '一篇文章'.repeat(200_000);
  expect(prepare(text)).toBe(text);
  expect(prepare('≥ 1')).toBe('≥ 1');
});
