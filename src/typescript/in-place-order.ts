import { type Component, listComponents } from '../model/components.js';
import type { Schema } from '../model/schema.js';
import { isTyped } from '../model/schema-keywords.js';
import { listSubschemas } from '../model/walk-schemas.js';

/** Lists the schemas that a schema applies to the same value and that change its type. */
function listAppliedTo(schema: Schema): Schema[] {
  const applied = listSubschemas(schema).filter((each) => each.inPlace && isTyped(each.keyword));
  const { discriminator } = schema.kind === 'keywords' ? schema : {};
  return [
    ...applied.map((each) => each.schema),
    ...(discriminator?.inheritance?.children ?? []).map((child) => child.schema),
  ];
}

/**
 * Lists a schema and the schemas of which its type consists, in groups. Each group comes after those to which it leads.
 * A circle is a group of schemas that apply each other to the same value. Omits the schemas for which `isKnown` is true.
 */
export function listInPlace(schema: Schema, isKnown: (schema: Schema) => boolean): readonly Component<Schema>[] {
  return listComponents([schema], (each) => listAppliedTo(each).filter((applied) => !isKnown(applied)));
}
