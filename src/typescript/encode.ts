import type { JsonValue } from '../model/element.js';

/** Encodes any text as a TypeScript string literal in single quotes; safe in every position, U+2028 and lone surrogates included. */
export function encodeString(text: string): string {
  const escaped = text.replace(
    /['\\\p{Cc}\p{Cs}\u2028\u2029\ufeff]/gu,
    (character) => escapes[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `'${escaped}'`;
}

const escapes: { readonly [character: string]: string } = {
  "'": "\\'",
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** Encodes any text as a property key: an identifier where it is one (never `__proto__`), else a string literal. */
export function encodePropertyKey(text: string): string {
  if (text === '__proto__') return `['__proto__']`;
  return isIdentifier(text) ? text : encodeString(text);
}

/** Encodes the access to a member of an expression: `.name` or `['na me']`. */
export function encodeMemberAccess(text: string): string {
  return isIdentifier(text) ? `.${text}` : `[${encodeString(text)}]`;
}

/** Encodes a JSON value as a TypeScript expression; keys named `__proto__` become own properties. */
export function encodeJson(value: JsonValue): string {
  if (typeof value === 'string') return encodeString(value);
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value);
  if (isArray(value)) return `[${value.map(encodeJson).join(', ')}]`;
  const members = Object.entries(value).map(([key, member]) => `${encodePropertyKey(key)}: ${encodeJson(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** Encodes any text as one or more lines of a block comment's inside; cannot end the comment. */
export function encodeComment(text: string): string {
  return text
    .replaceAll('*/', '*\\/')
    .replaceAll('/*', '/\\*')
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, ' ');
}

/** Tells whether a text is an ASCII identifier name (ECMA-262, 12.7), reserved words included. */
export function isIdentifier(text: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(text);
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
