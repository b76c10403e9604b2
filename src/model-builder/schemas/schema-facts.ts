import { everythingInPlace, followReference, listAppliedInPlace } from '../../model/in-place.js';
import type { Schema } from '../../model/schema.js';

/** Lists the schemas, and all schemas that they apply to the same value. */
export function listApplied(schemas: readonly Schema[]): ReadonlySet<Schema> {
  return listAppliedInPlace(schemas, everythingInPlace);
}

/** Returns the strings that a schema, or a schema that it applies, lists as values. */
export function listValues(schema: Schema): ReadonlySet<string> {
  const values = [...listApplied([schema])].flatMap((one) =>
    one.kind === 'keywords' ? [...(one.enum ?? []), ...(one.const === undefined ? [] : [one.const])] : [],
  );
  return new Set(values.filter((value) => typeof value === 'string'));
}

/** Returns the names of the properties of schemas and of the schemas that they apply. */
export function listProperties(schemas: readonly Schema[]): ReadonlySet<string> {
  const properties = [...listApplied(schemas)].flatMap((one) =>
    one.kind === 'keywords' ? (one.properties ?? []) : [],
  );
  return new Set(properties.map((property) => property.name));
}

/** Follows references to a schema with its own properties, or to the end of the chain. */
export function followPlain(schema: Schema): Schema {
  return followReference(schema, ({ ref, properties }) => (properties ? undefined : ref)).schema;
}
