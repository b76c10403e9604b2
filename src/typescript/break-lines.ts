import jsTokens from 'js-tokens';

/**
 * The maximum number of characters in a line of the output. A longer literal or name cannot be broken and exceeds it.
 */
export const mostColumns = 120;

/** A token of a line, or a pair of brackets with what is between them. */
type Piece = string | Group;

interface Group {
  readonly open: string;
  readonly inside: Line;
  readonly close: string;
  readonly text: string;
}

/** A line of code, or a part of one. */
type Line = readonly Piece[];

/**
 * Breaks the long lines of a module as formatters do: inside the brackets of a list, between the members of a union,
 * before operators. The only token that it adds or removes is the comma after the last item of a list.
 */
export function breakLines(text: string): string {
  return text.replace(longLines, (line: string, at: number) => wrapComment(line, text, at) ?? breakLine(line));
}

const longLines = new RegExp(`^.{${mostColumns + 1},}$`, 'gm');

function breakLine(line: string): string {
  const start = /^ */.exec(line)?.[0] ?? '';
  return breakPart(start, parseLine(line.slice(start.length)));
}

// Splits a line of code into tokens and pairs of brackets, also those of type arguments.
function parseLine(line: string): readonly Piece[] {
  // What is between the brackets that are open, from the outermost. Each list but the first begins with its bracket.
  const open: Piece[][] = [[]];
  // A bracket without a match is a token.
  const flattenLast = (): void => {
    const list = open.pop() ?? [];
    for (const piece of list) open.at(-1)?.push(piece);
  };
  let before = '';
  for (const token of listTokens(line)) {
    const opener = openers.get(token);
    // A `<` is an operator if another bracket closes before a `>`.
    while (opener !== undefined && token !== '>' && open.length > 1 && open.at(-1)?.[0] === '<') flattenLast();
    const list = open.at(-1) ?? [];
    if (opener !== undefined && open.length > 1 && list[0] === opener) {
      open.pop();
      open.at(-1)?.push({ open: opener, inside: list.slice(1), close: token, text: `${textOf(list)}${token}` });
    } else if (isOpening(token, before)) open.push([token]);
    else list.push(token);
    before = token;
  }
  while (open.length > 1) flattenLast();
  return trim(open[0] ?? []);
}

function listTokens(line: string): string[] {
  const tokens: string[] = [];
  let templates = 0;
  for (const { type, value } of jsTokens(line)) {
    // A template is one piece, because a line break in its expressions would be hard to read.
    if (templates > 0) tokens.push(`${tokens.pop() ?? ''}${value}`);
    // The closing brackets of `Map<string, Set<Pet>>` are two tokens.
    else if (value === '>>' || value === '>>>') tokens.push(...value);
    else tokens.push(value);
    if (type === 'TemplateHead') templates++;
    if (type === 'TemplateTail') templates--;
  }
  return tokens;
}

const openers: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
  ['>', '<'],
]);

// Type arguments follow their name directly, and an operator follows a space.
function isOpening(token: string, before: string): boolean {
  return token === '(' || token === '[' || token === '{' || (token === '<' && /\w$/.test(before));
}

function textOf(line: Line): string {
  let text = '';
  for (const piece of line) text += typeof piece === 'string' ? piece : piece.text;
  return text;
}

function trim(line: Line): Line {
  let [from, to] = [0, line.length];
  while (line[from] === ' ') from++;
  while (to > from && line[to - 1] === ' ') to--;
  return to - from === line.length ? line : line.slice(from, to);
}

function breakPart(before: string, whole: Line): string {
  const line = trim(whole);
  const text = textOf(line);
  if (before.length + text.length <= mostColumns) return before + text;
  // The continuation lines of a union member are aligned with its text.
  const isMember = text.startsWith('| ');
  const start = isMember ? `${before}| ` : before;
  const part = isMember ? trim(line.slice(1)) : line;
  const indent = ' '.repeat(start.length);
  for (const way of ways) {
    const broken = way(part, indent);
    if (broken !== undefined) return start + broken.slice(start.length);
  }
  return start + textOf(part);
}

const ways = [
  ...[breakUnion, breakHeritage, breakArrow, breakFittingGroup],
  ...[breakOperators, breakGroup, breakValue, breakMember],
];

/** Breaks `type A = B | C;` before each member. */
function breakUnion(line: Line, indent: string): string | undefined {
  const sign = line.indexOf('=');
  if (sign < 0 || line[line[0] === 'export' ? 2 : 0] !== 'type') return undefined;
  const members = split(line.slice(sign + 1), '|');
  if (members.length < 2) return undefined;
  const lines = members.map((member) => breakPart(`${indent}  | `, member));
  return [indent + textOf(line.slice(0, sign + 1)), ...lines].join('\n');
}

