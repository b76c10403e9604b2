import { breakLongLines, countLength, joinTexts, scanLine, type Token } from './scan-line.js';
import { wrapComment } from './wrap-comment.js';

/**
 * The maximum number of characters in a line of the output. A longer literal or name cannot be broken and exceeds it.
 */
export const mostColumns = 120;

/**
 * Breaks the long lines of a module as formatters do: inside the brackets of a list, between the members of a union,
 * before operators. The only token that it adds or removes is the comma after the last item of a list.
 */
export function breakLines(text: string): string {
  return breakLongLines(text, mostColumns, (line, offset) => wrapComment(line, text, offset) ?? breakLine(line));
}

function breakLine(line: string): string {
  if (line.length <= mostColumns) return line;
  const start = /^ */.exec(line)?.[0] ?? '';
  return breakTokens(start, scanLine(line.slice(start.length)));
}

const ways = [
  ...[breakUnion, breakHeritage, breakArrow, breakFittingGroup],
  ...[breakOperators, breakGroup, breakValue, breakMember],
];

// The tokens may be a part of a line. The whole part has the depth of its first token.
function breakTokens(before: string, line: readonly Token[]): string {
  if (before.length + countLength(line) <= mostColumns) return before + joinTexts(line);
  // The continuation lines of a union member are aligned with its text.
  const isMember = line[0]?.text === '|' && line[1]?.text === ' ';
  const [start, tokens] = isMember ? [`${before}| `, line.slice(2)] : [before, line];
  const indent = ' '.repeat(start.length);
  for (const way of ways) {
    const broken = way(tokens, indent);
    if (broken !== undefined) return start + broken.slice(start.length);
  }
  return start + joinTexts(tokens);
}

function getDepth([first]: readonly Token[]): number {
  return first?.depth ?? 0;
}

// Finds the first token with a text outside brackets.
function findOuter(tokens: readonly Token[], text: string): number {
  const outer = getDepth(tokens);
  return tokens.findIndex((token) => token.depth === outer && token.text === text);
}

// `export type ` is four tokens.
const mostHeadTokens = 4;

/** Breaks `type A = B | C;` before each member. */
function breakUnion(tokens: readonly Token[], indent: string): string | undefined {
  if (!/^(?:export )?type /.test(joinTexts(tokens.slice(0, mostHeadTokens)))) return undefined;
  const start = findOuter(tokens, '=');
  if (start < 0) return undefined;
  const members = split(tokens.slice(start + 1), getDepth(tokens), ['|']);
  if (members.length < 2) return undefined;
  const lines = members.map((member) => breakTokens(`${indent}  | `, omitSpace(member)));
  return `${indent}${joinTexts(tokens.slice(0, start + 1))}\n${lines.join('\n')}`;
}

/** Breaks `interface A extends B, C {` before `extends` and between the bases. */
function breakHeritage(tokens: readonly Token[], indent: string): string | undefined {
  if (!/^(?:export )?interface /.test(joinTexts(tokens.slice(0, mostHeadTokens)))) return undefined;
  const start = findOuter(tokens, 'extends');
  if (start < 0) return undefined;
  const bases = split(tokens.slice(start + 1), getDepth(tokens), [',']).map((base) => joinTexts(base).trim());
  const lines = bases.map((base, index) => `${index === 0 ? '  extends ' : '    '}${base}`);
  return [joinTexts(tokens.slice(0, start)).trimEnd(), ...lines.join(',\n').split('\n')]
    .map((line) => breakLine(`${indent}${line}`))
    .join('\n');
}

