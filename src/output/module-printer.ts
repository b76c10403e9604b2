import jsTokens from 'js-tokens';
import { normalizeLineEnds } from '../files/hash-text.js';
import { addOperator, isOptional, type Parenthesis } from './parentheses.js';
import { PrintedTokens } from './printed-tokens.js';
import { bytes, classes, isClosing, isPartOfName, listBytes, signClasses } from './signs.js';
import { tokenKinds } from './token-kinds.js';
import { TokenScanner } from './token-scanner.js';

const { semicolon, bar, ampersand, comma, parenthesis, bracket, brace, greater, colon, question, equals } = bytes;
const { carriageReturn, closingParenthesis, dot } = bytes;
const { blank, lineEnd, letter } = signClasses;
const { punctuator, string, number, comment, other } = tokenKinds;

/**
 * Prints the tokens and comments of modules without those that formatters omit or add, and property names without
 * their quotes. Formatters omit and add:
 *
 * - semicolons, commas before a closing bracket, and the sign before the first member of a union;
 * - parentheses around a whole body, a returned value, a comparison in a condition, or the only parameter of a
 *   function.
 */
export class ModulePrinter {
  readonly #printed = new PrintedTokens();
  readonly #scanner = new TokenScanner();
  #source: Buffer = Buffer.alloc(0);
  /** The end of the last token that is no comment. */
  #last = 0;
  /** The open brackets. Those that are no parentheses, or never optional, are undefined. */
  readonly #open: (Parenthesis | undefined)[] = [];
  /** The innermost open bracket. */
  #around: Parenthesis | undefined;

  /** Prints a module, with a zero byte between two tokens. What it returns is valid until the next module is printed. */
  print(module: Buffer): Uint8Array {
    const isPlain = !module.includes(carriageReturn);
    const source = isPlain ? module : Buffer.from(normalizeLineEnds(module.toString()));
    const isUsual = (isPlain || !source.includes(carriageReturn)) && this.#addUsualTokens(source);
    return isUsual ? this.#printed.getAll() : this.printAny(source.toString());
  }

  /** Prints any module with js-tokens, which takes several times as long. */
  printAny(text: string): Uint8Array {
    const tokens = [...jsTokens(text)];
    this.#start(Buffer.from(tokens.map(({ type, value }) => spaces[type] ?? value).join('')));
    let start = 0;
    for (const { type, value } of tokens) {
      const end = start + Buffer.byteLength(spaces[type] ?? value);
      if (value === '>>' || value === '>>>') for (let at = start; at < end; at++) this.#add(punctuator, at, at + 1);
      else if (spaces[type] === undefined) this.#add(kinds[type] ?? other, start, end);
      start = end;
    }
    return this.#printed.getAll();
  }

