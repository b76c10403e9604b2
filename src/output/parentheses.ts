import { bytes } from './signs.js';

/** A parenthesis of a module, and what decides whether it can be omitted. */
export interface Parenthesis {
  /** Where it is printed. */
  readonly start: number;
  /** The token before it: `&&`, `||`, or the start of a body or result. */
  readonly before: 'and' | 'or' | 'body';
  /** Whether a brace follows it. */
  hasBrace: boolean;
  /** Which operators are in it, outside all inner brackets: `||`, or any that binds less closely. */
  hasOr: boolean;
  hasLooser: boolean;
}

/** Notes an operator that is in a parenthesis, outside all inner brackets. */
export function addOperator(around: Parenthesis, source: Uint8Array, start: number, end: number): void {
  const length = end - start;
  if (length > 2) return;
  const sign = source[start];
  const next = length === 1 ? undefined : source[start + 1];
  if (sign === bytes.comma) around.hasLooser = true;
  else if (sign === bytes.question) around.hasLooser ||= next === undefined || next === bytes.question;
  else if (sign === bytes.equals) around.hasLooser ||= next === undefined || next === bytes.greater;
  else if (sign === bytes.bar && next === bytes.bar) around.hasOr = true;
}

/**
 * Returns whether a pair of parentheses can be omitted before the next token: the end of the expression, `&&` or `||`,
 * or any other token.
 */
export function isOptional(pair: Parenthesis, next: 'end' | 'operator' | 'other'): boolean {
  if (next === 'other') return false;
  if (pair.before === 'body') return next === 'end' && !pair.hasBrace;
  return !pair.hasLooser && !(pair.before === 'and' && pair.hasOr);
}
