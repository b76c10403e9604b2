import type { JsonValue } from '../model/element.js';
import type { Schema } from '../model/schema.js';

/** Gives the default of a schema, its own or the nearest of what it refers to; `undefined` where there is none. */
export function defaultOf(schema: Schema): JsonValue | undefined {
  const queue: Schema[] = [schema];
  for (const at of queue) {
    if (at.kind !== 'keywords' || queue.length > 1000) continue;
    if (at.default !== undefined) return at.default;
    for (const part of [at.ref, ...(at.allOf ?? [])]) if (part && !queue.includes(part)) queue.push(part);
  }
  return undefined;
}
