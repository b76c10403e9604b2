import { RefusedInputError } from './client-errors.js';

/**
 * Gives a primitive value as text; anything else, and text with half a surrogate pair, is refused under the parameter's
 * name.
 */
export function writeText(name: string, value: unknown): string {
  const text = String(value);
  // The type before the text tells `null` from 'null' and NaN from a number.
  if (!/^(st|b|n\D+\d)/.test(typeof value + text) || /\p{Cs}/u.test(text)) throw new RefusedInputError(name, 'text');
  return text;
}

/** Percent-encodes all but the unreserved characters (RFC 3986, 2.3). */
export function percentEncode(text: string): string {
  // To look first is faster: there is seldom anything.
  if (!/[^\w-]/.test(text)) return text;
  return encodeURIComponent(text)
    .replace(/[!'()]/g, escape)
    .replace(/\*/g, '%2A');
}
