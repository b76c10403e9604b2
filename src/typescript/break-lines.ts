import { areManyLiterals, fillLines, mostColumns } from './fill-lines.js';
import { type Group, LinePart, scanLine } from './scan-line.js';

/**
 * Breaks the long lines of a module as formatters do: inside the brackets of a list, between the members of a union,
 * before operators. The only token that it adds or removes is the comma after the last item of a list.
 */
export function breakLines(text: string): string {
  // They are joined at once, because a part of a text keeps the whole text in memory.
  const pieces: string[] = [];
  let done = 0;
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    if (end - start > mostColumns) {
      pieces.push(text.slice(done, start), breakLong(text, start, end));
      done = end;
    }
    start = end + 1;
  }
  if (done === 0) return text;
  pieces.push(text.slice(done));
  return pieces.join('');
}

// Breaks the text from `start` to `end`. Few texts contain a line terminator other than a line feed.
function breakLong(text: string, start: number, end: number): string {
  const line = text.slice(start, end);
  const breakOne = (each: string, at: number): string => wrapComment(each, text, start + at) ?? breakLine(each);
  return /[\r\u2028\u2029]/.test(line) ? line.replace(longLines, breakOne) : breakOne(line, 0);
}

const longLines = new RegExp(`^.{${mostColumns + 1},}$`, 'gm');

function breakLine(line: string): string {
  if (line.length <= mostColumns) return line;
  const start = /^ */.exec(line)?.[0] ?? '';
  const scanned = scanLine(line.slice(start.length));
  return breakPart(start, new LinePart(scanned, 0, scanned.tokens.length));
}

const ways = [
  ...[breakUnion, breakHeritage, breakArrow, breakFittingGroup],
  ...[breakOperators, breakGroup, breakValue, breakMember],
];

function breakPart(before: string, whole: LinePart): string {
  if (before.length + whole.length <= mostColumns) return before + whole.text;
  // The continuation lines of a union member are aligned with its text.
  const isMember = whole.startsWith('| ');
  const start = isMember ? `${before}| ` : before;
  const part = isMember ? whole.after(whole.find('|') + 1) : whole;
  const indent = ' '.repeat(start.length);
  for (const way of ways) {
    const broken = way(part, indent);
    if (broken !== undefined) return start + broken.slice(start.length);
  }
  return start + part.text;
}

/** Breaks `type A = B | C;` before each member. */
function breakUnion(part: LinePart, indent: string): string | undefined {
  if (!part.startsWith('type ') && !part.startsWith('export type ')) return undefined;
  const sign = part.find('=');
  if (sign < 0) return undefined;
  const members = part.after(sign + 1).split(part.depth, '|');
  if (members.length < 2) return undefined;
  const lines = members.map((member) => breakPart(`${indent}  | `, member));
  return `${indent}${part.before(sign + 1).text}\n${lines.join('\n')}`;
}

/** Breaks `interface A extends B, C {` before `extends` and between the bases. */
function breakHeritage(part: LinePart, indent: string): string | undefined {
  if (!part.startsWith('interface ') && !part.startsWith('export interface ')) return undefined;
  const start = part.find('extends');
  if (start < 0) return undefined;
  const bases = part.after(start + 1).split(part.depth, ',');
  const lines = bases.map((base, index) => `${index === 0 ? '  extends ' : '    '}${base.text}`);
  return [part.before(start).text, ...lines.join(',\n').split('\n')]
    .map((line) => breakLine(`${indent}${line}`))
    .join('\n');
}

