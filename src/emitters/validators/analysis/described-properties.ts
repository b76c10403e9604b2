import { listObjectParts } from '../../../model/find-dispatch.js';
import type { Schema } from '../../../model/schema.js';

/** Finds the properties that apply to the objects of a schema, by name. Analyses each schema once. */
export class DescribedProperties {
  readonly #known = new Map<Schema, ReadonlyMap<string, readonly Schema[]>>();

  /**
   * Returns all schemas of each property: those in the schema, in the target of its reference and in the members of its
   * `allOf`.
   */
  of(schema: Schema): ReadonlyMap<string, readonly Schema[]> {
    let known = this.#known.get(schema);
    if (!known) {
      known = groupByName(schema);
      this.#known.set(schema, known);
    }
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
