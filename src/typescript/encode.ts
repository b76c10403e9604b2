import { formatOrigin, type Origin } from '../diagnostics/origin.js';
import type { JsonValue } from '../model/element.js';

/**
 * Encodes any text as a TypeScript string literal in single quotes, which is safe in every position. Escapes characters
 * that are invisible or misleading (controls, separators, direction marks, lone surrogates).
 */
export function encodeString(text: string): string {
  if (plain.test(text)) return `'${text}'`;
  const escaped = text.replace(unseen, (character) => escapes[character] ?? escapeUnits(character));
  return `'${escaped}'`;
}

// Most texts need no escape, and this test is faster.
const plain = /^[\w $./#{}()[\]~:;,!?*+=<>@%&|"^-]*$/;

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
  if (isArray(value)) return `[${value.map((item) => encodeJson(item, isExact)).join(', ')}]`;
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
  const text = formatOrigin(place);
  return plainPlace.test(text) ? text : encodeComment(text).replace(/[\s%@]/gu, encodeURIComponent);
}

// Most places need no escape, and this test is faster.
const plainPlace = /^[\w./-]*#(?:\/[\w.~:{}/-]*)?$/;

/**
 * Encodes any text as lines inside a block comment. The result cannot end the comment, contains no tag, no directive for
 * compilers, bundlers or debuggers (`sourceMappingURL`), and no invisible characters.
 */
export function encodeComment(text: string): string {
  if (!unsafeInComment.test(text)) return text;
  const plain = isAscii.test(text) ? text : encodeUnseen(text);
  return plain
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

// Such a text has no invisible characters, and this test is faster than the search for them.
const isAscii = /^[\n\t -~]*$/;

/** Returns whether a text is an ASCII identifier name (ECMA-262, 12.7), reserved words included. */
export function isIdentifier(text: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(text);
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
