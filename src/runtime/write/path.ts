import { InvalidInputError } from '../values/errors.js';
import { isRecord } from '../values/is-record.js';
import { type Encode, writeExplodedParts, writeParts } from './parts.js';
import { percentEncode, writeText } from './text.js';

/** Writes any value as a path parameter by style `simple` (RFC 6570, 3.2.2). Throws if the result is empty. */
export function writeSimple(name: string, value: unknown, explode: boolean, encode?: Encode): string {
  return neededText(name, (explode ? writeExplodedParts : writeParts)(name, value, ',', encode).join(','));
}

/** Writes any value as a path parameter by style `label` (RFC 6570, 3.2.5). Throws if the result is empty. */
export function writeLabel(name: string, value: unknown, explode: boolean, encode?: Encode): string {
  const delimiter = explode ? '.' : ',';
  const parts = (explode ? writeExplodedParts : writeParts)(name, value, delimiter, encode);
  return neededText(name, parts.length === 0 ? '' : `.${parts.join(delimiter)}`);
}

/** Writes any value as a path parameter by style `matrix` (RFC 6570, 3.2.7). Throws if the result is empty. */
export function writeMatrix(name: string, value: unknown, explode: boolean, encode: Encode = percentEncode): string {
  const key = percentEncode(name);
  const isObject = isRecord(value);
  if (explode && (isObject || Array.isArray(value))) {
    const parts = writeExplodedParts(name, value, ';', encode);
    return neededText(name, parts.map((part) => namePart(isObject ? part : `${key}=${part}`)).join(''));
  }
  const parts = writeParts(name, value, ',', (text) => encode(text, name).replaceAll(';', '%3B'));
  return parts.length === 0 ? neededText(name, '') : namePart(`${key}=${parts.join(',')}`);
}

// An empty value has no `=`.
function namePart(part: string): string {
  return `;${part.replace(/=$/, '')}`;
}

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
function neededText(name: string, text: string): string {
  if (text === '') throw new InvalidInputError(name, 'must be a path segment');
  return text;
}

/**
 * Writes a primitive as a path parameter (style `simple`) that is a whole segment. Throws if it is empty or changes the
 * path (RFC 3986, 5.2.4).
 */
export function writePath(name: string, value: unknown): string {
  const text = percentEncode(writeText(name, value));
  if (/^\.{0,2}$/.test(text)) throw new InvalidInputError(name, 'must be a path segment');
  return text;
}
