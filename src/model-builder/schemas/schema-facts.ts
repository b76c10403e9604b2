import type { Schema } from '../../model/schema.js';
import { appliedSubschemas } from '../../model/walk-schemas.js';

/** Gives the schemas and all that they apply to the same value. */
export function listApplied(schemas: readonly Schema[]): ReadonlySet<Schema> {
  const found = new Set(schemas);
  for (const schema of found) for (const { schema: inner } of appliedSubschemas(schema)) found.add(inner);
  return found;
}

/** Gives the texts that a schema lists as values, in itself or in what it applies. */
export function listValues(schema: Schema): ReadonlySet<string> {
  const values = [...listApplied([schema])].flatMap((one) =>
    one.kind === 'keywords' ? [...(one.enum ?? []), ...(one.const === undefined ? [] : [one.const])] : [],
  );
  return new Set(values.filter((value) => typeof value === 'string'));
}

/** Gives the names of the properties that schemas have, in themselves or in what they apply. */
export function listProperties(schemas: readonly Schema[]): ReadonlySet<string> {
  const properties = [...listApplied(schemas)].flatMap((one) =>
    one.kind === 'keywords' ? (one.properties ?? []) : [],
  );
  return new Set(properties.map((property) => property.name));
}
