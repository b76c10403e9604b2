import { mostColumns } from './fill-lines.js';

/**
 * Wraps a long comment line of a module. Returns `undefined` for a line that contains code. Keeps the meaning of
 * Markdown: does not wrap code blocks and tables, and begins no wrapped line with a Markdown mark.
 */
export function wrapComment(line: string, text: string, offset: number): string | undefined {
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
