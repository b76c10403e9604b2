import { bytes, classes, isPartOfName } from './signs.js';

/** Receives the tokens and comments of a module in their order, as ranges of its bytes. */
export interface TokenReceiver {
  /** `beginsLine` states whether the token is the first one of its line. */
  addToken(kind: TokenKind, start: number, end: number, beginsLine: boolean): void;
  addComment(start: number, end: number): void;
}

/** The kinds of tokens that the layout distinguishes. */
export type TokenKind = 'punctuator' | 'name' | 'string' | 'number' | 'other';

// The words after which a slash begins a regular expression.
const operators = new Set(
  'await case delete do else extends in instanceof new of return throw typeof void yield'.split(' '),
);

const { letterN, underscore } = bytes;
const { newLine, space, tab, dot, slash, star, backslash, backtick, dollar, question, plus, minus, exclamation } =
  bytes;
const { equals, greater, percent, caret, bracket, closingBracket, brace: open, closingBrace: close } = bytes;

/** Scans usual tokens. Each method that finds the end of a token returns -1 if the token is not a usual one. */
export class TokenScanner {
  readonly #source: Buffer;
  readonly #receiver: TokenReceiver;
  /** The number of open braces in the expression of each open template. */
  readonly #templates: number[] = [];
  #at = 0;
  #beginsLine = true;
  #last: { kind: TokenKind; start: number; end: number } = { kind: 'punctuator', start: 0, end: 0 };

  constructor(source: Buffer, receiver: TokenReceiver) {
    this.#source = source;
    this.#receiver = receiver;
  }

  /** Returns whether all tokens are usual. */
  scan(): boolean {
    while (this.#skipSpace()) if (!this.#scanNext(this.#source[this.#at] ?? 0)) return false;
    return this.#templates.length === 0;
  }

  // Returns whether something follows.
  #skipSpace(): boolean {
    const source = this.#source;
    let at = this.#at;
    for (; ; at++) {
      const sign = source[at];
      if (sign === newLine) this.#beginsLine = true;
      else if (sign !== space && sign !== tab) break;
    }
    this.#at = at;
    return at < source.length;
  }

  #scanNext(sign: number): boolean {
    const at = this.#at;
    switch (classes[sign]) {
      case 'letter':
        return this.#add('name', this.#endName(at + 1));
      case 'single':
        return this.#add('punctuator', at + 1);
      case 'brace':
        return this.#addBrace(sign);
      case 'sign':
        return this.#addSign(sign);
      case 'digit':
        return this.#add('number', this.#endNumber(at));
      case 'quote':
        return this.#add('string', this.#endString(at, sign));
      case 'slash':
        return this.#addSlash();
      case 'backtick':
        return this.#addTemplate();
      case 'hash':
        return classes[this.#source[at + 1] ?? 0] === 'letter' && this.#add('other', this.#endName(at + 1));
      default:
        return false;
    }
  }

