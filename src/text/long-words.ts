import { encodeHtmlText } from './encode.js';
import { Html } from './html.js';

// A word with fewer characters never breaks.
const leastLong = 20;
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
  let printed = '';
  let done = 0;
  for (let start = findLongWord(text, 0); start >= 0; start = findLongWord(text, done)) {
    let end = start + leastLong;
    while (end < text.length && !isSpace(text.charCodeAt(end))) end++;
    printed += encode(text.slice(done, start)) + printLongWord(text.slice(start, end), leastTogether, encode);
    done = end;
  }
  return done === 0 ? encode(text) : printed + encode(text.slice(done));
}

/**
 * Returns the start of the first long word at or after an index, or -1. It looks at the last character that a word needs
 * first, so it passes over most texts without looking at each character. A regular expression would look at most of them
 * many times.
 */
export function findLongWord(text: string, from: number): number {
  let start = from;
  while (start + leastLong <= text.length) {
    let at = start + leastLong - 1;
    while (at >= start && !isSpace(text.charCodeAt(at))) at--;
    if (at < start) return start;
    start = at + 1;
  }
  return -1;
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

// The white space of `\s`.
function isSpace(code: number): boolean {
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  return /\s/.test(String.fromCharCode(code));
}
