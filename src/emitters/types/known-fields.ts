import type { Api } from '../../model/api.js';
import type { Names } from '../../naming/names.js';
import { resolverOf } from '../../typescript/type-resolver.js';

/** Returns, for each item that asks for further fields, the fields that all objects with the item have. */
export function knownFields(api: Api, names: Names): ReadonlyMap<string, readonly string[]> {
  const known = new Map<string, readonly string[]>();
  for (const schema of api.schemas) {
    for (const { id, kind } of schema.notShown) {
      if (kind !== 'fields') continue;
      const resolver = resolverOf(names);
      const objects = resolver.members.listObjects(resolver.expand(schema));
      const members = new Set(objects.flatMap((object) => [...object.members.keys()]));
      known.set(id, known.get(id)?.filter((name) => members.has(name)) ?? [...members]);
    }
  }
  return known;
}
