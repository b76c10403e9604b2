import { encodeHtmlText } from './encode.js';
import { Html } from './html.js';

// A word with fewer characters never breaks.
const longWord = /(\S{20,})/;

/** Returns whether a text has a word that may break. */
export function hasLongWord(text: string): boolean {
  return longWord.test(text);
}

/** The fewest characters between two breaks, except in blocks of code. */
export const usualLength = 10;

/** Prints a text as HTML in which long words may break where their parts end. */
export function printBreakableText(text: string): Html {
  return new Html(printBreakable(text, usualLength));
}

/**
 * Prints a text in which long words may break where their parts end: after `/ . _ -` and at a change of case. Browsers
 * take longer for many elements, so parts with fewer characters than `leastTogether` stay together.
 */
export function printBreakable(
  text: string,
  leastTogether: number,
  encode: (text: string) => string = encodeHtmlText,
): string {
  return text
    .split(longWord)
    .map((part, index) => (index % 2 === 0 ? encode(part) : printLongWord(part, leastTogether, encode)))
    .join('');
}

function printLongWord(word: string, leastTogether: number, encode: (text: string) => string): string {
  let printed = '';
  let start = 0;
  for (let at = leastTogether; at < word.length; at++) {
    if (!canBreak(word, at)) continue;
    printed += `${encode(word.slice(start, at))}<wbr>`;
    start = at;
    at += leastTogether - 1;
  }
  return printed + encode(word.slice(start));
}

function canBreak(word: string, at: number): boolean {
  const before = word.charCodeAt(at - 1);
  const after = word.charCodeAt(at);
  if (isSeparator(before)) return !isSeparator(after);
  if (before < 0x80 && after < 0x80) return before >= 0x61 && before <= 0x7a && after >= 0x41 && after <= 0x5a;
  return /\p{Ll}$/u.test(word.slice(Math.max(0, at - 2), at)) && /^\p{Lu}/u.test(word.slice(at, at + 2));
}

// `-`, `.`, `/` and `_`.
function isSeparator(code: number): boolean {
  return (code >= 0x2d && code <= 0x2f) || code === 0x5f;
}
