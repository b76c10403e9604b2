import { everythingInPlace, listPartsInPlace } from '../model/in-place.js';
import type { KeywordSchema, Schema } from '../model/schema.js';

interface DemandOptions {
  /** Chooses the required properties that count; by default, all of them. */
  readonly isMeant?: (schema: KeywordSchema, name: string) => boolean;
}

/**
 * Returns a function that returns whether a schema, or another one that can apply to the same value, requires a
 * property.
 */
export function findDemanded(
  schemas: readonly KeywordSchema[],
  { isMeant = () => true }: DemandOptions = {},
): (schema: KeywordSchema, name: string) => boolean {
  const groups = new ValueGroups(schemas);
  const demanded = new Map<Schema, Set<string>>();
  for (const schema of schemas)
    for (const name of schema.required ?? []) {
      if (!isMeant(schema, name)) continue;
      const group = groups.find(schema);
      demanded.set(group, (demanded.get(group) ?? new Set()).add(name));
    }
  return (schema, name) => demanded.get(groups.find(schema))?.has(name) ?? false;
}

/** The groups of schemas that can apply to the same value. */
class ValueGroups {
  readonly #parents = new Map<Schema, Schema>();

  constructor(schemas: readonly KeywordSchema[]) {
    for (const schema of schemas)
      for (const part of listValueParts(schema)) this.#parents.set(this.find(part), this.find(schema));
  }

  /** Returns the schema that represents the group of a schema. */
  find(schema: Schema): Schema {
    let root = schema;
    for (let next = this.#parents.get(root); next && next !== root; next = this.#parents.get(root)) root = next;
    for (let at = schema; at !== root; ) {
      const next = this.#parents.get(at) ?? root;
      this.#parents.set(at, root);
      at = next;
    }
    return root;
  }
}

function listValueParts(schema: KeywordSchema): readonly Schema[] {
  const children = schema.discriminator?.inheritance?.children ?? [];
  return [...listPartsInPlace(schema, everythingInPlace), ...children.map((child) => child.schema)];
}
