import { InvalidInputError } from '../values/errors.js';
import { percentEncode, writeText } from './text.js';

/**
 * Writes a primitive as a path parameter (style `simple`) that is a whole segment. Throws if it is empty or changes the
 * path (RFC 3986, 5.2.4).
 */
export function writePath(name: string, value: unknown): string {
  const text = percentEncode(writeText(name, value));
  if (/^\.{0,2}$/.test(text)) throw new InvalidInputError(name, 'must be a path segment');
  return text;
}
