import { bytes, isClosing } from './signs.js';

/** A parenthesis of a module, and what decides whether it can be omitted. */
export interface Parenthesis {
  /** Where it is printed. */
  readonly at: number;
  /** The index of its token. */
  readonly index: number;
  /** The token before it: `&&`, `||`, the start of a body or result, the end of a type or call, or any other. */
  readonly before: 'and' | 'or' | 'body' | 'end' | 'other';
  /** Whether a brace follows it. */
  hasBrace: boolean;
  /** Which operators are in it, outside all inner brackets: `||`, or any that binds less closely. */
  hasOr: boolean;
  hasLooser: boolean;
  /** Whether only a name is in it. */
  isAroundName: boolean;
}

const { bar, comma, question, equals, greater, semicolon, ampersand } = bytes;

/** Notes an operator that is in a parenthesis, outside all inner brackets. */
export function addOperator(around: Parenthesis, source: Uint8Array, start: number, end: number): void {
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
 * Returns whether a pair of parentheses can be omitted before a token. At the end, there is no token. `isLine` states
 * whether the token is a name that begins a line.
 */
export function isOptional(pair: Parenthesis, token: Uint8Array, isLine: boolean): boolean {
  const [sign, next] = token;
  const { length } = token;
  if (length === 2 && sign === equals && next === greater) return pair.isAroundName && pair.before !== 'end';
  const isEnd = length === 0 || isLine || (length === 1 && (isClosing(sign) || sign === semicolon || sign === comma));
  if (pair.before === 'and' || pair.before === 'or') {
    const isOperand = length === 2 && sign === next && (sign === ampersand || sign === bar);
    return (isOperand || isEnd) && !pair.hasLooser && !(pair.before === 'and' && pair.hasOr);
  }
  return pair.before === 'body' && !pair.hasBrace && isEnd;
}
