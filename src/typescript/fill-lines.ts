/**
 * The maximum number of characters in a line of the output. A longer literal or name cannot be broken and exceeds it.
 */
export const mostColumns = 120;

// A list with more literals has several per line, so that readers scroll less.
const mostAlone = 20;

/** Returns whether the items of a list are so many literals that a line contains several. */
export function areManyLiterals(items: readonly string[]): boolean {
  return items.length > mostAlone && items.every(isLiteral);
}

/** Returns whether an item is a name, a number or a text, which cannot be broken. */
function isLiteral(item: string): boolean {
  return /^(?:'[^']*'|[\w.-]+)$/.test(item);
}

/** Writes items into as few lines as possible. */
export function fillLines(items: readonly string[], indent: string): string[] {
  const lines: string[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + item.length <= mostColumns) lines[lines.length - 1] = `${last} ${item}`;
    else lines.push(indent + item);
  }
  return lines;
}