/** Breaks `(a) => \`…\`` before the template, which cannot be broken. */
function breakArrow(tokens: readonly Token[], indent: string): string | undefined {
  const arrow = findOuter(tokens, '=>');
  if (arrow < 0) return undefined;
  const value = joinTexts(tokens.slice(arrow + 1)).trim();
  if (!/^`[^`]*`[,;]?$/.test(value)) return undefined;
  return `${breakTokens(indent, tokens.slice(0, arrow + 1))}\n${indent}  ${value}`;
}

/** A pair of brackets, as the indices of its tokens. */
interface Group {
  readonly open: number;
  readonly close: number;
}

/** Breaks a group if the text before it fits into one line. */
function breakFittingGroup(tokens: readonly Token[], indent: string): string | undefined {
  const group = chooseGroup(tokens);
  const rest = group ? indent.length + countLength(tokens.slice(0, group.open + 1)) : 0;
  return group && rest <= mostColumns ? breakAt(tokens, group, indent) : undefined;
}

function breakGroup(tokens: readonly Token[], indent: string): string | undefined {
  const group = chooseGroup(tokens);
  return group && breakAt(tokens, group, indent);
}

function breakAt(tokens: readonly Token[], { open, close }: Group, indent: string): string {
  const items = printItems(tokens.slice(open + 1, close), tokens[open], `${indent}  `);
  const tail = breakTokens(indent, tokens.slice(close));
  const head = breakTokens(indent, tokens.slice(0, open + 1));
  return [head, ...items, tail].join('\n');
}

// Chooses the longest group. If it contains only another pair of brackets, as in `f({ … })`, chooses that pair.
function chooseGroup(tokens: readonly Token[]): Group | undefined {
  let chosen: Group | undefined;
  let most = 0;
  for (const group of listGroups(tokens, getDepth(tokens))) {
    const length = countLength(tokens, group.open + 1, group.close);
    if (length > most) chosen = group;
    most = Math.max(most, length);
  }
  for (let inner = chosen; inner; inner = findInnerGroup(tokens, inner)) chosen = inner;
  return chosen;
}

function listGroups(tokens: readonly Token[], depth: number): Group[] {
  const groups: Group[] = [];
  tokens.forEach((token, open) => {
    if (token.kind !== 'open' || token.depth !== depth) return;
    let close = open + 1;
    while (close < tokens.length && !isEnd(tokens[close], token.depth)) close++;
    if (close > open + 1 && close < tokens.length) groups.push({ open, close });
  });
  return groups;
}

function isEnd(token: Token | undefined, depth: number): boolean {
  return token?.kind === 'close' && token.depth === depth;
}

function findInnerGroup(tokens: readonly Token[], { open, close }: Group): Group | undefined {
  const first = tokens[open + 1];
  const last = tokens[close - 1];
  if (tokens[open]?.text !== '(') return undefined;
  if (first?.kind !== 'open' || last?.kind !== 'close' || first.depth !== last.depth) return undefined;
  const [only, ...others] = listGroups(tokens.slice(open + 1, close), first.depth);
  return only && others.length === 0 ? { open: open + 1, close: close - 1 } : undefined;
}

function printItems(inside: readonly Token[], bracket: Token | undefined, indent: string): string[] {
  const depth = (bracket?.depth ?? 0) + 1;
  const separator = [';', ','].find((text) => inside.some((token) => token.depth === depth && token.text === text));
  if (separator === undefined) {
    const line = omitSpace(inside);
    const isLong = indent.length + countLength(line) > mostColumns;
    return ((isLong ? breakOperators(inside, indent, '') : undefined) ?? breakTokens(indent, line)).split('\n');
  }
  const parts = split(inside, depth, [separator])
    .map(omitSpace)
    .filter((part) => part.length > 0);
  const items = parts.map(joinTexts);
  // The parts of `for (…; …; …)` have no semicolon at the end.
  const hasLast = separator === ';' ? bracket?.text !== '(' : bracket?.text !== '<' && !items.at(-1)?.startsWith('...');
  const sign: Token = { text: separator, kind: 'other', depth };
  const ended = parts.map((part, index) => {
    const isEnded = index < parts.length - 1 || (hasLast && (separator === ',' || part.at(-1)?.text !== '}'));
    return isEnded ? [...part, sign] : part;
  });
  if (separator === ',' && items.length > mostAlone && items.every(isLiteral))
    return fillLines(ended.map(joinTexts), indent);
  return ended.map((part) => breakTokens(indent, part));
}

// A list with more literals has several per line, so that readers scroll less.
const mostAlone = 20;

function isLiteral(item: string): boolean {
  return /^(?:'[^']*'|[\w.-]+)$/.test(item);
}

function fillLines(items: readonly string[], indent: string): string[] {
  const lines: string[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + item.length <= mostColumns) lines[lines.length - 1] = `${last} ${item}`;
    else lines.push(indent + item);
  }
  return lines;
}

/** Breaks before the operators with the lowest precedence outside brackets. */
function breakOperators(tokens: readonly Token[], indent: string, further = '  '): string | undefined {
  const depth = Math.min(...tokens.map((token) => token.depth));
  const operators = [['||', '??'], ['&&'], ['?', ':'], ['|']].find((each) =>
    tokens.some((token, index) => each.includes(token.text) && isOperator(tokens, index, depth)),
  );
  if (operators === undefined || (operators.includes(':') && !tokens.some(({ text }) => text === '?')))
    return undefined;
  return splitBefore(tokens, depth, operators)
    .map((part, index) => breakTokens(index === 0 ? indent : indent + further, omitSpace(part)))
    .join('\n');
}

// An operator has a space on both sides. The `?` and `:` of `a?: b` and `{ a: b }` have none before them.
function isOperator(tokens: readonly Token[], index: number, depth: number): boolean {
  const [before, token, after] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  return token?.depth === depth && /\s$/.test(before?.text ?? '') && /^\s/.test(after?.text ?? '');
}

function splitBefore(tokens: readonly Token[], depth: number, operators: readonly string[]): Token[][] {
  const parts: Token[][] = [[]];
  tokens.forEach((token, index) => {
    if (operators.includes(token.text) && isOperator(tokens, index, depth)) parts.push([]);
    parts.at(-1)?.push(token);
  });
  return parts;
}

/** Breaks after the `=` of an assignment. */
function breakValue(tokens: readonly Token[], indent: string): string | undefined {
  const sign = findOuter(tokens, '=');
  if (sign < 0 || !/^\s/.test(tokens[sign + 1]?.text ?? '')) return undefined;
  const value = joinTexts(tokens.slice(sign + 1)).trim();
  const head = `${indent}${joinTexts(tokens.slice(0, sign + 1))}`;
  if (head.length > mostColumns) return breakMember(tokens, indent);
  return `${head}\n${indent}  ${value}`;
}

/** Breaks after the colon of a member or a declaration. */
function breakMember(tokens: readonly Token[], indent: string): string | undefined {
  const colon = findOuter(tokens, ':');
  if (colon < 0 || !/^\s/.test(tokens[colon + 1]?.text ?? '')) return undefined;
  const value = breakTokens(`${indent}  `, omitSpace(tokens.slice(colon + 1)));
  return `${indent}${joinTexts(tokens.slice(0, colon + 1))}\n${value}`;
}

function split(tokens: readonly Token[], depth: number, separators: readonly string[]): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (token.depth === depth && separators.includes(token.text)) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

function omitSpace(tokens: readonly Token[]): readonly Token[] {
  const isSpace = (token: Token | undefined): boolean => token?.text.trim() === '';
  return tokens.slice(isSpace(tokens[0]) ? 1 : 0, isSpace(tokens.at(-1)) ? -1 : undefined);
}