  #add(kind: TokenKind, end: number): boolean {
    if (end === -1) return false;
    const last = this.#last;
    last.kind = kind;
    last.start = this.#at;
    last.end = end;
    this.#receiver.addToken(kind, this.#at, end, this.#beginsLine);
    this.#at = end;
    this.#beginsLine = false;
    return true;
  }

  #endName(start: number): number {
    const source = this.#source;
    let at = start;
    while (isPartOfName[source[at] ?? 0]) at++;
    return (source[at] ?? 0) > 127 ? -1 : at;
  }

  // Numbers without an exponent are usual.
  #endNumber(start: number): number {
    let at = this.#endDigits(start);
    if (this.#source[at] === dot) at = this.#endDigits(at + 1);
    else if (this.#source[at] === letterN) at++;
    const next = this.#source[at] ?? 0;
    return isPartOfName[next] || next === dot || next > 127 ? -1 : at;
  }

  #endDigits(start: number): number {
    let at = start;
    while (classes[this.#source[at] ?? 0] === 'digit' || this.#source[at] === underscore) at++;
    return at;
  }

  #endString(start: number, quote: number): number {
    const source = this.#source;
    for (let at = start + 1; at < source.length; at++) {
      const sign = source[at];
      if (sign === quote) return at + 1;
      if (sign === newLine) return -1;
      if (sign === backslash) at++;
    }
    return -1;
  }

  #addBrace(sign: number): boolean {
    const last = this.#templates.length - 1;
    const depth = this.#templates[last];
    if (depth === 0 && sign === close) {
      this.#templates.pop();
      return this.#addTemplate();
    }
    if (depth !== undefined) this.#templates[last] = depth + (sign === open ? 1 : -1);
    return this.#add('punctuator', this.#at + 1);
  }

  #addTemplate(): boolean {
    const source = this.#source;
    for (let at = this.#at + 1; at < source.length; at++) {
      const sign = source[at];
      if (sign === backtick) return this.#add('other', at + 1);
      if (sign === dollar && source[at + 1] === open) {
        this.#templates.push(0);
        return this.#add('other', at + 2);
      }
      if (sign === backslash) at++;
    }
    return false;
  }

  #addSign(sign: number): boolean {
    const source = this.#source;
    const at = this.#at;
    const next = source[at + 1];
    if (sign === greater && next === greater) {
      let end = at + 2;
      if (source[end] === greater) end++;
      if (source[end] === equals) return this.#add('punctuator', end + 1);
      while (this.#at < end - 1) this.#add('punctuator', this.#at + 1);
      return this.#add('punctuator', end);
    }
    if (sign === dot && classes[next ?? 0] === 'digit') return false;
    return this.#add('punctuator', classes[next ?? 0] === 'sign' ? at + this.#countSigns(sign, at) : at + 1);
  }

  // Counts the bytes of a punctuator of which the next byte is a sign, too.
  #countSigns(sign: number, at: number): number {
    const [next, third] = [this.#source[at + 1], this.#source[at + 2]];
    const isTwice = next === sign;
    if (sign === dot) return isTwice && third === dot ? 3 : 1;
    if (sign === question && next === dot) return classes[third ?? 0] === 'digit' ? 1 : 2;
    if (sign === plus || sign === minus) return isTwice || next === equals ? 2 : 1;
    if (sign === equals) return next === greater || (isTwice && third !== equals) ? 2 : isTwice ? 3 : 1;
    if (sign === exclamation) return next !== equals ? 1 : third === equals ? 3 : 2;
    if (isTwice && sign !== percent && sign !== caret) return third === equals ? 3 : 2;
    return next === equals && sign !== question ? 2 : 1;
  }

  #addSlash(): boolean {
    const next = this.#source[this.#at + 1];
    if (next === slash || next === star) return this.#addComment(next === star);
    const { kind, start, end } = this.#last;
    const text = this.#source.toString('latin1', start, end);
    // After these tokens, the grammar decides whether a slash begins a regular expression.
    if (text === ')' || text === '}' || text === '++' || text === '--') return false;
    const isOperand = kind === 'name' ? !operators.has(text) : kind !== 'punctuator' || text === ']';
    if (isOperand && !text.endsWith('${')) return this.#add('punctuator', this.#at + (next === equals ? 2 : 1));
    return this.#add('other', this.#endExpression(this.#at + 1));
  }

  #endExpression(start: number): number {
    const source = this.#source;
    let isInSet = false;
    for (let at = start; at < source.length; at++) {
      const sign = source[at] ?? 0;
      if (sign === newLine || sign > 127) return -1;
      if (sign === slash && !isInSet) return this.#endName(at + 1);
      if (sign === backslash) {
        at++;
        if (source[at] === newLine || (source[at] ?? 0) > 127) return -1;
      } else if (sign === bracket) isInSet = true;
      else if (sign === closingBracket) isInSet = false;
    }
    return -1;
  }

  #addComment(isBlock: boolean): boolean {
    const start = this.#at;
    const found = isBlock ? findEnd(this.#source, start + 2) : this.#source.indexOf(newLine, start);
    if (isBlock && found === -1) return false;
    const end = found === -1 ? this.#source.length : found;
    // A line also ends at U+2028 and U+2029, whose first byte is 0xE2.
    if (!isBlock && this.#source.subarray(start, end).includes(0xe2)) return false;
    this.#receiver.addComment(start, end);
    this.#at = end;
    this.#beginsLine = false;
    return true;
  }
}

// Returns the end of a block comment, or -1.
function findEnd(source: Uint8Array, start: number): number {
  for (let at = start; at !== -1; ) {
    at = source.indexOf(slash, at + 1);
    if (at !== -1 && source[at - 1] === star) return at + 1;
  }
  return -1;
}
