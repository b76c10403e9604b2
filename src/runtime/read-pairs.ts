import { decodeForm } from './read-text.js';

/** Names and values as they were sent: by decoded name the values, percent-encoding untouched, in order. */
export type Pairs = ReadonlyMap<string, readonly string[]>;

/**
 * Splits the query of a request target, or a body of `application/x-www-form-urlencoded`; `undefined` where a name is
 * malformed. Values stay as sent, because delimiters are found before anything is decoded.
 */
export function readQuery(text: string): Pairs | undefined {
  const pairs = new Map<string, string[]>();
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = text.indexOf('&', start);
    if (end < 0) end = text.length;
    if (end === start) continue;
    const part = text.slice(start, end);
    const equals = part.indexOf('=');
    const name = decodeForm(equals < 0 ? part : part.slice(0, equals));
    if (name === undefined) return undefined;
    addPair(pairs, name, equals < 0 ? '' : part.slice(equals + 1));
  }
  return pairs;
}

/** Splits the `Cookie` headers of a request (RFC 6265, 4.2.1). */
export function readCookies(headers: readonly string[]): Pairs {
  const pairs = new Map<string, string[]>();
  for (const part of headers.flatMap((header) => header.split(';'))) {
    const equals = part.indexOf('=');
    if (equals > 0) addPair(pairs, part.slice(0, equals).trim(), part.slice(equals + 1).trim());
  }
  return pairs;
}

function addPair(pairs: Map<string, string[]>, name: string, value: string): void {
  const values = pairs.get(name);
  if (values) values.push(value);
  else pairs.set(name, [value]);
}
