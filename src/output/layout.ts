import { createHash } from 'node:crypto';
import { hashLength, hashText } from '../files/hash-text.js';
import { ModulePrinter } from './module-printer.js';
import { bytes as signs } from './signs.js';

/**
 * Returns a hash of a generated file. A formatter does not change the hash. For a module, it is the hash of its tokens
 * and comments. For JSON, it is the hash of the text without the white space between tokens. For any other text, it is
 * the hash of its words. In Markdown, the width of a table's columns does not count.
 */
export function hashLayout(path: string, bytes: Buffer): string {
  if (path.endsWith('.json')) return hashSegments(bytes, newLine, '', printJson);
  if (!/\.[jt]s$/.test(path)) {
    const isMarkdown = path.endsWith('.md');
    return hashSegments(bytes, signs.space, ' ', (words, printed) => printWords(words, printed, isMarkdown));
  }
  return hashText(printer.print(bytes));
}

const { newLine, doubleQuote, backslash } = signs;
const noBytes = Buffer.alloc(0);
// One for all modules, because new memory for each would take about as long as the rest.
const printer = new ModulePrinter();

// The fewest bytes of a segment. A file of a reference has many times more, and memory for all of them would take longer
// than its hash.
const leastSegment = 65_536;

/**
 * Returns a hash of what is printed for the segments of a text, with a text between them. Each segment ends with `last`,
 * a byte of white space. `print` prints a segment into a memory that is larger, and returns the number of bytes.
 */
function hashSegments(
  bytes: Buffer,
  last: number,
  between: string,
  print: (segment: Buffer, printed: Buffer) => number,
): string {
  const hash = createHash('sha256');
  let printed = noBytes;
  let isFirst = true;
  for (let start = 0, end = 0; start < bytes.length; start = end) {
    const found = bytes.indexOf(last, start + leastSegment);
    end = found < 0 ? bytes.length : found + 1;
    if (printed.length <= end - start) printed = Buffer.allocUnsafe(end - start + leastSegment);
    const length = print(bytes.subarray(start, end), printed);
    if (length === 0) continue;
    if (!isFirst) hash.update(between);
    hash.update(printed.subarray(0, length));
    isFirst = false;
  }
  return hash.digest('hex').slice(0, hashLength);
}

// Looking at each byte once takes a fraction of what a regular expression takes, and a look into a table takes a fraction
// of a call.
function printJson(bytes: Buffer, printed: Buffer): number {
  const end = bytes.length;
  let length = 0;
  for (let at = 0; at < end; at++) {
    const byte = bytes[at] ?? 0;
    const width = spaceWidths[byte] ?? 0;
    if (width === 1 || (width > 1 && isWideSpace(bytes, at, width))) {
      at += width - 1;
      continue;
    }
    printed[length++] = byte;
    if (byte !== doubleQuote) continue;
    for (at++; at < end; at++) {
      const inside = bytes[at] ?? 0;
      printed[length++] = inside;
      if (inside === doubleQuote) break;
      if (inside === backslash && at + 1 < end) printed[length++] = bytes[++at] ?? 0;
    }
  }
  return length;
}

/** Prints the words of a text with a space between two of them. In Markdown, a row of hyphens counts as one. */
function printWords(bytes: Buffer, printed: Buffer, isMarkdown: boolean): number {
  const end = bytes.length;
  let length = 0;
  for (let at = 0; at < end; ) {
    const start = length;
    let width = 0;
    for (; at < end; at++) {
      const byte = bytes[at] ?? 0;
      width = spaceWidths[byte] ?? 0;
      if (width === 1 || (width > 1 && isWideSpace(bytes, at, width))) break;
      printed[length++] = byte;
    }
    at += width;
    if (length === start) continue;
    if (isMarkdown) length = shortenRule(printed, start, length);
    printed[length++] = signs.space;
  }
  return Math.max(0, length - 1);
}

// Shortens a word of hyphens, with a colon on each side or not, to one hyphen. Returns its new end.
function shortenRule(printed: Buffer, start: number, end: number): number {
  const first = printed[start] === signs.colon ? start + 1 : start;
  let last = first;
  while (last < end && printed[last] === signs.minus) last++;
  if (last === first || last < end - 1 || (last < end && printed[last] !== signs.colon)) return end;
  if (last < end) printed[first + 1] = signs.colon;
  return first + 1 + end - last;
}

// The number of bytes of the white space that can begin with a byte, or 0.
const spaceWidths = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === signs.space || (byte >= signs.tab && byte <= signs.carriageReturn)) return 1;
  if (byte === 0xc2) return 2;
  return byte === 0xef || (byte >= 0xe1 && byte <= 0xe3) ? 3 : 0;
});

// Returns whether the character at an index, which has more than one byte, is white space (`\s`).
function isWideSpace(bytes: Buffer, at: number, width: number): boolean {
  return /^\s$/.test(bytes.toString('utf8', at, at + width));
}
