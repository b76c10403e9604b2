import { bytes, classes, isPartOfName, signClasses } from './signs.js';
import { type TokenList, tokenKinds } from './token-list.js';

// The words after which a slash begins a regular expression.
const operators = new Set(
  'await case delete do else extends in instanceof new of return throw typeof void yield'.split(' '),
);

const { blank, lineEnd, letter, digit, single, sign: signClass } = signClasses;
const { punctuator, name, firstName, string, number, other, comment } = tokenKinds;
const { newLine, dot, slash, star, backslash, backtick, dollar, question, plus, minus, exclamation } = bytes;
const { letterN, underscore, equals, greater, percent, caret, bracket, closingBracket } = bytes;
const { brace: open, closingBrace: close } = bytes;

/** Scans usual tokens. Each method that finds the end of a token returns -1 if the token is not a usual one. */
export class TokenScanner {
  readonly #source: Buffer;
  readonly #tokens: TokenList;
  /** The number of open braces in the expression of each open template. */
  readonly #templates: number[] = [];
  /** The kind of the token whose end was found last. */
  #kind: number = punctuator;

  constructor(source: Buffer, tokens: TokenList) {
    this.#source = source;
    this.#tokens = tokens;
  }

  /** Returns whether all tokens are usual. Names have no method of their own, because most tokens are names. */
  scan(): boolean {
    const source = this.#source;
    let nameKind: number = firstName;
    for (let at = 0; at < source.length; ) {
      const byte = source[at] ?? 0;
      const type = classes[byte] ?? 0;
      let end = at + 1;
      if (type === lineEnd) nameKind = firstName;
      else if (type !== blank) {
        this.#kind = punctuator;
        if (type === letter) {
          this.#kind = nameKind;
          while (isPartOfName[source[end] ?? 0] === 1) end++;
          if ((source[end] ?? 0) > 127) return false;
        } else if (type !== single) end = this.#endToken(at, byte, type);
        if (end === -1) return false;
        this.#tokens.add(this.#kind, at, end);
        nameKind = name;
      }
      at = end;
    }
    return this.#templates.length === 0;
  }

  #endToken(at: number, byte: number, type: number): number {
    switch (type) {
      case signClasses.brace:
        return this.#templates.length > 0 ? this.#endBrace(at, byte) : at + 1;
      case signClasses.sign:
        return this.#endSign(at, byte);
      case signClasses.quote:
        this.#kind = string;
        return this.#endString(at, byte);
      case signClasses.digit:
        this.#kind = number;
        return this.#endNumber(at);
      case signClasses.slash:
        return this.#endSlash(at);
      case signClasses.backtick:
        return this.#endTemplate(at);
      case signClasses.hash:
        this.#kind = other;
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

  // Numbers without an exponent are usual.
  #endNumber(start: number): number {
    let at = this.#endDigits(start);
    if (this.#source[at] === dot) at = this.#endDigits(at + 1);
    else if (this.#source[at] === letterN) at++;
    const next = this.#source[at] ?? 0;
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
    this.#kind = other;
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

  #endSlash(at: number): number {
    const next = this.#source[at + 1];
    if (next === slash || next === star) {
      this.#kind = comment;
      return this.#endComment(at, next === star);
    }
    const { kinds, starts, ends, count } = this.#tokens;
    const last = this.#tokens.findLast(count);
    const kind = kinds[last] ?? punctuator;
    const text = this.#source.toString('latin1', starts[last] ?? 0, ends[last] ?? 0);
    // After these tokens, the grammar decides whether a slash begins a regular expression.
    if (text === ')' || text === '}' || text === '++' || text === '--') return -1;
    const isName = kind === name || kind === firstName;
    const isOperand = isName ? !operators.has(text) : kind !== punctuator || text === ']';
    if (isOperand && !text.endsWith('${')) return at + (next === equals ? 2 : 1);
    this.#kind = other;
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

  #endComment(start: number, isBlock: boolean): number {
    const source = this.#source;
    if (isBlock) {
      // The star of the start does not belong to the end.
      const end = source.indexOf('*/', start + 2, 'latin1');
      return end === -1 ? -1 : end + 2;
    }
    const found = source.indexOf(newLine, start);
    const end = found === -1 ? source.length : found;
    // A line also ends at U+2028 and U+2029, whose first byte is 0xE2.
    return source.subarray(start, end).includes(0xe2) ? -1 : end;
  }
}
