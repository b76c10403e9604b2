import { createHash } from 'node:crypto';
import { hashLength, hashText, normalizeLineEnds } from '../files/hash-text.js';
import { scanTokens } from './module-tokens.js';
import { OmissionMarker } from './omissions.js';
import { bytes as signs } from './signs.js';
import { TokenList, tokenKinds } from './token-list.js';

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
  const isPlain = !bytes.includes(signs.carriageReturn);
  return hashText(printModule(isPlain ? bytes : Buffer.from(normalizeLineEnds(bytes.toString()))));
}

const { newLine, star, doubleQuote, singleQuote, backslash } = signs;
const noBytes = Buffer.alloc(0);

// A token has one byte or more, and a zero byte after it.
const mostGrowth = 2;

/**
 * Prints the tokens and comments of modules that formatters do not omit, each with a zero byte after it. All modules are
 * printed into the same memory.
 */
class LayoutPrinter {
  #source: Buffer = noBytes;
  #printed: Buffer = noBytes;

  /** Returns what is printed, without the last zero byte. It is valid until the next module is printed. */
  print(source: Buffer, { kinds, starts, ends, count }: TokenList): Uint8Array {
    if (this.#printed.length < mostGrowth * source.length)
      this.#printed = Buffer.allocUnsafe(2 * mostGrowth * source.length);
    let printed = this.#printed;
    this.#source = source;
    let length = 0;
    for (let index = 0; index < count; index++) {
      const kind = kinds[index] ?? 0;
      if (kind === tokenKinds.omitted) continue;
      const start = starts[index] ?? 0;
      const end = ends[index] ?? 0;
      // Most tokens are signs and names. They need no call, because there are millions of them.
      if (kind > tokenKinds.firstName) {
        length = this.#printOther(kind, start, end, length);
        printed = this.#printed;
      } else for (let at = start; at < end; at++) printed[length++] = source[at] ?? 0;
      printed[length++] = 0;
    }
    return printed.subarray(0, Math.max(0, length - 1));
  }

  // Prints a token at `to`. Returns the end of what is printed.
  #printOther(kind: number, start: number, end: number, to: number): number {
    if (kind === tokenKinds.comment) return this.#printComment(start, end, to);
    if (kind === tokenKinds.quotedName) return this.#printInside(start, end, to);
    if (kind === tokenKinds.number) return this.#printNumber(start, end, to);
    if (kind !== tokenKinds.string) return to + this.#source.copy(this.#printed, to, start, end);
    this.#printed[to] = doubleQuote;
    const length = this.#printInside(start, end, to + 1);
    this.#printed[length] = doubleQuote;
    return length + 1;
  }

  // Prints the inside of a string. Formatters escape a quote only if that is needed.
  #printInside(start: number, end: number, to: number): number {
    const source = this.#source;
    const printed = this.#printed;
    let length = to;
    for (let at = start + 1; at < end - 1; at++) {
      const byte = source[at] ?? 0;
      const escaped = byte === backslash ? (source[at + 1] ?? 0) : 0;
      if (escaped !== doubleQuote && escaped !== singleQuote) printed[length++] = byte;
      if (byte !== backslash) continue;
      printed[length++] = escaped;
      at++;
    }
    return length;
  }

  #printNumber(start: number, end: number, to: number): number {
    const text = this.#source.toString('latin1', start, end);
    if (!/[.e]/i.test(text)) return to + this.#printed.write(text, to, 'latin1');
    const plain = String(Number(text));
    this.#makeRoom(to + plain.length + mostGrowth * (this.#source.length - end));
    return to + this.#printed.write(plain, to, 'latin1');
  }

  // Only a number with an exponent can have more characters than in its source: `9e20`.
  #makeRoom(length: number): void {
    if (length > this.#printed.length) this.#printed = Buffer.concat([this.#printed], 2 * length);
  }

  // Formatters change the indentation of the lines of a comment, and nothing else in it.
  #printComment(start: number, end: number, to: number): number {
    const source = this.#source;
    const printed = this.#printed;
    let length = to;
    for (let at = start; at < end; at++) {
      const byte = source[at] ?? 0;
      if (byte === newLine) {
        while (length > to && isBlank(printed[length - 1])) length--;
        while (isBlank(source[at + 1])) at++;
      }
      printed[length++] = byte;
    }
    if (source[start + 1] === star) return length;
    return to + Buffer.byteLength(printed.toString('utf8', to, length).trimEnd());
  }
}

function isBlank(byte: number | undefined): boolean {
  return byte === signs.space || byte === signs.tab;
}

// New memory for each module would take about as long as the rest.
const tokens = new TokenList();
const printer = new LayoutPrinter();

function printModule(source: Buffer): Uint8Array {
  scanTokens(source, tokens);
  new OmissionMarker(source, tokens).mark();
  return printer.print(source, tokens);
}

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
