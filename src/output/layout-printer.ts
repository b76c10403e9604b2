import { addOperator, isOptional, type Parenthesis } from './optional-parentheses.js';
import { bytes, isClosing } from './signs.js';
import type { TokenKind, TokenReceiver } from './token-scanner.js';

/** What the next token decides about the last one: whether a comma, quotes or a pair of parentheses are omitted. */
type Question = 'nothing' | 'comma' | 'quotes' | 'pair';

/**
 * Prints the tokens and comments of a module in the form that all formatters have in common, each with a zero byte after
 * it:
 *
 * - Strings are in double quotes, and property names have no quotes.
 * - There are no semicolons, no commas before a closing bracket, and no sign before the first member of a union.
 * - There are no parentheses around a whole body, a returned value, a comparison in a condition, or the only parameter
 *   of a function.
 */
export class LayoutPrinter implements TokenReceiver {
  readonly #source: Buffer;
  #printed: Buffer;
  #length = 0;
  /** Whether bytes that are printed are marked as omitted. */
  #hasOmitted = false;
  /** The last token, and the number of tokens. */
  #kind: TokenKind = 'punctuator';
  #start = 0;
  #end = 0;
  #count = 0;
  #question: Question = 'nothing';
  /** Where the last token is printed, if there is a question about it. */
  #from = 0;
  #to = 0;
  #closed: Parenthesis | undefined;
  /** The open brackets. Those that are no parentheses are undefined. */
  readonly #open: (Parenthesis | undefined)[] = [];

  constructor(source: Buffer) {
    this.#source = source;
    this.#printed = Buffer.allocUnsafe(2 * source.length);
  }