  #start(source: Buffer): void {
    this.#source = source;
    this.#scanner.start(source);
    this.#printed.start(source);
    this.#last = 0;
    this.#open.length = 0;
    this.#around = undefined;
  }

  // Adds all tokens of a module. Stops and returns false at a token that is not a usual one.
  #addUsualTokens(source: Buffer): boolean {
    this.#start(source);
    const printed = this.#printed.bytes;
    let length = 0;
    for (let at = 0; at < source.length; ) {
      const type = classes[source[at] ?? 0] ?? 0;
      if (type === letter) {
        // Most tokens are names. They are copied while they are scanned.
        do printed[length++] = source[at++] ?? 0;
        while (isPartOfName[source[at] ?? 0] === 1);
        if ((source[at] ?? 0) > 127) return false;
        printed[length++] = 0;
        this.#last = at;
      } else if (type === blank || type === lineEnd) at++;
      else {
        const end = this.#scanner.findEnd(at, type, this.#last);
        if (end === -1) return false;
        this.#printed.length = length;
        this.#add(this.#scanner.kind, at, end);
        length = this.#printed.length;
        at = end;
      }
    }
    this.#printed.length = length;
    return this.#scanner.isComplete();
  }

  #add(kind: number, start: number, end: number): void {
    if (kind === comment) {
      this.#printed.addComment(start, end);
      return;
    }
    if (kind === punctuator) this.#addSign(start, end);
    else if (kind === number) this.#printed.addNumber(start, end);
    else if (kind !== string) this.#printed.add(start, end);
    else if (this.#isPropertyName(end)) this.#printed.addUnquoted(start, end);
    else this.#printed.addString(start, end);
    this.#last = end;
  }

  #addSign(start: number, end: number): void {
    const sign = end - start === 1 ? (this.#source[start] ?? 0) : 0;
    if (sign === semicolon || (sign === comma && this.#isLastComma(end))) return;
    if (sign === parenthesis) this.#push(this.#openParenthesis());
    else if (sign === brace || sign === bracket) {
      if (this.#around && sign === brace && this.#isAfter('(')) this.#around.hasBrace = true;
      this.#push(undefined);
    } else if (isClosing(sign)) {
      if (this.#close(sign, end)) return;
    } else if ((sign === bar || sign === ampersand) && this.#isBeforeType()) return;
    else if (this.#around) addOperator(this.#around, this.#source, start, end);
    this.#printed.add(start, end);
  }

  #isLastComma(end: number): boolean {
    const next = this.#source[this.#scanner.skipSpace(end)];
    return isClosing(next) || next === greater;
  }

  // Other parentheses are optional only before an arrow, which `#close` finds without knowing more about them.
  #openParenthesis(): Parenthesis | undefined {
    const isBody = this.#isAfter('=>') || this.#isAfter('return');
    const before = this.#isAfter('&&') ? 'and' : this.#isAfter('||') ? 'or' : isBody ? 'body' : undefined;
    return before && { start: this.#printed.length, before, hasBrace: false, hasOr: false, hasLooser: false };
  }

  #push(bracket: Parenthesis | undefined): void {
    this.#open.push(bracket);
    this.#around = bracket;
  }

  // Closes a bracket. If it is a parenthesis that formatters omit, removes the opening one and returns true.
  #close(sign: number, end: number): boolean {
    const closed = this.#open.pop();
    this.#around = this.#open.at(-1);
    if (sign !== closingParenthesis) return false;
    const next = this.#scanner.skipSpace(end);
    const isBeforeBody = this.#isAt('=>', next);
    const isOmitted = !isBeforeBody && closed !== undefined && isOptional(closed, this.#describe(next));
    const opening = isBeforeBody ? this.#findAroundName() : isOmitted ? closed.start : -1;
    if (opening >= 0) this.#printed.remove(opening, 2);
    return opening >= 0;
  }

  // If a parenthesis and a name are printed last, and the parenthesis follows no type or call, returns where it is
  // printed, or else -1.
  #findAroundName(): number {
    const { bytes: printed, length } = this.#printed;
    const end = length - 1;
    let start = end;
    while (isPartOfName[printed[start - 1] ?? 0] === 1 || (printed[start - 1] ?? 0) > 127) start--;
    if (start === end || this.#getSignBefore(start) !== parenthesis) return -1;
    const before = this.#getSignBefore(start - 2);
    return before === closingParenthesis || before === greater ? -1 : start - 2;
  }

  // Returns the byte of the token that is printed before another one, or 0 if it has more bytes.
  #getSignBefore(start: number): number {
    const { bytes: printed } = this.#printed;
    return start === 2 || printed[start - 3] === 0 ? (printed[start - 2] ?? 0) : 0;
  }

  #describe(next: number): 'end' | 'operator' | 'other' {
    const byte = this.#source[next];
    if (byte === undefined || isClosing(byte) || byte === semicolon || byte === comma) return 'end';
    if (this.#scanner.hasSkippedLine && (classes[byte] === letter || byte > 127)) return 'end';
    const isOperator = (this.#isAt('&&', next) || this.#isAt('||', next)) && this.#source[next + 2] !== equals;
    return isOperator ? 'operator' : 'other';
  }

  // A property name comes first in a list or after the end of a value. In `isNew ? 'a' : 'b'`, `case 'a':`
  // and `A extends 'a' ? B : C`, the string is an operand instead.
  #isPropertyName(end: number): boolean {
    const next = this.#scanner.skipSpace(end);
    const sign = this.#source[next];
    const isBeforeValue = sign === colon || sign === parenthesis || (sign === question && !this.#isOperator(next));
    if (!isBeforeValue) return false;
    const last = this.#source[this.#last - 1];
    if (last === undefined) return true;
    if (wordsBeforeOperands.some((word) => this.#isAfter(word)) || this.#isAt('\u0024{', this.#last - 2)) return false;
    return beforeNames[last] === true;
  }

  // Returns whether a question mark begins `?.` or `??`.
  #isOperator(start: number): boolean {
    const next = this.#source[start + 1];
    return next === question || next === dot;
  }

  #isBeforeType(): boolean {
    const last = this.#source[this.#last - 1] ?? 0;
    return beforeTypes[last] === true || wordsBeforeTypes.some((word) => this.#isAfter(word));
  }

  // Returns whether the last token is a word, or ends with a sign.
  #isAfter(text: string): boolean {
    const start = this.#last - text.length;
    if (!this.#isAt(text, start)) return false;
    const [first, before] = [this.#source[start] ?? 0, this.#source[start - 1] ?? 0];
    return isPartOfName[first] === 0 || isPartOfName[before] === 0;
  }

  #isAt(text: string, start: number): boolean {
    for (let at = 0; at < text.length; at++) if (this.#source[start + at] !== text.charCodeAt(at)) return false;
    return true;
  }
}

const beforeNames = listBytes(/[{},;)\]>\w$'"`\x80-\xff]/);
const beforeTypes = listBytes(/[=[:(<,?]/);
const wordsBeforeOperands: readonly string[] = ['case', 'extends', '=>'];
const wordsBeforeTypes: readonly string[] = ['=>', 'extends', 'as', 'satisfies', 'is', 'keyof'];

// White space is printed as usual, so that `skipSpace` knows all of it.
const spaces: { readonly [type: string]: string } = { WhiteSpace: ' ', LineTerminatorSequence: '\n' };

const kinds: { readonly [type: string]: number } = {
  Punctuator: punctuator,
  StringLiteral: string,
  NumericLiteral: number,
  MultiLineComment: comment,
  SingleLineComment: comment,
};
