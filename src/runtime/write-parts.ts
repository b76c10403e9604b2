import { percentEncode, writeText } from './write-text.js';

/** Turns text into what may stand in its place; `name` is for errors. */
export type Encode = (text: string, name: string) => string;

/** Tells whether a value is an object with members, not an array, a date or another thing with an inside of its own. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return Object.prototype.toString.call(value) === '[object Object]';
}

/** Lists the members of an object that are defined (RFC 6570, 2.3). */
export function membersOf(value: Readonly<Record<string, unknown>>): [name: string, value: unknown][] {
  return Object.entries(value).filter(([, member]) => member != null);
}

/**
 * Writes the parts of a value: the items of an array, names and values of an object (as `name=value` when `pairs`), a
 * primitive by itself. The delimiter between parts is percent-encoded inside them.
 */
export function writeParts(
  name: string,
  value: unknown,
  pairs: boolean,
  delimiter: ',' | '.' | ';',
  encode: Encode = percentEncode,
): string[] {
  const code = `%${delimiter.charCodeAt(0).toString(16).toUpperCase()}`;
  const write = (part: unknown): string => encode(writeText(name, part), name).replaceAll(delimiter, code);
  if (Array.isArray(value)) return value.map(write);
  if (!isRecord(value)) return [encode(writeText(name, value), name)];
  return membersOf(value).flatMap(([key, member]) =>
    pairs ? [`${write(key)}=${write(member)}`] : [write(key), write(member)],
  );
}

/**
 * Leaves reserved characters and percent-encoded triples as they are (RFC 6570, 3.2.3), but for those that part a query
 * or end it.
 */
export function encodeReserved(text: string): string {
  return text.replace(/%[0-9a-f]{2}|[^:/?@!$'()*,;]/giu, (part) => (/^%../.test(part) ? part : percentEncode(part)));
}

/** Leaves what may stand in a segment of a path (RFC 3986, 3.3) and percent-encoded triples as they are. */
export function encodeReservedPath(text: string): string {
  return text.replace(/%[0-9a-f]{2}|[^:@!$&'()*+,;]/giu, (part) => (/^%../.test(part) ? part : percentEncode(part)));
}
