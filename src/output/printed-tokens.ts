import { bytes as signs } from './signs.js';

const { letterE, upperE, newLine, tab, space, star, doubleQuote, singleQuote, backslash, dot } = signs;

// The shortest token that becomes longer is `1e20`, which becomes 21 digits. Each token has a zero byte after it.
const mostGrowth = 6;

/** The printed tokens and comments of a module, each with a zero byte after it. */
export class PrintedTokens {
  /** Memory that is large enough for the whole module. */
  bytes: Buffer = Buffer.alloc(0);
  length = 0;
  #source: Buffer = Buffer.alloc(0);

  /** Removes all tokens. The next ones are those of `source`. */
  start(source: Buffer): void {
    this.#source = source;
    this.length = 0;
    const most = mostGrowth * source.length;
    if (this.bytes.length < most) this.bytes = Buffer.allocUnsafe(2 * most);
  }

  /** Returns what is printed, without the last zero byte. It is valid until the next module. */
  getAll(): Uint8Array {
    return this.bytes.subarray(0, Math.max(0, this.length - 1));
  }

  /** Removes bytes that are printed. */
  remove(start: number, count: number): void {
    this.bytes.copyWithin(start, start + count, this.length);
    this.length -= count;
  }

  /** Adds a token as it is. */
  add(start: number, end: number): void {
    const source = this.#source;
    const printed = this.bytes;
    let length = this.length;
    for (let at = start; at < end; at++) printed[length++] = source[at] ?? 0;
    printed[length++] = 0;
    this.length = length;
  }

  /** Adds a string. Formatters choose its quotes, and escape one inside only if that is needed. */
  addString(start: number, end: number): void {
    this.bytes[this.length++] = doubleQuote;
    this.addUnquoted(start, end);
    this.bytes[this.length - 1] = doubleQuote;
    this.bytes[this.length++] = 0;
  }

  /** Adds the inside of a string. */
  addUnquoted(start: number, end: number): void {
    const source = this.#source;
    const printed = this.bytes;
    let length = this.length;
    for (let at = start + 1; at < end - 1; at++) {
      const byte = source[at] ?? 0;
      const escaped = byte === backslash ? (source[at + 1] ?? 0) : 0;
      if (escaped !== doubleQuote && escaped !== singleQuote) printed[length++] = byte;
      if (byte !== backslash) continue;
      printed[length++] = escaped;
      at++;
    }
    printed[length++] = 0;
    this.length = length;
  }

  /** Adds a number. Formatters change how one with a dot or an exponent is written. */
  addNumber(start: number, end: number): void {
    let isWhole = true;
    for (let at = start; at < end; at++) {
      const byte = this.#source[at] ?? 0;
      if (byte === dot || byte === letterE || byte === upperE) isWhole = false;
    }
    if (isWhole) {
      this.add(start, end);
      return;
    }
    const text = this.#source.toString('latin1', start, end);
    const value = Number(text);
    // JavaScript itself does not know `1_000.5` or `0xen` as the text of a number.
    const plain = Number.isNaN(value) ? text : String(value);
    this.length += this.bytes.write(`${plain}\0`, this.length, 'latin1');
  }

  /** Adds a comment. Formatters change the indentation of its lines, and nothing else in it. */
  addComment(start: number, end: number): void {
    const source = this.#source;
    const printed = this.bytes;
    const from = this.length;
    let length = from;
    for (let at = start; at < end; at++) {
      const byte = source[at] ?? 0;
      if (byte === newLine) {
        while (length > from && isBlank(printed[length - 1])) length--;
        while (isBlank(source[at + 1])) at++;
      }
      printed[length++] = byte;
    }
    const isBlock = source[start + 1] === star;
    if (!isBlock) length = from + Buffer.byteLength(printed.toString('utf8', from, length).trimEnd());
    printed[length++] = 0;
    this.length = length;
  }
}

function isBlank(byte: number | undefined): boolean {
  return byte === space || byte === tab;
}