/** Breaks `interface A extends B, C {` before `extends` and between the bases. */
function breakHeritage(line: Line, indent: string): string | undefined {
  const start = line.indexOf('extends');
  if (start < 0 || line[line[0] === 'export' ? 2 : 0] !== 'interface') return undefined;
  const bases = split(line.slice(start + 1), ',').map((base, index, { length }) => {
    const listed = index < length - 1 ? [...trim(base), ','] : trim(base);
    return index === 0 ? breakPart(`${indent}  `, ['extends', ' ', ...listed]) : breakPart(`${indent}    `, listed);
  });
  return [breakPart(indent, line.slice(0, start)), ...bases].join('\n');
}

/** Breaks `(a) => \`…\`` before the template, which cannot be broken. */
function breakArrow(line: Line, indent: string): string | undefined {
  const arrow = line.indexOf('=>');
  if (arrow < 0) return undefined;
  const value = textOf(trim(line.slice(arrow + 1)));
  if (!/^`[^`]*`[,;]?$/.test(value)) return undefined;
  return `${breakPart(indent, line.slice(0, arrow + 1))}\n${indent}  ${value}`;
}

/** Breaks a group if the text before it fits into one line. */
function breakFittingGroup(line: Line, indent: string): string | undefined {
  return breakGroup(line, indent, mostColumns - indent.length);
}

function breakGroup(line: Line, indent: string, mostBefore = Number.POSITIVE_INFINITY): string | undefined {
  const chosen = chooseGroup(line);
  if (!chosen || textOf(chosen.head).length > mostBefore) return undefined;
  const items = printItems(chosen.group, `${indent}  `);
  return [breakPart(indent, chosen.head), ...items, breakPart(indent, chosen.tail)].join('\n');
}

// Chooses the longest group. If it contains only another pair of brackets, as in `f({ … })`, chooses that pair.
function chooseGroup(line: Line): { head: Line; group: Group; tail: Line } | undefined {
  let group: Group | undefined;
  for (const piece of line) if (isFilled(piece) && (!group || piece.text.length > group.text.length)) group = piece;
  if (!group) return undefined;
  const at = line.indexOf(group);
  let head: Line = [...line.slice(0, at), group.open];
  let tail: Line = [group.close, ...line.slice(at + 1)];
  for (let only = findOnly(group); only; only = findOnly(only)) {
    group = only;
    head = [...head, only.open];
    tail = [only.close, ...tail];
  }
  return { head, group, tail };
}

// Finds the pair of brackets that alone is between parentheses.
function findOnly({ open, inside: [first, ...more] }: Group): Group | undefined {
  return open === '(' && more.length === 0 && isFilled(first) ? first : undefined;
}

function isFilled(piece: Piece | undefined): piece is Group {
  return typeof piece === 'object' && piece.inside.length > 0;
}

// Prints what is between two brackets.
function printItems({ open, inside }: Group, indent: string): string[] {
  const separator = [';', ','].find((text) => inside.includes(text));
  if (separator === undefined) {
    const isLong = indent.length + textOf(trim(inside)).length > mostColumns;
    return ((isLong ? breakOperators(trim(inside), indent, '') : undefined) ?? breakPart(indent, inside)).split('\n');
  }
  const items = split(inside, separator).map(trim);
  // Only the last item may be omitted: `[, a]` and `for (;;)` have empty ones before it.
  if (items.at(-1)?.length === 0) items.pop();
  // The parts of `for (…; …; …)` have no semicolon at the end.
  const hasLast = separator === ';' ? open !== '(' : open !== '<' && items.at(-1)?.[0] !== '...';
  const ended = items.map((item, index) => {
    const isBlock = separator === ';' && textOf(item.slice(-1)).endsWith('}');
    return index < items.length - 1 || (hasLast && !isBlock) ? [...item, separator] : item;
  });
  return separator === ',' && areManyLiterals(items)
    ? fillLines(ended.map(textOf), indent)
    : ended.map((item) => breakPart(indent, item));
}

// A list with more literals has several per line, so that readers scroll less.
const mostAlone = 20;

function areManyLiterals(items: readonly Line[]): boolean {
  return items.length > mostAlone && items.every((item) => /^(?:'[^']*'|[\w.-]+)$/.test(textOf(item)));
}

/** Writes items into as few lines as possible. */
function fillLines(items: readonly string[], indent: string): string[] {
  const lines: string[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + item.length <= mostColumns) lines[lines.length - 1] = `${last} ${item}`;
    else lines.push(indent + item);
  }
  return lines;
}

function split(line: Line, separator: string): Line[] {
  const parts: Line[] = [];
  let from = 0;
  for (let at = line.indexOf(separator); at >= 0; at = line.indexOf(separator, from)) {
    parts.push(line.slice(from, at));
    from = at + 1;
  }
  return [...parts, line.slice(from)];
}

/** Breaks before the operators with the lowest precedence outside brackets. */
function breakOperators(line: Line, indent: string, further = '  '): string | undefined {
  // An operator has a space on both sides. The `?` and `:` of `a?: b` and `{ a: b }` have none before them.
  const isAt = (at: number, operators: readonly Piece[]): boolean =>
    line[at - 1] === ' ' && line[at + 1] === ' ' && operators.includes(line[at] ?? '');
  const found: number[] = [];
  for (const operators of precedences) {
    for (let at = 1; at < line.length; at++) if (isAt(at, operators)) found.push(at);
    if (found.length > 0) break;
  }
  if (found.length === 0 || line[found[0] ?? 0] === ':') return undefined;
  const parts = [0, ...found].map((from, index) => line.slice(from, found[index]));
  return parts.map((part, index) => breakPart(index === 0 ? indent : indent + further, part)).join('\n');
}

const precedences = [['||', '??'], ['&&'], ['?', ':'], ['|']];

/** Breaks after the `=` of an assignment. */
function breakValue(line: Line, indent: string): string | undefined {
  const sign = line.indexOf('=');
  if (sign < 0 || line[sign + 1] !== ' ') return undefined;
  const head = indent + textOf(line.slice(0, sign + 1));
  if (head.length > mostColumns) return breakMember(line, indent);
  return `${head}\n${indent}  ${textOf(line.slice(sign + 2))}`;
}

/** Breaks after the colon of a member or a declaration. */
function breakMember(line: Line, indent: string): string | undefined {
  const colon = line.indexOf(':');
  if (colon < 0 || line[colon + 1] !== ' ') return undefined;
  const value = breakPart(`${indent}  `, line.slice(colon + 1));
  return `${indent}${textOf(line.slice(0, colon + 1))}\n${value}`;
}

/**
 * Wraps a long comment line of a module. Returns `undefined` for a line that contains code. Keeps the meaning of
 * Markdown: does not wrap code blocks and tables, and begins no wrapped line with a Markdown mark.
 */
function wrapComment(line: string, text: string, offset: number): string | undefined {
  if (!commentStart.test(line)) return undefined;
  const single = /^( *)\/\*\* (.*) \*\/$/.exec(line);
  if (single) {
    const [, indent = '', content = ''] = single;
    return [`${indent}/**`, ...wrap(content, `${indent} * `), `${indent} */`].join('\n');
  }
  const [, start = '', content] = /^( *(?: \*|\/\/) )(.*)$/.exec(line) ?? [];
  if (content === undefined) return undefined;
  const isFixed = /^(?: {4}|\||```)/.test(content) || isInFence(text.slice(0, offset));
  return isFixed ? line : wrap(content, start).join('\n');
}

