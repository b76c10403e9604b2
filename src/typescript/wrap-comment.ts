/** The maximum number of characters in a line of a comment. */
const mostColumns = 120;

/**
 * Wraps a long comment line of a module. Returns `undefined` for a line that contains code. Keeps the meaning of
 * Markdown: does not wrap code blocks and tables, and begins no wrapped line with a Markdown mark.
 */
export function wrapComment(line: string, text: string, offset: number): string | undefined {
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

function isInFence(before: string): boolean {
  const comment = before.slice(before.lastIndexOf('/**'));
  return (comment.match(/^ *\* *```/gm) ?? []).length % 2 === 1;
}

function wrap(content: string, start: string): string[] {
  // The continuation lines of a list item are aligned with its text.
  const [, mark = '', rest = content] = /^(\s*(?:(?:[-*+]|\d+[.)]) +)?)(.*)$/.exec(content) ?? [];
  const lines: string[] = [];
  let current = mark;
  for (const unit of listUnits(rest)) {
    const isFirst = current === mark;
    if (!isFirst && start.length + current.length + 1 + unit.length > mostColumns) {
      lines.push(current);
      current = ' '.repeat(mark.length) + unit;
    } else current += isFirst ? unit : ` ${unit}`;
  }
  return [...lines, current].map((each) => (start + each).trimEnd());
}

// A word that would be a Markdown mark at the start of a line stays with the previous word.
function listUnits(text: string): string[] {
  const units: string[] = [];
  for (const word of text.split(' ')) {
    const last = units.at(-1);
    const isMark = /^(?:[-+*#>|=~`<@]|\d+[.)]|$)/.test(word) && !/^`[^`]/.test(word);
    if (last !== undefined && isMark) units[units.length - 1] = `${last} ${word}`;
    else units.push(word);
  }
  return units;
}
