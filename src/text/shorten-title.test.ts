import { expect, test } from 'vitest';
import { isCutTitle, shortenTitle } from './render-markdown.js';

const long = 'of a title that goes on for longer than a heading has room, at least on a telephone';

test.each([
  ['List *pets*', 'List *pets*'],
  [`Creates a [model](/docs) response. Provide text ${long}.`, 'Creates a model response.'],
  [`Use \`v1.2\` of **it**! ${long}`, 'Use v1.2 of it!'],
  [`One sentence ${long}`, `One sentence ${long}`],
  [`One line\nand another ${long}`, `One line and another ${long}`],
  [`A sentence ${long} ${long}`, 'A sentence of a title that goes on for longer than a heading has room, at least …'],
  ['x'.repeat(200), `${'x'.repeat(80)} …`],
  [`<b>x</b>. ${long} ${long}`, '<b>x</b>.'],
])('%s', (title, short) => {
  expect(shortenTitle(title)).toBe(short);
  expect(isCutTitle(title)).toBe(title !== short);
});
