import type { JsonValue } from '../model/element.js';
import { listPartsInPlace } from '../model/in-place.js';
import type { Schema } from '../model/schema.js';

/**
 * Returns the default of a schema: its own, or the nearest one of a schema to which it refers or which it extends.
 * Returns `undefined` if there is none.
 */
export function findDefault(schema: Schema): JsonValue | undefined {
  const reached = new Set([schema]);
  for (const at of reached) {
    if (at.kind === 'keywords' && at.default !== undefined) return at.default;
    for (const part of listPartsInPlace(at)) reached.add(part);
  }
  return undefined;
}