/** Breaks `(a) => \`…\`` before the template, which cannot be broken. */
function breakArrow(part: LinePart, indent: string): string | undefined {
  const arrow = part.find('=>');
  if (arrow < 0) return undefined;
  const value = part.after(arrow + 1).text;
  if (!/^`[^`]*`[,;]?$/.test(value)) return undefined;
  return `${breakPart(indent, part.before(arrow + 1))}\n${indent}  ${value}`;
}

/** Breaks a group if the text before it fits into one line. */
function breakFittingGroup(part: LinePart, indent: string): string | undefined {
  const group = chooseGroup(part);
  const isFitting = group !== undefined && indent.length + part.countTo(group.open + 1) <= mostColumns;
  return isFitting ? breakAt(part, group, indent) : undefined;
}

function breakGroup(part: LinePart, indent: string): string | undefined {
  const group = chooseGroup(part);
  return group && breakAt(part, group, indent);
}

function breakAt(part: LinePart, group: Group, indent: string): string {
  const items = printItems(part, group, `${indent}  `);
  const tail = breakPart(indent, part.after(group.close));
  const head = breakPart(indent, part.before(group.open + 1));
  return [head, ...items, tail].join('\n');
}

// Chooses the longest group. If it contains only another pair of brackets, as in `f({ … })`, chooses that pair.
function chooseGroup(part: LinePart): Group | undefined {
  let chosen: Group | undefined;
  let most = 0;
  for (const group of part.listGroups(part.depth)) {
    const length = part.countTo(group.close) - part.countTo(group.open + 1);
    if (length > most) chosen = group;
    most = Math.max(most, length);
  }
  for (let inner = chosen; inner; inner = findInnerGroup(part, inner)) chosen = inner;
  return chosen;
}

function findInnerGroup({ line }: LinePart, { open, close }: Group): Group | undefined {
  const [first, last] = [open + 1, close - 1];
  const isOnly = line.tokens[open] === '(' && line.matches[first] === last && last > first + 1;
  return isOnly ? { open: first, close: last } : undefined;
}

// Prints what is between two brackets.
function printItems(part: LinePart, group: Group, indent: string): string[] {
  const { tokens, depths } = part.line;
  const inside = part.between(group);
  const depth = (depths[group.open] ?? 0) + 1;
  const separator = [';', ','].find((text) => inside.find(text, depth) !== -1);
  if (separator === undefined) {
    const isLong = indent.length + inside.length > mostColumns;
    return ((isLong ? breakOperators(inside, indent, '') : undefined) ?? breakPart(indent, inside)).split('\n');
  }
  const parts = inside.split(depth, separator);
  // Only the last part may be omitted: `[, a]` and `for (;;)` have empty ones before it.
  if (parts.at(-1)?.isEmpty) parts.pop();
  const bracket = tokens[group.open];
  // The parts of `for (…; …; …)` have no semicolon at the end.
  const hasLast = separator === ';' ? bracket !== '(' : bracket !== '<' && !parts.at(-1)?.startsWith('...');
  const ended = parts.map((each, index) => {
    const isBlock = separator === ';' && each.text.endsWith('}');
    return index < parts.length - 1 || (hasLast && !isBlock) ? each.withSeparator(separator) : each;
  });
  if (separator === ',' && areManyLiterals(parts.map(({ text }) => text)))
    return fillLines(
      ended.map(({ text }) => text),
      indent,
    );
  return ended.map((each) => breakPart(indent, each));
}

/** Breaks before the operators with the lowest precedence outside brackets. */
function breakOperators(part: LinePart, indent: string, further = '  '): string | undefined {
  const { tokens, depths } = part.line;
  for (const operators of precedences) {
    const found: number[] = [];
    for (let index = part.from; index < part.to; index++)
      if (depths[index] === part.depth && operators.includes(tokens[index] ?? '') && part.hasSpacesAround(index))
        found.push(index);
    if (found.length === 0) continue;
    if (operators.includes(':') && !tokens.slice(part.from, part.to).includes('?')) return undefined;
    return part
      .splitBefore(found)
      .map((each, index) => breakPart(index === 0 ? indent : indent + further, each))
      .join('\n');
  }
  return undefined;
}

// An operator has a space on both sides. The `?` and `:` of `a?: b` and `{ a: b }` have none before them.
const precedences = [['||', '??'], ['&&'], ['?', ':'], ['|']];

/** Breaks after the `=` of an assignment. */
function breakValue(part: LinePart, indent: string): string | undefined {
  const sign = part.find('=');
  if (sign < 0 || !part.hasSpaceAfter(sign)) return undefined;
  const head = `${indent}${part.before(sign + 1).text}`;
  if (head.length > mostColumns) return breakMember(part, indent);
  return `${head}\n${indent}  ${part.after(sign + 1).text}`;
}

/** Breaks after the colon of a member or a declaration. */
function breakMember(part: LinePart, indent: string): string | undefined {
  const colon = part.find(':');
  if (colon < 0 || !part.hasSpaceAfter(colon)) return undefined;
  const value = breakPart(`${indent}  `, part.after(colon + 1));
  return `${indent}${part.before(colon + 1).text}\n${value}`;
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
