import { type Code, type CodePart, code, joinCode, toCode } from './code.js';
import { encodePropertyKey } from './encode.js';

/** A member of an object literal: its encoded key and its value. A member without a value is omitted. */
export type LiteralMember = readonly [key: string, value: CodePart | undefined];

/** Prints an object literal, on one line if it is short. */
export function printObject(members: readonly LiteralMember[]): Code {
  const present: Code[] = [];
  for (const [key, value] of members) if (value !== undefined) present.push(code`${key}: ${value}`);
  return present.length === 0 ? code`{}` : printBetween('{', ' ', present, '}');
}

/** Prints an array literal, on one line if it is short. */
export function printArray(items: readonly CodePart[]): Code {
  return items.length === 0 ? code`[]` : printBetween('[', '', items.map(toCode), ']');
}

const width = 100;

function printBetween(open: string, space: string, parts: readonly Code[], close: string): Code {
  if (isShort(parts)) return code`${open}${space}${joinCode(parts, ', ')}${space}${close}`;
  return code`${open}\n${parts.map((part): CodePart => ['  ', indentCode(part), ',\n'])}${close}`;
}

function isShort(list: readonly Code[]): boolean {
  let length = (list.length - 1) * ', '.length;
  for (const { parts } of list)
    for (const part of parts) {
      const text = typeof part === 'string' ? part : part.name;
      length += text.length;
      if (length > width || text.includes('\n')) return false;
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
