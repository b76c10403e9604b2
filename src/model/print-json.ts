import { isObject, type JsonObject, type JsonValue } from './element.js';
import { ExactNumber } from './exact-number.js';

/**
 * Prints a value as JSON for people. An array or object that fits into a line of `widest` characters is printed on one
 * line.
 */
export function printJson(value: JsonValue, widest: number): string {
  return printValue(value, '', widest);
}

/** Prints a value like `JSON.stringify`, which throws for a `bigint`, with all its digits. */
export function printExactJson(value: unknown, unit = ''): string {
  try {
    return JSON.stringify(value, undefined, unit);
  } catch {
    return printWrittenJson(value, unit);
  }
}

/** Prints a value as JSON with the digits of each `ExactNumber`. */
export function printWrittenJson(value: unknown, unit = '', indent = ''): string {
  if (typeof value === 'bigint' || value instanceof ExactNumber) return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const print = (part: unknown): string => printWrittenJson(part, unit, indent + unit);
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map(print)
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([name, member]) => `${JSON.stringify(name)}:${unit === '' ? '' : ' '}${print(member)}`);
  const [open, close] = isList ? '[]' : '{}';
  if (unit === '' || parts.length === 0) return `${open}${parts.join(',')}${close}`;
  return `${open}\n${indent}${unit}${parts.join(`,\n${indent}${unit}`)}\n${indent}${close}`;
}

/**
 * Prints an object as an indented JSON file, in parts, which are the members of the outermost objects. A description has
 * millions of characters, which would be copied as a whole when they are encoded. `isExact`: the object contains
 * `ExactNumber`s.
 */
export function printJsonFile(object: JsonObject, isExact = false): string[] {
  const parts: string[] = [];
  const print = isExact ? printExactIndented : printIndented;
  addMembers(parts, object, 1, print);
  return [...parts, '\n'];
}

function printExactIndented(value: JsonValue, depth: number): string {
  return printWrittenJson(value, '  ', '  '.repeat(depth));
}

// Members of objects at this depth are parts: path items in `/paths`, and schemas in `/components/schemas`.
const deepest = 3;

function addMembers(parts: string[], object: JsonObject, depth: number, print: typeof printIndented): void {
  const members = Object.entries(object);
  const indent = '  '.repeat(depth);
  if (members.length === 0) {
    parts.push('{}');
    return;
  }
  parts.push('{');
  members.forEach(([name, value], index) => {
    parts.push(`${index === 0 ? '' : ','}\n${indent}${JSON.stringify(name)}: `);
    if (depth < deepest && isObject(value) && !(value instanceof ExactNumber))
      addMembers(parts, value, depth + 1, print);
    else parts.push(print(value, depth));
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
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object') return JSON.stringify(value);
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'bigint'
      ? `\0${part}`
      : isObject(part)
        ? Object.fromEntries(
            Object.keys(part)
              .sort()
              .map((name) => [name, part[name]]),
          )
        : part,
  );
}

function printValue(value: JsonValue, indent: string, widest: number): string {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return printWrittenJson(value);
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
