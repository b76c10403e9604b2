import { isRecord } from '../values/is-record.js';
import { type Encode, writeExplodedParts, writeParts } from './parts.js';
import { neededText } from './path-part.js';
import { percentEncode } from './text.js';

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
