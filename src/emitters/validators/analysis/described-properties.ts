import { listObjectParts } from '../../../model/find-dispatch.js';
import type { Schema } from '../../../model/schema.js';

/** The properties that apply to the objects of a schema, by name. Each schema is looked at once. */
export class DescribedProperties {
  readonly #known = new Map<Schema, ReadonlyMap<string, readonly Schema[]>>();

  /** Returns every schema of each property: of the schema itself, of what it refers to, and of the members of its `allOf`. */
  of(schema: Schema): ReadonlyMap<string, readonly Schema[]> {
    const known = this.#known.get(schema) ?? groupByName(schema);
    this.#known.set(schema, known);
    return known;
  }
}

function groupByName(schema: Schema): ReadonlyMap<string, readonly Schema[]> {
  const found = new Map<string, Schema[]>();
  for (const { properties = [] } of listObjectParts(schema))
    for (const { name, schema: property } of properties) {
      const same = found.get(name);
      if (same) same.push(property);
      else found.set(name, [property]);
    }
  return found;
}
