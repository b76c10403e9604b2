import { RefusedInputError } from './client-errors.js';

/**
 * Returns a primitive value as text. Throws under the name of the parameter for other values, and for text with half a
 * surrogate pair.
 */
export function writeText(name: string, value: unknown): string {
  const text = String(value);
  // The type before the text separates `null` from 'null' and NaN from numbers.
  if (!/^(st|b|n\D+\d)/.test(typeof value + text) || /\p{Cs}/u.test(text)) throw new RefusedInputError(name, 'text');
  return text;
}

/** Percent-encodes all but the unreserved characters (RFC 3986, 2.3). */
export function percentEncode(text: string): string {
  // Testing first is faster, since few texts need encoding.
  if (!/[^\w-]/.test(text)) return text;
  return encodeURIComponent(text)
    .replace(/[!'()]/g, escape)
    .replace(/\*/g, '%2A');
}
