import { InvalidInputError } from '../values/errors.js';
import { percentEncode, writeText } from './text.js';

/**
 * Writes a primitive as a path parameter (style `simple`) that shares its segment with other text. Throws if it is
 * empty.
 */
export function writePathPart(name: string, value: unknown): string {
  return neededText(name, percentEncode(writeText(name, value)));
}

/** Returns a segment as it is sent. Throws if it is a dot segment, which changes the path (RFC 3986, 5.2.4). */
export function wholeSegment(name: string, segment: string): string {
  if (/^(\.|%2e){1,2}$/i.test(segment)) throw new InvalidInputError(name, 'must be a path segment');
  return segment;
}

/** Returns the text of a path parameter. Throws if it is empty. */
export function neededText(name: string, text: string): string {
  if (text === '') throw new InvalidInputError(name, 'must be a path segment');
  return text;
}
