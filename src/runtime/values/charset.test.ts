import { expect, test } from 'vitest';
import { encodeCharset } from './charset.js';

test.each<[string, string, readonly number[] | undefined]>([
  ['US-ASCII', 'a\x7f', [0x61, 0x7f]],
  ['US-ASCII', 'é', undefined],
  ['koi8-r', 'a', [0x61]],
  ['ISO-8859-1', 'aéÿ\xa0', [0x61, 0xe9, 0xff, 0xa0]],
  ['iso-8859-1', 'Ā', undefined],
  ['latin1', 'é', [0xe9]],
  ['Windows-1252', 'é', [0xe9]],
  // Readers decode these bytes as other characters.
  ['iso-8859-1', '\x80', undefined],
  ['iso-8859-1', '\x9f', undefined],
  ['iso-8859-15', 'é', undefined],
  ['x-latin1', 'é', undefined],
  // A character has more than one byte.
  ['UTF-16', 'a', undefined],
  ['utf16le', 'a', undefined],
  ['utf-32', 'a', undefined],
])('in %s, %j is encoded as %j', (charset, text, bytes) => {
  const encoded = encodeCharset(text, charset);
  expect(encoded && [...encoded]).toEqual(bytes);
});
