import { bytes, isClosing } from './signs.js';
import { type TokenList, tokenKinds } from './token-list.js';

const { semicolon, bar, ampersand, comma, parenthesis, bracket, brace, greater, colon, question, equals } = bytes;

/**
 * Marks the tokens of a module that formatters omit or add, and the strings that are property names:
 *
 * - semicolons, commas before a closing bracket, and the sign before the first member of a union;
 * - parentheses around a whole body, a returned value, a comparison in a condition, or the only parameter of a
 *   function.
 */
export class OmissionMarker {
  readonly #source: Buffer;
  readonly #tokens: TokenList;
  /** The indices of the last token and of the one before it. */
  #last = -1;
  #secondLast = -1;
  /** The open brackets. Those that are no parentheses, or never optional, are undefined. */
  readonly #open: (Parenthesis | undefined)[] = [];
  /** The innermost open bracket. */
  #around: Parenthesis | undefined;

  constructor(source: Buffer, tokens: TokenList) {
    this.#source = source;
    this.#tokens = tokens;
  }

  mark(): void {
    const { kinds, count } = this.#tokens;
    for (let index = 0; index < count; index++) {
      const kind = kinds[index];
      if (kind === tokenKinds.comment) continue;
      if (kind === tokenKinds.punctuator) {
        // Most signs decide nothing, and they need no call.
        const sign = this.#getSign(index);
        if (sign === semicolon) kinds[index] = tokenKinds.omitted;
        else if (this.#around !== undefined || isDeciding[sign] === 1) this.#markSign(index, sign);
      } else if (kind === tokenKinds.string && this.#isPropertyName(index)) kinds[index] = tokenKinds.quotedName;
      this.#secondLast = this.#last;
      this.#last = index;
    }
  }

  #markSign(index: number, sign: number): void {
    if (sign === comma) this.#omitComma(index);
    else if (sign === parenthesis) this.#push(this.#openParenthesis(index));
    else if (sign === brace || sign === bracket) this.#openBracket(sign);
    else if (isClosing(sign)) this.#close(index);
    else if ((sign === bar || sign === ampersand) && this.#isBeforeType()) {
      this.#omit(index);
      return;
    }
    const { starts, ends } = this.#tokens;
    if (this.#around) addOperator(this.#around, this.#source, starts[index] ?? 0, ends[index] ?? 0);
  }

  #openBracket(sign: number): void {
    if (this.#around && sign === brace && this.#isLast('(')) this.#around.hasBrace = true;
    this.#push(undefined);
  }

  // Other parentheses are optional only before an arrow, which `#close` finds without knowing more about them.
  #openParenthesis(index: number): Parenthesis | undefined {
    const isBody = this.#isLast('=>') || this.#isLast('return');
    const before = this.#isLast('&&') ? 'and' : this.#isLast('||') ? 'or' : isBody ? 'body' : undefined;
    return before && { index, before, hasBrace: false, hasOr: false, hasLooser: false };
  }

  #push(bracket: Parenthesis | undefined): void {
    this.#open.push(bracket);
    this.#around = bracket;
  }

