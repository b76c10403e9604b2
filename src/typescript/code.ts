import { formatOrigin, type Origin } from '../diagnostics/origin.js';
import { isList, type JsonValue } from '../model/element.js';

/** A reference to a declaration of another module. A module whose code contains it imports the declaration. */
export interface Reference {
  readonly kind: 'reference';
  /**
   * The module below the output folder without extension, such as `types/scenario` or `runtime/client`, or the
   * specifier of a package.
   */
  readonly module: string;
  /** Whether `module` is the specifier of a package, such as `msw` or `node:http`. */
  readonly isPackage?: true;
  readonly name: string;
  readonly use: 'type' | 'value';
  /** Whether it is a member of an object literal whose key is the name: `{ name }`, or `{ name: local }`. */
  readonly isMember?: true;
}

/** TypeScript text that contains references. */
export interface Code {
  readonly kind: 'code';
  readonly parts: readonly (string | Reference)[];
}

/** What a `code` template may contain: TypeScript text, references and other code. */
export type CodePart = string | number | Reference | Code | readonly CodePart[];

/** Creates a reference to a type that `module` exports. */
export function importType(module: string, name: string): Reference {
  return { kind: 'reference', module, name, use: 'type' };
}

/** Creates a reference to a value that `module` exports. */
export function importValue(module: string, name: string): Reference {
  return { kind: 'reference', module, name, use: 'value' };
}

/** Makes a reference refer to an export of a package: `importFromPackage(valueReference('msw', 'http'))`. */
export function importFromPackage(reference: Reference): Reference {
  return { ...reference, isPackage: true };
}

/**
 * Builds TypeScript with references: `` code`Promise<${typeReference('types/pet', 'Pet')}>` ``. Strings are inserted as
 * TypeScript, so a value of a description must be encoded first.
 */
export function code(texts: TemplateStringsArray, ...values: readonly CodePart[]): Code {
  const parts: (string | Reference)[] = [];
  for (let index = 0; index < texts.length; index++) {
    addPart(texts[index] ?? '', parts);
    addPart(values[index] ?? '', parts);
  }
  return { kind: 'code', parts };
}

/** Joins code with a separator. */
export function joinCode(list: readonly CodePart[], separator: string): Code {
  const parts: (string | Reference)[] = [];
  for (const [index, part] of list.entries()) {
    if (index > 0) addPart(separator, parts);
    addPart(part, parts);
  }
  return { kind: 'code', parts };
}

/** Returns a part as code. */
export function toCode(part: CodePart): Code {
  return typeof part === 'object' && 'parts' in part ? part : code`${part}`;
}

/** Returns a text that is the same for two pieces of code if they refer to the same declarations. */
export function formatCode({ parts }: Code): string {
  let text = '';
  for (const part of parts) text += typeof part === 'string' ? part : `${part.module} ${part.name}`;
  return text;
}

// Adjacent texts become one part.
function addPart(part: CodePart, parts: (string | Reference)[]): void {
  if (typeof part === 'object') {
    if ('kind' in part && part.kind === 'reference') parts.push(part);
    else for (const each of 'kind' in part ? part.parts : part) addPart(each, parts);
    return;
  }
  const last = parts.length - 1;
  const before = parts[last];
  if (typeof before === 'string') parts[last] = before + part;
  else if (part !== '') parts.push(String(part));
}

/**
 * Encodes any text as a TypeScript string literal in single quotes, which is safe in every position. Escapes characters
 * that are invisible or misleading (controls, separators, direction marks, lone surrogates).
 */
export function encodeString(text: string): string {
  const escaped = text.replace(unseen, (character) => escapes[character] ?? escapeUnits(character));
  return `'${escaped}'`;
}

function escapeUnits(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}

