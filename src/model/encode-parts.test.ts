import { expect, test } from 'vitest';
import { encodeParts } from './encode-parts.js';

test.each([
  ['no text', []],
  ['one part', ['ä'.repeat(10_000)]],
  ['parts of one byte per character', ['a', '', 'b'.repeat(10_000), 'c']],
  ['more bytes than expected', ['ä'.repeat(1000), '≥'.repeat(10_000), 'x', '🪲'.repeat(100_000), 'y']],
])('encodes %s', (_what, parts) => {
  expect(encodeParts(parts).toString()).toBe(parts.join(''));
});
