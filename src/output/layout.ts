import jsTokens, { type Token } from 'js-tokens';
import { hashText, normalizeLineEnds } from '../files/hash-text.js';

/**
 * Returns a hash of a generated file that a formatter does not change: of the tokens and comments of a module, of JSON
 * without the space between its tokens, and of the words of any other text.
 */
export function hashLayout(path: string, text: string): string {
  const plain = normalizeLineEnds(text);
  if (/\.[jt]s$/.test(path)) return hashText(listTokens(plain).join('\0'));
  if (path.endsWith('.json')) return hashText(plain.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1'));
  return hashText(plain.trim().split(/\s+/).join(' '));
}

/**
 * Lists the tokens and comments of a module as any formatter leaves them: strings in double quotes, property names without
 * quotes, and without semicolons, commas before a closing bracket, the sign before the first member of a union, and
 * parentheses around a whole body, a returned value, a comparison in a condition or the only parameter of a function.
 */
function listTokens(text: string): string[] {
  const { codes, comments } = readTokens(text);
  const pairs = findOptionalPairs(codes);
  const listed: string[] = [];
  let comment = 0;
  for (let index = 0; index <= codes.length; index++) {
    for (; comments[comment]?.index === index; comment++) listed.push(formatComment(comments[comment]?.text ?? ''));
    const code = codes[index];
    if (code === undefined || pairs.has(index)) continue;
    const previous = codes[index - 1]?.value ?? '';
    const next = codes[index + 1]?.value ?? '';
    if (!isOptional(code.value, previous, next)) listed.push(formatToken(code, previous, next));
  }
  return listed;
}

interface Code {
  readonly type: Token['type'];
  readonly value: string;
  readonly beginsLine: boolean;
}

/** The tokens of a module, and each comment with the index of the token that follows it. */
interface ModuleTokens {
  readonly codes: readonly Code[];
  readonly comments: readonly { readonly text: string; readonly index: number }[];
}

function readTokens(text: string): ModuleTokens {
  const codes: Code[] = [];
  const comments: { text: string; index: number }[] = [];
  let beginsLine = true;
  for (const { type, value } of jsTokens(text)) {
    if (type === 'WhiteSpace') continue;
    if (type === 'LineTerminatorSequence') {
      beginsLine = true;
      continue;
    }
    if (type === 'MultiLineComment' || type === 'SingleLineComment')
      comments.push({ text: value, index: codes.length });
    // The brackets of `Map<string, Set<Pet>>` are two, as on lines of their own.
    else if (value === '>>' || value === '>>>') for (const each of value) codes.push({ type, value: each, beginsLine });
    else codes.push({ type, value, beginsLine });
    beginsLine = false;
  }
  return { codes, comments };
}

function findOptionalPairs(codes: readonly Code[]): ReadonlySet<number> {
  const open: number[] = [];
  const optional = new Set<number>();
  for (const [end, { type, value }] of codes.entries()) {
    if (type !== 'Punctuator') continue;
    if (value === '(') open.push(end);
    const start = value === ')' ? open.pop() : undefined;
    if (start !== undefined && isOptionalPair(codes, start, end)) optional.add(start).add(end);
  }
  return optional;
}

function isOptionalPair(codes: readonly Code[], start: number, end: number): boolean {
  const before = codes[start - 1]?.value ?? '';
  const after = codes[end + 1];
  if (after?.value === '=>')
    return end - start === 2 && codes[start + 1]?.type === 'IdentifierName' && !/^[)>]$/.test(before);
  if (before === '&&' || before === '||') {
    const isOperand = after?.value === '&&' || after?.value === '||' || isEnd(after);
    return isOperand && !listOperators(codes.slice(start + 1, end)).some((value) => isLooser(value, before));
  }
  return (before === '=>' || before === 'return') && codes[start + 1]?.value !== '{' && isEnd(after);
}

function isEnd(code: Code | undefined): boolean {
  if (code === undefined || ends.has(code.value)) return true;
  return code.beginsLine && code.type === 'IdentifierName';
}

// Those that are in no bracket of their own.
function listOperators(codes: readonly Code[]): string[] {
  let depth = 0;
  return codes.flatMap(({ value }) => {
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

function formatToken({ type, value }: Code, previous: string, next: string): string {
  if (type === 'NumericLiteral') return /[.e]/i.test(value) ? String(Number(value)) : value;
  if (type !== 'StringLiteral') return value;
  const inner = value.slice(1, -1);
  const text = inner.includes('\\')
    ? inner.replace(/\\(.)/gs, (pair, sign: string) => (/['"]/.test(sign) ? sign : pair))
    : inner;
  return isPropertyName(previous, next) ? text : `"${text}"`;
}

// A value ends before it, or a list begins: so it is no operand, as in `isNew ? 'a' : 'b'` and `case 'a':`.
function isPropertyName(previous: string, next: string): boolean {
  if ((next !== ':' && next !== '?' && next !== '(') || previous === 'case') return false;
  return previous === '' || /^[{},;)\]>]$|[\p{ID_Continue}$'"`]$/u.test(previous);
}

// Formatters move the lines of a comment, and no more.
function formatComment(text: string): string {
  return text.replace(/[ \t]*\n[ \t]*/g, '\n').trimEnd();
}
