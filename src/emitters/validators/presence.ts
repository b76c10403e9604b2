import type { KeywordSchema, Schema } from '../../model/schema.js';
import type { Site } from './context.js';
import { objectParts } from './statics.js';

/** Tells whether a field has to be there by the rules of the function: what `required` says of it, seen from the view. */
export function isRequired({ context, root }: Site, schema: KeywordSchema, name: string, required: boolean): boolean {
  const { views } = context.program.names;
  const { view, filled } = context.rules;
  const property = findProperty(schema, root, name);
  if (!property) return required;
  // What is received lacks its defaults until they are filled in.
  const isOnWire = view === 'received' && !filled;
  return isOnWire ? required && !views.isHidden(property, view) : views.isPresent([property], required, view);
}

/** Tells whether a missing or null field is told rather than refused. */
export function isExcused({ context }: Site): boolean {
  return context.shape === 'collect' && context.rules.excused;
}

// A member of `allOf` may require what another one describes.
function findProperty(schema: KeywordSchema, root: Schema, name: string): Schema | undefined {
  for (const part of [schema, ...objectParts(root)]) {
    const property = propertiesOf(part).get(name);
    if (property) return property;
  }
  return undefined;
}

const knownProperties = new WeakMap<KeywordSchema, ReadonlyMap<string, Schema>>();

// Each name of a schema is asked for, so that looking through its list would take time quadratic in them.
function propertiesOf(schema: KeywordSchema): ReadonlyMap<string, Schema> {
  const known =
    knownProperties.get(schema) ?? new Map(schema.properties?.map((property) => [property.name, property.schema]));
  knownProperties.set(schema, known);
  return known;
}
