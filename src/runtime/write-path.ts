import { RefusedInputError } from './client-errors.js';
import { percentEncode, writeText } from './write-text.js';

/** Writes a primitive as path parameter (style `simple`). Throws if it would change the path. */
export function writePath(name: string, value: unknown): string {
  const text = writeText(name, value);
  if (/^(\.|%2e){0,2}$/i.test(text)) throw new RefusedInputError(name, 'path segment');
  return percentEncode(text);
}
