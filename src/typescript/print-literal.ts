import { type Code, type CodePart, code, joinCode, toCode } from './code.js';
import { encodePropertyKey } from './encode.js';

/** A member of an object literal: its encoded key and its value. A member without a value is omitted. */
export type LiteralMember = readonly [key: string, value: CodePart | undefined];

/** The key of a member with its colon, or an empty text, and the value. */
type Item = readonly [before: string, value: Code];

/** Prints an object literal, on one line if it is short. */
export function printObject(members: readonly LiteralMember[]): Code {
  const items: Item[] = [];
  for (const [key, value] of members) if (value !== undefined) items.push([`${key}: `, toCode(value)]);
  return items.length === 0 ? code`{}` : printBetween('{', ' ', items, '}');
}

/** Prints an array literal, on one line if it is short. */
export function printArray(items: readonly CodePart[]): Code {
  const all = items.map((item): Item => ['', toCode(item)]);
  return all.length === 0 ? code`[]` : printBetween('[', '', all, ']');
}

const width = 100;

function printBetween(open: string, space: string, items: readonly Item[], close: string): Code {
  if (isShort(items)) return code`${open}${space}${joinCode(items, ', ')}${space}${close}`;
  return code`${open}\n${items.map(([before, value]): CodePart => ['  ', before, indentCode(value), ',\n'])}${close}`;
}

function isShort(items: readonly Item[]): boolean {
  let length = (items.length - 1) * ', '.length;
  for (const [before, { parts }] of items) {
    length += before.length;
    for (const part of parts) {
      const text = typeof part === 'string' ? part : part.name;
      length += text.length;
      if (length > width || text.includes('\n')) return false;
    }
  }
  return true;
}

// Literals contain no line breaks (`encodeString`), so every line break is between tokens.
function indentCode({ parts }: Code): Code {
  return {
    kind: 'code',
    parts: parts.map((part) => (typeof part === 'string' ? part.replaceAll('\n', '\n  ') : part)),
  };
}

/** Prints an object type inline. */
export function printObjectType(
  members: readonly { readonly key: string; readonly type: Code; readonly optional?: boolean }[],
): Code {
  if (members.length === 0) return code`{}`;
  const list = members.map(
    ({ key, type, optional = false }): LiteralMember => [
      `readonly ${encodePropertyKey(key)}${optional ? '?' : ''}`,
      optional ? code`${type} | undefined` : type,
    ],
  );
  return code`{ ${list.map(([key, type], index): CodePart => [index > 0 ? '; ' : '', key, ': ', type ?? ''])} }`;
}
