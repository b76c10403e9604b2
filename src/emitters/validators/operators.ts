import { type Code, code, joinCode } from '../../typescript/code.js';

/** The condition that is always true. */
export const yes: Code = code`true`;

/** The condition that is always false. */
export const no: Code = code`false`;

/** The operators of conditions, from the lowest to the highest precedence. */
const operators = ['?', '||', '&&', '='] as const;
type Operator = (typeof operators)[number];

// Formatters keep parentheses around `&&` inside `||`, and remove all others that change nothing.
const inParentheses: { readonly [O in Operator]: readonly Operator[] } = {
  '?': ['?'],
  '||': ['?', '&&'],
  '&&': ['?', '||'],
  '=': operators,
};

const anyOperator = / (?:[?<>%]|\|\||&&|[!=<>]==?) /;
/** Finds the operators of `inParentheses`, also inside brackets and texts. */
const wrapped: { readonly [O in Operator]: RegExp } = {
  '?': / \? /,
  '||': / (?:\?|&&) /,
  '&&': / (?:\?|\|\|) /,
  '=': anyOperator,
};

/** Joins conditions with `||`, with the parentheses that formatters keep. */
export function joinOr(conditions: readonly Code[]): Code {
  if (conditions.includes(yes)) return yes;
  const open = conditions.filter((condition) => condition !== no);
  return open.length === 0 ? no : join('||', open);
}

/** Joins conditions with `&&`, with the parentheses that formatters keep. */
export function joinAnd(conditions: readonly Code[]): Code {
  if (conditions.includes(no)) return no;
  const open = conditions.filter((condition) => condition !== yes);
  return open.length === 0 ? yes : join('&&', open);
}

/** Writes the opposite of a condition. */
export function writeNegation(condition: Code): Code {
  if (condition === yes) return no;
  if (condition === no) return yes;
  return findOperator(condition) ? code`!(${condition})` : code`!${condition}`;
}

/** Writes the comparison of two conditions. */
export function writeComparison(one: Code, operator: '===' | '!==', other: Code): Code {
  return code`${wrap('=', one)} ${operator} ${wrap('=', other)}`;
}

/** Writes one of two expressions, depending on a condition. */
export function writeChoice(condition: Code, then: Code, otherwise: Code): Code {
  return code`${wrap('?', condition)} ? ${wrap('?', then)} : ${otherwise}`;
}

function join(operator: '||' | '&&', conditions: readonly Code[]): Code {
  const [only] = conditions;
  if (only && conditions.length === 1) return only;
  return joinCode(
    conditions.map((condition) => wrap(operator, condition)),
    ` ${operator} `,
  );
}

function wrap(around: Operator, text: Code): Code {
  // Most conditions have none of these operators, and this test is faster.
  if (!hasText(text, wrapped[around])) return text;
  const operator = findOperator(text);
  return operator && inParentheses[around].includes(operator) ? code`(${text})` : text;
}

function hasText({ parts }: Code, pattern: RegExp): boolean {
  for (const part of parts) if (typeof part === 'string' && pattern.test(part)) return true;
  return false;
}

// Finds the operator with the lowest precedence outside all brackets and texts. Each operator has a space on both
// sides.
function findOperator(condition: Code): Operator | undefined {
  if (!hasText(condition, anyOperator)) return undefined;
  const text = condition.parts.map((part) => (typeof part === 'string' ? part : part.name)).join('');
  let lowest: number = operators.length;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if (opening.has(sign)) depth++;
    else if (closing.has(sign)) depth--;
    else if (quotes.has(sign)) at = findQuoteEnd(text, at);
    else if (sign === ' ' && depth === 0) {
      const rank = ranks.get(text.slice(at + 1, text.indexOf(' ', at + 1)));
      if (rank !== undefined && rank < lowest) lowest = rank;
    }
  }
  return operators.at(lowest);
}

const opening: ReadonlySet<string> = new Set('([{');
const closing: ReadonlySet<string> = new Set(')]}');
const quotes: ReadonlySet<string> = new Set(`'"\``);
const ranks: ReadonlyMap<string, number> = new Map([
  ...operators.map((operator, rank) => [operator, rank] as const).slice(0, -1),
  ...['===', '!==', '<', '<=', '>', '>=', '%'].map((operator) => [operator, operators.length - 1] as const),
]);

function findQuoteEnd(text: string, start: number): number {
  const quote = text.charAt(start);
  let at = start + 1;
  while (at < text.length && text.charAt(at) !== quote) at += text.charAt(at) === '\\' ? 2 : 1;
  return at;
}
