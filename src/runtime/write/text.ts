import { InvalidInputError } from '../values/errors.js';

/**
 * Returns a primitive value as text. Throws under the parameter's name for other values, and for text with half a
 * surrogate pair.
 */
export function writeText(name: string, value: unknown): string {
  const text = String(value);
  // The prefix with the type distinguishes `null` from 'null' and NaN from numbers.
  if (!/^(st|b|n\D+\d)/.test(typeof value + text) || /\p{Cs}/u.test(text))
    throw new InvalidInputError(name, 'must be text');
  return text;
}

/** Percent-encodes all characters except unreserved ones (RFC 3986, 2.3). */
export function percentEncode(text: string): string {
  // Few texts need encoding, so testing first is faster.
  if (!/[^\w-]/.test(text)) return text;
  return encodeURIComponent(text)
    .replace(/[!'()]/g, escape)
    .replace(/\*/g, '%2A');
}
