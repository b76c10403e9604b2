import { isList, type JsonValue } from '../../../../model/element.js';

/** The way in which a language writes JSON values. */
export interface Dialect {
  readonly string: (text: string) => string;
  readonly key: (name: string) => string;
  /** The literals for `null`, `true` and `false`. */
  readonly words: readonly [string, string, string];
  /** Whether `{ a: 1 }` has spaces inside its braces. */
  readonly spaces: boolean;
  /** The indentation of one level. */
  readonly step: string;
}

const width = 90;

/** Prints a JSON value as a literal, in one line if it is short. `indent` is the indentation of its first line. */
export function printLiteral(value: JsonValue, dialect: Dialect, indent = ''): string {
  if (typeof value === 'string') return dialect.string(value);
  if (value === null) return dialect.words[0];
  if (typeof value === 'boolean') return dialect.words[value ? 1 : 2];
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  const inside = `${indent}${dialect.step}`;
  const parts = isList(value)
    ? value.map((item) => printLiteral(item, dialect, inside))
    : Object.entries(value).map(([name, member]) => `${dialect.key(name)}: ${printLiteral(member, dialect, inside)}`);
  return printParts(parts, isList(value) ? '[]' : '{}', dialect, indent);
}

/** Prints the parts of a list or an object between their brackets, in one line if they are short. */
export function printParts(parts: readonly string[], brackets: '[]' | '{}', dialect: Dialect, indent = ''): string {
  const [open = '', close = ''] = brackets;
  if (parts.length === 0) return brackets;
  const space = brackets === '{}' && dialect.spaces ? ' ' : '';
  const line = `${open}${space}${parts.join(', ')}${space}${close}`;
  if (indent.length + line.length <= width && !line.includes('\n')) return line;
  return [open, ...parts.map((part) => `${indent}${dialect.step}${part},`), `${indent}${close}`].join('\n');
}

/** Escapes invisible and misleading characters in a JSON text. Its value does not change. */
export function escapeUnseen(json: string): string {
  return json.replace(unseen, (character) =>
    Array.from(
      { length: character.length },
      (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

const unseen = /[\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
