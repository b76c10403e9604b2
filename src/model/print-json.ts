import type { JsonValue } from './element.js';

/**
 * Prints a value as JSON for people. An array or object that fits into a line of `widest` characters is printed on one
 * line.
 */
export function printJson(value: JsonValue, widest: number): string {
  return printValue(value, '', widest);
}

function printValue(value: JsonValue, indent: string, widest: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const rows = value.map((entry: JsonValue) => printValue(entry, inner, widest));
    return printRows(rows, '[]', indent, widest);
  }
  const rows = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}: ${printValue(member, inner, widest)}`,
  );
  return printRows(rows, '{}', indent, widest);
}

function printRows(rows: readonly string[], brackets: '[]' | '{}', indent: string, widest: number): string {
  const [open, close] = brackets;
  const width = rows.reduce((sum, row) => sum + row.length + 2, indent.length);
  if (width <= widest && !rows.some((row) => row.includes('\n'))) return `${open}${rows.join(', ')}${close}`;
  return `${open}\n${rows.map((row) => `${indent}  ${row}`).join(',\n')}\n${indent}${close}`;
}
