import { isRecord } from '../values/is-record.js';
import { percentEncode, writeText } from './text.js';

/** Encodes text. `name` is for errors. */
export type Encode = (text: string, name: string) => string;

/** Lists the members of an object that are defined (RFC 6570, 2.3). */
export function membersOf(value: Readonly<Record<string, unknown>>): [name: string, value: unknown][] {
  return Object.entries(value).filter(([, member]) => member != null);
}

type Delimiter = ',' | '.' | ';';

/**
 * Writes the parts of a value: the items of an array, the names and values of an object in turn, or a primitive.
 * Percent-encodes the delimiter inside parts.
 */
export function writeParts(
  name: string,
  value: unknown,
  delimiter: Delimiter,
  encode: Encode = percentEncode,
): string[] {
  const write = (part: unknown): string => writePart(part, name, delimiter, encode);
  if (Array.isArray(value)) return value.map(write);
  if (!isRecord(value)) return [encode(writeText(name, value), name)];
  return membersOf(value).flatMap((member) => member.map(write));
}

/** Writes the parts of a value like `writeParts`, but each member of an object as `name=value`. */
export function writeExplodedParts(
  name: string,
  value: unknown,
  delimiter: Delimiter,
  encode: Encode = percentEncode,
): string[] {
  if (!isRecord(value)) return writeParts(name, value, delimiter, encode);
  const write = (part: unknown): string => writePart(part, name, delimiter, encode);
  // Readers take the first '=' as the end of the name.
  return membersOf(value).map(([member, inner]) => `${write(member).replaceAll('=', '%3D')}=${write(inner)}`);
}

function writePart(part: unknown, name: string, delimiter: Delimiter, encode: Encode): string {
  const code = `%${delimiter.charCodeAt(0).toString(16).toUpperCase()}`;
  return encode(writeText(name, part), name).replaceAll(delimiter, code);
}

/**
 * Percent-encodes text, but keeps reserved characters and percent-encoded triples (RFC 6570, 3.2.3). Encodes the
 * delimiters of a query.
 */
export function encodeReserved(text: string): string {
  return text.replace(/%[0-9a-f]{2}|[^:/?@!$'()*,;]/giu, (part) => (/^%../.test(part) ? part : percentEncode(part)));
}

/**
 * Percent-encodes text, but keeps the characters that a path segment may contain (RFC 3986, 3.3), and percent-encoded
 * triples.
 */
export function encodeReservedPath(text: string): string {
  return text.replace(/%[0-9a-f]{2}|[^:@!$&'()*+,;=]/giu, (part) => (/^%../.test(part) ? part : percentEncode(part)));
}
