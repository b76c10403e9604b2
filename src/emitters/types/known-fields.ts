import type { Api } from '../../model/api.js';
import type { TypeResolver } from '../../typescript/type-resolver.js';

/** The schemas with items that ask for further fields, and their types. The types are computed on demand. */
export interface FieldsInput {
  readonly api: Api;
  readonly resolver: TypeResolver;
}

/** Returns, for each item that asks for further fields, the fields that all objects with the item have. */
export function findKnownFields(input: FieldsInput): ReadonlyMap<string, readonly string[]> {
  const known = new Map<string, readonly string[]>();
  for (const schema of input.api.schemas) {
    for (const { id, kind } of schema.notShown) {
      if (kind !== 'fields') continue;
      const { resolver } = input;
      const objects = resolver.members.listObjects(resolver.expand(schema));
      const members = new Set(objects.flatMap((object) => [...object.members.keys()]));
      known.set(id, known.get(id)?.filter((name) => members.has(name)) ?? [...members]);
    }
  }
  return known;
}