// The quote, the backslash and invisible characters. The list is fixed, so that no Unicode version changes the output.
const unseen =
  /['\\\p{Cc}\p{Cs}\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

const escapes: { readonly [character: string]: string } = {
  "'": "\\'",
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/**
 * Encodes any text as a property key: an identifier if the text is one (never `__proto__`), or else a string literal.
 */
export function encodePropertyKey(text: string): string {
  if (text === '__proto__') return `['__proto__']`;
  return isIdentifier(text) ? text : encodeString(text);
}

/** Encodes the access to a member of an expression: `.name` or `['na me']`. */
export function encodeMemberAccess(text: string): string {
  return isIdentifier(text) ? `.${text}` : `[${encodeString(text)}]`;
}

/**
 * Encodes a JSON value as a TypeScript expression. Keys named `__proto__` become own properties. `isExact`: an integer with
 * more digits than a number is a `bigint`, and otherwise the nearest number.
 */
export function encodeJson(value: JsonValue, isExact = false): string {
  if (typeof value === 'string') return encodeString(value);
  if (typeof value === 'bigint' && isExact) return encodeBigint(value);
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value);
  if (isList(value)) return `[${value.map((item) => encodeJson(item, isExact)).join(', ')}]`;
  const members = Object.entries(value).map(
    ([key, member]) => `${encodePropertyKey(key)}: ${encodeJson(member, isExact)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** Encodes an integer as a `bigint` literal. */
export function encodeBigint(value: number | bigint): string {
  return `${BigInt(value)}n`;
}

/** A doc comment: its text, and whether the tag `@deprecated` follows. The text itself never becomes a tag. */
export interface Doc {
  readonly text: string;
  readonly isDeprecated: boolean;
}

/**
 * Encodes a doc comment as the lines between its marks. The place in the description, if there is one, follows the text
 * as a paragraph. It is not a tag, because TypeScript parses all tags of a comment that contains `@see` or `@link`.
 */
export function encodeDoc(doc: Doc | string | undefined, place?: Origin): string {
  const { text, isDeprecated } = typeof doc === 'object' ? doc : { text: doc ?? '', isDeprecated: false };
  const encoded = encodeComment(text).trim();
  if (!place && !isDeprecated) return encoded;
  const paragraphs = [encoded, place ? `See ${encodePlace(place)}` : '', isDeprecated ? '@deprecated' : ''];
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n');
}

// The result has no spaces, so it is never wrapped, and no `@`, so it contains no tag.
function encodePlace(place: Origin): string {
  return encodeComment(formatOrigin(place)).replace(/[\s%@]/gu, encodeURIComponent);
}

/**
 * Encodes any text as lines inside a block comment. The result cannot end the comment, contains no tag, no directive for
 * compilers, bundlers or debuggers (`sourceMappingURL`), and no invisible characters.
 */
export function encodeComment(text: string): string {
  if (!unsafeInComment.test(text)) return text;
  return encodeUnseen(text)
    .replaceAll('*/', '*\\/')
    .replaceAll('/*', '/\\*')
    .replace(/[@#](?=\s*(?:ts-|__|source(?:Mapping)?URL))/gi, (sign) => `\\${sign}`)
    .replace(tagStart, '\\@');
}

function encodeUnseen(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(
      /[^\P{Cc}\n\t]|[\xad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu,
      ' ',
    )
    .replace(/\p{Cs}/gu, '\ufffd');
}

// TypeScript reads a tag at the start of a line and, within a line, after any character that it treats as space.
const tagStart = /(?<![^\s@])@/g;

// Most texts match nothing here and are returned unchanged.
const unsafeInComment = /[^\n\t -~]|\*\/|\/\*|[@#]/;

/** Returns whether a text is an ASCII identifier name (ECMA-262, 12.7), reserved words included. */
export function isIdentifier(text: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(text);
}

/** A member of an object literal: its encoded key and its value. A member without a value is omitted. */
export type LiteralMember = readonly [key: string, value: CodePart | undefined];

/** The key of a member with its colon, or an empty text, and the value. */
type Item = readonly [before: string, value: Code];

/** Prints an object literal, on one line if it is short. */
export function printObject(members: readonly LiteralMember[]): Code {
  const items: Item[] = [];
  for (const [key, value] of members)
    if (value !== undefined) items.push(findShorthand(key, value) ?? [`${key}: `, toCode(value)]);
  return items.length === 0 ? code`{}` : printBetween('{', ' ', items, '}');
}

// `{ name: name }` is `{ name }`.
function findShorthand(key: string, value: CodePart): Item | undefined {
  const [only = '', ...more] = toCode(value).parts;
  if (more.length > 0 || !isIdentifier(key)) return undefined;
  if (typeof only !== 'string') return only.name === key ? ['', code`${{ ...only, isMember: true }}`] : undefined;
  return only === key && !constants.has(key) ? ['', code`${only}`] : undefined;
}

const constants: ReadonlySet<string> = new Set(['true', 'false', 'null', 'this']);

/** Prints an array literal, on one line if it is short. */
export function printArray(items: readonly CodePart[]): Code {
  const all = items.map((item): Item => ['', toCode(item)]);
  return all.length === 0 ? code`[]` : printBetween('[', '', all, ']');
}

/** Prints an array literal. Returns `undefined` if it has no items. */
export function printFilled(items: readonly CodePart[]): Code | undefined {
  return items.length > 0 ? printArray(items) : undefined;
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
