import { hashText, normalizeLineEnds } from '../files/hash-text.js';
import { type ModuleTokens, readModuleTokens, type TokenKind } from './module-tokens.js';

/**
 * Returns a hash of a generated file. A formatter does not change the hash. For a module, it is the hash of its tokens
 * and comments. For JSON, it is the hash of the text without the white space between tokens. For any other text, it is
 * the hash of its words. In Markdown, the width of a table's columns does not count.
 */
export function hashLayout(path: string, text: string): string {
  const plain = normalizeLineEnds(text);
  if (/\.[jt]s$/.test(path)) return hashText(listTokens(plain).join('\0'));
  if (path.endsWith('.json')) return hashText(plain.replace(/((?:"[^"\\]*(?:\\.[^"\\]*)*"|[^"\s])+)|\s+/g, '$1'));
  const words = plain.trim().replace(/\s{2,}|[^\S ]/g, ' ');
  return hashText(path.endsWith('.md') ? words.replace(/(?<![^ ])(:?)-+(:?)(?![^ ])/g, '$1-$2') : words);
}

/**
 * Lists the tokens and comments of a module in the form that all formatters have in common:
 *
 * - Strings are in double quotes, and property names have no quotes.
 * - There are no semicolons, no commas before a closing bracket, and no sign before the first member of a union.
 * - There are no parentheses around a whole body, a returned value, a comparison in a condition, or the only parameter
 *   of a function.
 */
function listTokens(text: string): string[] {
  const tokens = readModuleTokens(text);
  const { values, kinds, comments } = tokens;
  const pairs = findOptionalPairs(tokens);
  const listed: string[] = [];
  let comment = 0;
  for (let index = 0; index <= values.length; index++) {
    for (; comments[comment]?.index === index; comment++) listed.push(formatComment(comments[comment]?.text ?? ''));
    const value = values[index];
    const kind = kinds[index];
    if (value === undefined || (kind === 'punctuator' && pairs.has(index))) continue;
    if (kind === 'name' || kind === 'other') {
      listed.push(value);
      continue;
    }
    const previous = values[index - 1] ?? '';
    const next = values[index + 1] ?? '';
    if (!isOptional(value, previous, next)) listed.push(formatToken(value, kind, previous, next));
  }
  return listed;
}

function findOptionalPairs(tokens: ModuleTokens): ReadonlySet<number> {
  const { values, kinds } = tokens;
  const open: number[] = [];
  const optional = new Set<number>();
  for (let end = 0; end < values.length; end++) {
    const value = values[end];
    if ((value !== '(' && value !== ')') || kinds[end] !== 'punctuator') continue;
    if (value === '(') open.push(end);
    const start = value === ')' ? open.pop() : undefined;
    if (start !== undefined && isOptionalPair(tokens, start, end)) optional.add(start).add(end);
  }
  return optional;
}

function isOptionalPair(tokens: ModuleTokens, start: number, end: number): boolean {
  const { values, kinds } = tokens;
  const before = values[start - 1] ?? '';
  const after = values[end + 1];
  if (after === '=>') return end - start === 2 && kinds[start + 1] === 'name' && !/^[)>]$/.test(before);
  if (before === '&&' || before === '||') {
    const isOperand = after === '&&' || after === '||' || isEnd(tokens, end + 1);
    return isOperand && !listOperators(values.slice(start + 1, end)).some((value) => isLooser(value, before));
  }
  return (before === '=>' || before === 'return') && values[start + 1] !== '{' && isEnd(tokens, end + 1);
}

function isEnd({ values, kinds, beginsLine }: ModuleTokens, index: number): boolean {
  const value = values[index];
  return value === undefined || ends.has(value) || (beginsLine[index] === true && kinds[index] === 'name');
}

// Lists the operators that are outside all inner brackets.
function listOperators(values: readonly string[]): string[] {
  let depth = 0;
  return values.flatMap((value) => {
    if (/^[([{]$/.test(value)) depth++;
    if (/^[)\]}]$/.test(value)) depth--;
    return depth === 0 ? [value] : [];
  });
}

function isLooser(operator: string, than: string): boolean {
  return /^(?:\?\??|=>?|,)$/.test(operator) || (operator === '||' && than === '&&');
}

function isOptional(value: string, previous: string, next: string): boolean {
  if (value === ';') return true;
  if (value === ',') return next === '>' || (next !== ';' && next !== ',' && ends.has(next));
  return (value === '|' || value === '&') && beforeTypes.has(previous);
}

const ends: ReadonlySet<string> = new Set([';', ',', ')', ']', '}']);

const beforeTypes: ReadonlySet<string> = new Set([
  '=',
  '=>',
  '[',
  ':',
  '(',
  '<',
  ',',
  '?',
  'extends',
  'as',
  'satisfies',
  'is',
  'keyof',
]);

function formatToken(value: string, kind: TokenKind | undefined, previous: string, next: string): string {
  if (kind === 'number') return /[.e]/i.test(value) ? String(Number(value)) : value;
  if (kind !== 'string') return value;
  const inner = value.slice(1, -1);
  const text = inner.includes('\\')
    ? inner.replace(/\\(.)/gs, (pair, sign: string) => (/['"]/.test(sign) ? sign : pair))
    : inner;
  return isPropertyName(previous, next) ? text : `"${text}"`;
}

// A property name comes first in a list or after the end of a value. In `isNew ? 'a' : 'b'` and `case 'a':`, the string
// is an operand instead.
function isPropertyName(previous: string, next: string): boolean {
  if ((next !== ':' && next !== '?' && next !== '(') || previous === 'case') return false;
  return previous === '' || /^[{},;)\]>]$|[\p{ID_Continue}$'"`]$/u.test(previous);
}

// Formatters change the indentation of the lines of a comment, and nothing else in it.
function formatComment(text: string): string {
  return text.replace(/[ \t]*\n[ \t]*/g, '\n').trimEnd();
}