  addToken(kind: TokenKind, start: number, end: number, beginsLine: boolean): void {
    if (this.#question !== 'nothing') this.#decide(start, end, beginsLine && kind === 'name');
    if (kind === 'punctuator') this.#addSign(start, end);
    else if (kind === 'string') this.#addString(start, end);
    else if (kind === 'number') this.#addNumber(start, end);
    else this.#print(start, end);
    this.#kind = kind;
    this.#start = start;
    this.#end = end;
    this.#count++;
  }

  /** Adds a comment. Formatters change the indentation of its lines, and nothing else in it. */
  addComment(start: number, end: number): void {
    const [source, printed, begin] = [this.#source, this.#printed, this.#length];
    let length = begin;
    for (let at = start; at < end; at++) {
      const byte = source[at] ?? 0;
      if (byte === newLine) {
        while (length > begin && isBlank(printed[length - 1])) length--;
        while (isBlank(source[at + 1])) at++;
      }
      printed[length++] = byte;
    }
    if (source[start + 1] !== star)
      length = begin + Buffer.byteLength(printed.toString('utf8', begin, length).trimEnd());
    printed[length++] = 0;
    this.#length = length;
  }

  /** Returns what is printed, without the last zero byte. */
  finish(): Buffer {
    if (this.#question !== 'nothing') this.#decide(0, 0, false);
    const length = this.#hasOmitted ? removeOmitted(this.#printed, this.#length) : this.#length;
    return this.#printed.subarray(0, Math.max(0, length - 1));
  }

  #print(start: number, end: number): void {
    const [source, printed] = [this.#source, this.#printed];
    let length = this.#length;
    for (let at = start; at < end; at++) printed[length++] = source[at] ?? 0;
    printed[length++] = 0;
    this.#length = length;
  }

  #addSign(start: number, end: number): void {
    const sign = this.#source[start];
    this.#from = this.#length;
    if (end - start === 1) {
      if (sign === semicolon || ((sign === bar || sign === ampersand) && this.#isBeforeType())) return;
      if (sign === comma) this.#question = 'comma';
      else if (sign === parenthesis) this.#open.push(this.#openParenthesis());
      else if (sign === bracket || sign === brace) this.#openBracket(sign);
      else if (isClosing(sign)) this.#close();
    }
    const around = this.#open.at(-1);
    if (around) addOperator(around, this.#source, start, end);
    this.#print(start, end);
    this.#to = this.#length;
  }

  #openParenthesis(): Parenthesis {
    return {
      at: this.#length,
      index: this.#count,
      before: this.#isLast('&&') ? 'and' : this.#isLast('||') ? 'or' : this.#describeLast(),
      hasBrace: false,
      hasOr: false,
      hasLooser: false,
      isAroundName: false,
    };
  }

  #describeLast(): 'body' | 'end' | 'other' {
    if (this.#isLast('=>') || this.#isLast('return')) return 'body';
    return this.#isLast(')') || this.#isLast('>') ? 'end' : 'other';
  }

  #openBracket(sign: number): void {
    const around = this.#open.at(-1);
    if (around && sign === brace && this.#isLast('(')) around.hasBrace = true;
    this.#open.push(undefined);
  }

  #close(): void {
    const closed = this.#open.pop();
    if (!closed) return;
    closed.isAroundName = this.#count - closed.index === 2 && this.#kind === 'name';
    this.#closed = closed;
    this.#question = 'pair';
  }

  #addString(start: number, end: number): void {
    const [source, printed] = [this.#source, this.#printed];
    let length = this.#length;
    if (this.#canPrecedeName()) this.#question = 'quotes';
    this.#from = length;
    printed[length++] = doubleQuote;
    for (let at = start + 1; at < end - 1; at++) {
      const byte = source[at] ?? 0;
      const escaped = byte === backslash ? (source[at + 1] ?? 0) : undefined;
      if (escaped !== doubleQuote && escaped !== singleQuote) printed[length++] = byte;
      if (escaped === undefined) continue;
      printed[length++] = escaped;
      at++;
    }
    printed[length++] = doubleQuote;
    printed[length++] = 0;
    this.#length = length;
    this.#to = length;
  }

  // A property name comes first in a list or after the end of a value. In `isNew ? 'a' : 'b'` and `case 'a':`, the
  // string is an operand instead.
  #canPrecedeName(): boolean {
    const last = this.#source[this.#end - 1] ?? 0;
    if (this.#count === 0) return true;
    if (this.#end - this.#start === 1 && beforeNames[last]) return true;
    return endsOfValues[last] === true && !this.#isLast('case');
  }

  #addNumber(start: number, end: number): void {
    const text = this.#source.toString('latin1', start, end);
    if (!/[.e]/i.test(text)) {
      this.#print(start, end);
      return;
    }
    const value = Buffer.from(`${Number(text)}\0`);
    // A number with an exponent can have many digits without it.
    if (value.length > 2 * text.length) this.#printed = Buffer.concat([this.#printed, Buffer.alloc(value.length)]);
    this.#length += value.copy(this.#printed, this.#length);
  }

  #isLast(text: string): boolean {
    if (this.#end - this.#start !== text.length) return false;
    for (let index = 0; index < text.length; index++)
      if (this.#source[this.#start + index] !== text.charCodeAt(index)) return false;
    return true;
  }

  #isBeforeType(): boolean {
    if (this.#end - this.#start === 1) return beforeTypes[this.#source[this.#start] ?? 0] === true;
    return wordsBeforeTypes.has(this.#source.toString('latin1', this.#start, this.#end));
  }

  // The range is that of the next token, or empty. `isLine` states whether it is a name that begins a line.
  #decide(start: number, end: number, isLine: boolean): void {
    const question = this.#question;
    const sign = end - start === 1 ? this.#source[start] : undefined;
    this.#question = 'nothing';
    if (question === 'comma') {
      if (isClosing(sign) || sign === greater) this.#omit(this.#from, this.#to);
    } else if (question === 'quotes') {
      if (sign !== colon && sign !== mark && sign !== parenthesis) return;
      this.#omit(this.#from, this.#from + 1);
      this.#omit(this.#to - 2, this.#to - 1);
    } else if (this.#closed && isOptional(this.#closed, this.#source.subarray(start, end), isLine)) {
      this.#omit(this.#closed.at, this.#closed.at + 2);
      this.#omit(this.#from, this.#to);
    }
  }

  // Omits what is printed at a place. Before the end, its bytes are marked first by one that UTF-8 does not have.
  #omit(from: number, to: number): void {
    if (to === this.#length) this.#length = from;
    else {
      this.#printed.fill(omitted, from, to);
      this.#hasOmitted = true;
    }
  }
}

const omitted = 0xff;

// Removes the bytes that are marked as omitted. Returns the length of the rest.
function removeOmitted(printed: Buffer, end: number): number {
  let length = printed.indexOf(omitted);
  for (let at = length; at < end; at++) {
    const byte = printed[at] ?? 0;
    if (byte !== omitted) printed[length++] = byte;
  }
  return length;
}

const { newLine, star, semicolon, bar, ampersand, comma, parenthesis, bracket, brace } = bytes;
const { doubleQuote, singleQuote, backslash, greater, colon, question: mark } = bytes;

function isBlank(byte: number | undefined): boolean {
  return byte === bytes.space || byte === bytes.tab;
}

const endsOfValues = listBytes(/[\w$'"`\x80-\xff]/);
const beforeNames = listBytes(/[{},;)\]>]/);
const beforeTypes = listBytes(/[=[:(<,?]/);
const wordsBeforeTypes: ReadonlySet<string> = new Set(['=>', 'extends', 'as', 'satisfies', 'is', 'keyof']);

function listBytes(pattern: RegExp): readonly boolean[] {
  return Array.from({ length: 256 }, (_, byte) => pattern.test(String.fromCharCode(byte)));
}
