import { RefusedInputError } from './client-errors.js';
import { isRecord } from './is-record.js';
import { type Encode, writeParts } from './write-parts.js';
import { percentEncode } from './write-text.js';

/** Writes any value as path parameter by style `simple` (RFC 6570, 3.2.2). Throws if it would change the path. */
export function writeSimple(name: string, value: unknown, explode: boolean, encode?: Encode): string {
  return checkSegment(name, writeParts(name, value, explode, ',', encode).join(','));
}

/** Writes any value as path parameter by style `label` (RFC 6570, 3.2.5). */
export function writeLabel(name: string, value: unknown, explode: boolean, encode?: Encode): string {
  const delimiter = explode ? '.' : ',';
  return checkSegment(name, `.${writeParts(name, value, explode, delimiter, encode).join(delimiter)}`);
}

/** Writes any value as path parameter by style `matrix` (RFC 6570, 3.2.7). */
export function writeMatrix(name: string, value: unknown, explode: boolean, encode: Encode = percentEncode): string {
  const key = percentEncode(name);
  const isObject = isRecord(value);
  if (explode && (isObject || Array.isArray(value))) {
    const parts = writeParts(name, value, true, ';', encode);
    return needed(name, parts.map((part) => namePart(isObject ? part : `${key}=${part}`)).join(''));
  }
  const parts = writeParts(name, value, false, ',', (text) => encode(text, name).replaceAll(';', '%3B'));
  return parts.length === 0 ? needed(name, '') : namePart(`${key}=${parts.join(',')}`);
}

// An empty value has no `=`.
function namePart(part: string): string {
  return `;${part.replace(/=$/, '')}`;
}

function checkSegment(name: string, segment: string): string {
  return needed(name, /^(\.|%(25)*2e){0,2}$/i.test(segment) ? '' : segment);
}

function needed(name: string, segment: string): string {
  if (segment === '') throw new RefusedInputError(name, 'path segment');
  return segment;
}
