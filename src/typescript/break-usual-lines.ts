import { areManyLiterals, fillLines, isLiteral, mostColumns } from './fill-lines.js';

/**
 * Breaks a long line of a usual form, whose tokens are not needed: nearly all long lines of code have one. `breakHead`
 * breaks any line. Returns `undefined` for other lines.
 */
export function breakUsualLine(line: string, breakHead: (head: string) => string): string | undefined {
  return breakOnlyList(line, breakHead) ?? breakOnlyUnion(line);
}

/** Breaks a line whose only brackets contain names and strings, as in `import { a, b } from 'c';` and `f(a, 'b');`. */
function breakOnlyList(line: string, breakHead: (head: string) => string): string | undefined {
  const found = onlyList.exec(line);
  const list = found?.[3];
  if (!found || list === undefined) return undefined;
  const { 1: head = '', 2: indent = '', 4: tail = '' } = found;
  const areTypes = head.endsWith('<');
  // No comma may follow `...rest`.
  if (list.includes('...') || areTypes !== tail.startsWith('>')) return undefined;
  const items = list.trimEnd().split(', ');
  const canStay = items.every((item) => indent.length + item.length + 3 <= mostColumns || isLiteral(item));
  if (!canStay || indent.length + tail.length > mostColumns) return undefined;
  // If the head is too long, the line is broken at such an operator instead.
  if (head.length > mostColumns && / (?:\?\??|:|&&) /.test(head + tail)) return undefined;
  const last = items.length === 1 || areTypes ? '' : ',';
  const inside = `${indent}  `;
  const lines = areManyLiterals(items)
    ? fillLines(
        items.map((item, index) => item + (index < items.length - 1 ? ',' : last)),
        inside,
      ).join('\n')
    : inside + items.join(`,\n${inside}`) + last;
  return `${head.length > mostColumns ? breakHead(head) : head}\n${lines}\n${indent}${tail}`;
}

// Excludes what is not broken at the list or at each comma: unions, templates, functions, regular expressions, strings
// with commas. A bracket may follow the list, or the specifier of an import.
const onlyList =
  /^(( *)(?:[^'"`()[\]{}<>/|]|\/\*|\*\/)*(?:[([{]|\w<)) ?((?:[^,;'"`()[\]{}<>/]|, (?![)\]}])|'[^',\\]*')+)([)\]}>](?:[^'"`()[\]{}<>/|]|\/\*|\*\/)*(?:[({]|'[^']*';)?)$/;

/** Breaks a union of names and simple type arguments, as in `export type A = B | C<D>;`. */
function breakOnlyUnion(line: string): string | undefined {
  const [, head, union] = onlyUnion.exec(line) ?? [];
  const members = union?.split(' | ').map((member) => `  | ${member}`);
  return members?.every(({ length }) => length < mostColumns) ? `${head}\n${members.join('\n')};` : undefined;
}

const onlyUnion = /^((?:export )?type \w+ =) (\w+(?:<[\w, ]*>)?(?: \| \w+(?:<[\w, ]*>)?)+);$/;