  #close(index: number): void {
    const closed = this.#open.pop();
    this.#around = this.#open.at(-1);
    const next = this.#tokens.findNext(index);
    if (this.#is(next, '=>')) {
      if (this.#isAroundName()) this.#omit(this.#secondLast, index);
    } else if (closed && isOptional(closed, this.#describe(next))) this.#omit(closed.index, index);
  }

  // Returns whether the last two tokens are a parenthesis that follows no type or call, and a name.
  #isAroundName(): boolean {
    const kind = this.#tokens.kinds[this.#last];
    if ((kind !== tokenKinds.name && kind !== tokenKinds.firstName) || !this.#is(this.#secondLast, '(')) return false;
    const before = this.#tokens.findLast(this.#secondLast);
    return !this.#is(before, ')') && !this.#is(before, '>');
  }

  #describe(index: number): 'end' | 'operator' | 'other' {
    if (index >= this.#tokens.count || this.#tokens.kinds[index] === tokenKinds.firstName) return 'end';
    const sign = this.#getSign(index);
    if (isClosing(sign) || sign === semicolon || sign === comma) return 'end';
    return this.#is(index, '&&') || this.#is(index, '||') ? 'operator' : 'other';
  }

  #omitComma(index: number): void {
    const next = this.#getSign(this.#tokens.findNext(index));
    if (isClosing(next) || next === greater) this.#omit(index);
  }

  // A property name comes first in a list or after the end of a value. In `isNew ? 'a' : 'b'` and `case 'a':`, the
  // string is an operand instead.
  #isPropertyName(index: number): boolean {
    const next = this.#getSign(this.#tokens.findNext(index));
    if (next !== colon && next !== question && next !== parenthesis) return false;
    if (this.#last === -1 || beforeNames[this.#getSign(this.#last)] === true) return true;
    const end = this.#source[(this.#tokens.ends[this.#last] ?? 0) - 1] ?? 0;
    return endsOfValues[end] === true && !this.#isLast('case');
  }

  #isBeforeType(): boolean {
    const sign = this.#getSign(this.#last);
    return sign === 0 ? wordsBeforeTypes.some((word) => this.#isLast(word)) : beforeTypes[sign] === true;
  }

  // Returns the byte of a token that has only one, or else 0.
  #getSign(index: number): number {
    const { starts, ends, count } = this.#tokens;
    if (index < 0 || index >= count) return 0;
    const start = starts[index] ?? 0;
    return (ends[index] ?? 0) - start === 1 ? (this.#source[start] ?? 0) : 0;
  }

  #isLast(text: string): boolean {
    return this.#is(this.#last, text);
  }

  #is(index: number, text: string): boolean {
    const { starts, ends, count } = this.#tokens;
    if (index < 0 || index >= count) return false;
    const start = starts[index] ?? 0;
    if ((ends[index] ?? 0) - start !== text.length) return false;
    for (let at = 0; at < text.length; at++) if (this.#source[start + at] !== text.charCodeAt(at)) return false;
    return true;
  }

  #omit(...indices: readonly number[]): void {
    for (const index of indices) this.#tokens.kinds[index] = tokenKinds.omitted;
  }
}

const isDeciding = Uint8Array.from(listBytes(/[,()[\]{}|&]/), Number);
const endsOfValues = listBytes(/[\w$'"`\x80-\xff]/);
const beforeNames = listBytes(/[{},;)\]>]/);
const beforeTypes = listBytes(/[=[:(<,?]/);
const wordsBeforeTypes: readonly string[] = ['=>', 'extends', 'as', 'satisfies', 'is', 'keyof'];

function listBytes(pattern: RegExp): readonly boolean[] {
  return Array.from({ length: 256 }, (_, byte) => pattern.test(String.fromCharCode(byte)));
}

/** A parenthesis of a module, and what decides whether it can be omitted. */
interface Parenthesis {
  /** The index of its token. */
  readonly index: number;
  /** The token before it: `&&`, `||`, or the start of a body or result. */
  readonly before: 'and' | 'or' | 'body';
  /** Whether a brace follows it. */
  hasBrace: boolean;
  /** Which operators are in it, outside all inner brackets: `||`, or any that binds less closely. */
  hasOr: boolean;
  hasLooser: boolean;
}

/** Notes an operator that is in a parenthesis, outside all inner brackets. */
function addOperator(around: Parenthesis, source: Uint8Array, start: number, end: number): void {
  const length = end - start;
  if (length > 2) return;
  const sign = source[start];
  const next = length === 1 ? undefined : source[start + 1];
  if (sign === comma) around.hasLooser = true;
  else if (sign === question) around.hasLooser ||= next === undefined || next === question;
  else if (sign === equals) around.hasLooser ||= next === undefined || next === greater;
  else if (sign === bar && next === bar) around.hasOr = true;
}

/**
 * Returns whether a pair of parentheses can be omitted before the next token: the end of the expression, `&&` or `||`,
 * or any other token.
 */
function isOptional(pair: Parenthesis, next: 'end' | 'operator' | 'other'): boolean {
  if (next === 'other') return false;
  if (pair.before === 'body') return next === 'end' && !pair.hasBrace;
  return !pair.hasLooser && !(pair.before === 'and' && pair.hasOr);
}