// Most long lines are code, for which this one test is enough.
const commentStart = /^ *(?:\/\*\*| \*|\/\/) /;

function isInFence(before: string): boolean {
  const comment = before.slice(before.lastIndexOf('/**'));
  return (comment.match(/^ *\* *```/gm) ?? []).length % 2 === 1;
}

function wrap(content: string, start: string): string[] {
  // The continuation lines of a list item are aligned with its text.
  const [, mark = '', text = content] = /^(\s*(?:(?:[-*+]|\d+[.)]) +)?)(.*)$/.exec(content) ?? [];
  const width = mostColumns - start.length - mark.length;
  const lines: string[] = [];
  let before = start + mark;
  let from = 0;
  for (let end = findBreak(text, from, width); end >= 0; end = findBreak(text, from, width)) {
    lines.push((before + text.slice(from, end)).trimEnd());
    before = start + ' '.repeat(mark.length);
    from = end + 1;
  }
  return [...lines, (before + text.slice(from)).trimEnd()];
}

// Finds the last space before which a text fits into a line, or else the first one. Returns -1 if the whole text fits.
function findBreak(text: string, from: number, width: number): number {
  if (text.length - from <= width) return -1;
  let end = text.lastIndexOf(' ', from + width);
  while (end > from && isMarkAt(text, end + 1)) end = text.lastIndexOf(' ', end - 1);
  if (end > from) return end;
  end = text.indexOf(' ', from + width + 1);
  while (end >= 0 && isMarkAt(text, end + 1)) end = text.indexOf(' ', end + 1);
  return end;
}

// A word that would be a Markdown mark at the start of a line stays with the previous word.
function isMarkAt(text: string, index: number): boolean {
  return /^(?:[-+*#>|=~<@ ]|`(?:[` ]|$)|\d+[.)]|$)/.test(text.slice(index));
}
