import { bytes, classes, isPartOfName, listBytes, signClasses } from './signs.js';
import { tokenKinds } from './token-kinds.js';

// The words after which a slash begins a regular expression.
const operators = new Set(
  'await case delete do else extends in instanceof new of return throw typeof void yield'.split(' '),
);

const { blank, lineEnd, letter, digit, sign: signClass } = signClasses;
const { punctuator, string, number, other, comment } = tokenKinds;
const { newLine, dot, slash, star, backslash, backtick, dollar, question, plus, minus, exclamation } = bytes;
const {
  zero,
  letterE,
  letterN,
  underscore,
  equals,
  greater,
  percent,
  caret,
  bracket,
  closingBracket,
  closingParenthesis,
} = bytes;
const { brace: open, closingBrace: close } = bytes;

/** Finds the ends of usual tokens that are no names. */
export class TokenScanner {
  /** The kind of the token whose end was found last. */
  kind: number = punctuator;
  /** Whether there was a line end in the white space that was skipped last. */
  hasSkippedLine = false;
  #source: Buffer = Buffer.alloc(0);
  /** The number of open braces in the expression of each open template. */
  readonly #templates: number[] = [];

  /** Begins with another module. */
  start(source: Buffer): void {
    this.#source = source;
    this.#templates.length = 0;
  }

  /** Returns whether all templates are closed. */
  isComplete(): boolean {
    return this.#templates.length === 0;
  }

  /** Returns the start of the first token after a place that is no comment. */
  skipSpace(start: number): number {
    const source = this.#source;
    this.hasSkippedLine = false;
    for (let at = start; ; at++) {
      const type = classes[source[at] ?? 0];
      if (type === lineEnd) this.hasSkippedLine = true;
      else if (type === signClasses.slash) {
        const next = source[at + 1];
        if (next !== slash && next !== star) return at;
        at = this.#endComment(at, next === star) - 1;
      } else if (type !== blank) return at;
    }
  }

  /**
   * Returns the end of a token, or -1 if it is not a usual one. `last` is the end of the token before it that is no
   * comment.
   */
  findEnd(at: number, type: number, last: number): number {
    const byte = this.#source[at] ?? 0;
    this.kind = punctuator;
    switch (type) {
      case signClasses.single:
        return at + 1;
      case signClasses.brace:
        return this.#templates.length > 0 ? this.#endBrace(at, byte) : at + 1;
      case signClasses.sign:
        return this.#endSign(at, byte);
      case signClasses.quote:
        this.kind = string;
        return this.#endString(at, byte);
      case signClasses.digit:
        this.kind = number;
        return this.#endNumber(at);
      case signClasses.slash:
        return this.#endSlash(at, last);
      case signClasses.backtick:
        return this.#endTemplate(at);
      case signClasses.hash:
        this.kind = other;
        return classes[this.#source[at + 1] ?? 0] === letter ? this.#endName(at + 1) : -1;
      default:
        return -1;
    }
  }

  #endName(start: number): number {
    const source = this.#source;
    let at = start;
    while (isPartOfName[source[at] ?? 0] === 1) at++;
    return (source[at] ?? 0) > 127 ? -1 : at;
  }

