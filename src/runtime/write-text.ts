import { RefusedInputError } from './client-errors.js';

/** Gives a primitive value as text; anything else, and text with half a surrogate pair, is refused under the parameter's name. */
export function writeText(name: string, value: unknown): string {
  // The type before the text tells `null` from 'null' and NaN from a number; no half of a surrogate pair may follow.
  if (!/^(st|b|nu\D+\d)\P{Cs}*$/u.test(typeof value + String(value))) throw new RefusedInputError(name, 'text');
  return String(value);
}

/** Percent-encodes all but the unreserved characters (RFC 3986, 2.3). */
export function percentEncode(text: string): string {
  return encodeURIComponent(text)
    .replace(/[!'()]/g, escape)
    .replace(/\*/g, '%2A');
}
