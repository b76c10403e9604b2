import type { JsonObject, JsonValue } from './element.js';
import { isObject } from './is-object.js';

/**
 * Prints a value as JSON for people. An array or object that fits into a line of `widest` characters is printed on one
 * line.
 */
export function printJson(value: JsonValue, widest: number): string {
  return printValue(value, '', widest);
}

/**
 * Prints an object as an indented JSON file, in parts, which are the members of the outermost objects. A description has
 * millions of characters, which would be copied as a whole when they are encoded.
 */
export function printJsonFile(object: JsonObject): string[] {
  const parts: string[] = [];
  addMembers(parts, object, 1);
  return [...parts, '\n'];
}

// Members of objects at this depth are parts: path items in `/paths`, and schemas in `/components/schemas`.
const deepest = 3;

function addMembers(parts: string[], object: JsonObject, depth: number): void {
  const members = Object.entries(object);
  const indent = '  '.repeat(depth);
  if (members.length === 0) {
    parts.push('{}');
    return;
  }
  parts.push('{');
  members.forEach(([name, value], index) => {
    parts.push(`${index === 0 ? '' : ','}\n${indent}${JSON.stringify(name)}: `);
    if (depth < deepest && isObject(value)) addMembers(parts, value, depth + 1);
    else parts.push(printIndented(value, depth));
  });
  parts.push(`\n${'  '.repeat(depth - 1)}}`);
}

// Inside as many arrays as there are objects around it, a value is indented like there.
function printIndented(value: JsonValue, depth: number): string {
  let around = value;
  let [start, end] = [0, 0];
  for (let level = 1; level <= depth; level++) {
    around = [around];
    start += 2 * level + 2;
    end += 2 * level;
  }
  return JSON.stringify(around, null, 2).slice(start, -end);
}

/**
 * Prints a JSON value so that the texts of two values are equal if and only if the values are. The order of the members
 * of an object has no meaning (JSON Schema 2020-12, core, 4.2.2).
 */
export function normalizeJson(value: unknown): string {
  if (typeof value !== 'object') return JSON.stringify(value);
  return JSON.stringify(value, (_key, part: unknown) =>
    isObject(part)
      ? Object.fromEntries(
          Object.keys(part)
            .sort()
            .map((name) => [name, part[name]]),
        )
      : part,
  );
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