  #endNumber(start: number): number {
    const source = this.#source;
    let at = this.#endDigits(start);
    if (source[start] === zero && radixes[source[start + 1] ?? 0] === true) at = this.#endName(at);
    else if (source[at] === letterN) at++;
    else {
      if (source[at] === dot) at = this.#endDigits(at + 1);
      if (source[at] === letterE) at = this.#endDigits(source[at + 1] === minus ? at + 2 : at + 1);
    }
    const next = source[at] ?? 0;
    return isPartOfName[next] === 1 || next === dot || next > 127 ? -1 : at;
  }

  #endDigits(start: number): number {
    let at = start;
    while (classes[this.#source[at] ?? 0] === digit || this.#source[at] === underscore) at++;
    return at;
  }

  #endString(start: number, quote: number): number {
    const source = this.#source;
    for (let at = start + 1; at < source.length; at++) {
      const byte = source[at];
      if (byte === quote) return at + 1;
      if (byte === newLine) return -1;
      if (byte === backslash) at++;
    }
    return -1;
  }

  // Ends a brace that is in the expression of a template.
  #endBrace(at: number, byte: number): number {
    const depth = this.#templates.pop() ?? 0;
    if (depth === 0 && byte === close) return this.#endTemplate(at);
    this.#templates.push(depth + (byte === open ? 1 : -1));
    return at + 1;
  }

  #endTemplate(start: number): number {
    const source = this.#source;
    this.kind = other;
    for (let at = start + 1; at < source.length; at++) {
      const byte = source[at];
      if (byte === backtick) return at + 1;
      if (byte === dollar && source[at + 1] === open) {
        this.#templates.push(0);
        return at + 2;
      }
      if (byte === backslash) at++;
    }
    return -1;
  }

  #endSign(at: number, byte: number): number {
    const next = this.#source[at + 1] ?? 0;
    const type = classes[next];
    if (type !== signClass) return byte === dot && type === digit ? -1 : at + 1;
    return byte === greater && next === greater ? this.#endClosing(at) : at + this.#countSigns(byte, at);
  }

  // The two closing brackets of `Map<string, Set<Pet>>` are two tokens.
  #endClosing(start: number): number {
    const end = start + (this.#source[start + 2] === greater ? 3 : 2);
    return this.#source[end] === equals ? end + 1 : start + 1;
  }

  // Counts the bytes of a punctuator of which the next byte is a sign, too.
  #countSigns(byte: number, at: number): number {
    const [next, third] = [this.#source[at + 1], this.#source[at + 2]];
    const isTwice = next === byte;
    if (byte === dot) return isTwice && third === dot ? 3 : 1;
    if (byte === question && next === dot) return classes[third ?? 0] === digit ? 1 : 2;
    if (byte === plus || byte === minus) return isTwice || next === equals ? 2 : 1;
    if (byte === equals) return next === greater || (isTwice && third !== equals) ? 2 : isTwice ? 3 : 1;
    if (byte === exclamation) return next !== equals ? 1 : third === equals ? 3 : 2;
    if (isTwice && byte !== percent && byte !== caret) return third === equals ? 3 : 2;
    return next === equals && byte !== question ? 2 : 1;
  }

  #endSlash(at: number, last: number): number {
    const next = this.#source[at + 1];
    if (next === slash || next === star) {
      this.kind = comment;
      const end = this.#endComment(at, next === star);
      if (next === star) return end > this.#source.length ? -1 : end;
      // A line also ends at U+2028 and U+2029, whose first byte is 0xE2.
      return this.#source.subarray(at, end).includes(0xe2) ? -1 : end;
    }
    const before = this.#source[last - 1] ?? 0;
    const isTwice = before === this.#source[last - 2];
    // After these tokens, the grammar decides whether a slash begins a regular expression.
    if (before === closingParenthesis || before === close || before === slash) return -1;
    if (isTwice && (before === plus || before === minus)) return -1;
    if (endsOfOperands[before] === true && !operators.has(this.#getWord(last))) return at + (next === equals ? 2 : 1);
    this.kind = other;
    return this.#endExpression(at + 1);
  }

  #endExpression(start: number): number {
    const source = this.#source;
    let isInSet = false;
    for (let at = start; at < source.length; at++) {
      const byte = source[at] ?? 0;
      if (byte === newLine || byte > 127) return -1;
      if (byte === slash && !isInSet) return this.#endName(at + 1);
      if (byte === backslash) {
        at++;
        if (source[at] === newLine || (source[at] ?? 0) > 127) return -1;
      } else if (byte === bracket) isInSet = true;
      else if (byte === closingBracket) isInSet = false;
    }
    return -1;
  }

  // Returns more than the length of the source if a comment has no end.
  #endComment(start: number, isBlock: boolean): number {
    const source = this.#source;
    let at = start + 2;
    if (isBlock) {
      // The star of the start does not belong to the end.
      for (at++; at < source.length && (source[at] !== slash || source[at - 1] !== star); ) at++;
      return at + 1;
    }
    while (at < source.length && source[at] !== newLine) at++;
    return at;
  }

  // Returns the word that ends at a place.
  #getWord(end: number): string {
    let start = end;
    while (isPartOfName[this.#source[start - 1] ?? 0] === 1) start--;
    return this.#source.toString('latin1', start, end);
  }
}

const endsOfOperands = listBytes(/[\w$\]'"`.]/);
const radixes = listBytes(/[xob]/i);
