import { listComponents } from '../model/components.js';
import type { Schema } from '../model/schema.js';
import { isTyped } from '../model/schema-keywords.js';
import { listSubschemas } from '../model/walk-schemas.js';
import type { Names } from '../naming/names.js';
import type { Views } from '../views/views.js';

/** Schemas in the order in which their types are computed. */
export interface InPlaceOrder {
  /** The schemas. Each comes after all schemas that it applies to the same value. */
  readonly schemas: readonly Schema[];
  /**
   * The number of the cycle to which a schema belongs, if it applies itself to the same value, directly or not. Such a
   * schema has no type.
   */
  readonly cycles: ReadonlyMap<Schema, number>;
}

/** Lists the schemas that a schema applies to the same value and that change its type. */
function listAppliedTo(schema: Schema, views: Views): Schema[] {
  const applied = listSubschemas(schema).filter((each) => each.inPlace && isTyped(each.keyword));
  const { dynamicRef, discriminator } = schema.kind === 'keywords' ? schema : {};
  return [
    ...applied.map((each) => each.schema),
    ...(views.dynamicAnchors.get(dynamicRef?.anchor ?? '') ?? []),
    ...(discriminator?.inheritance?.children ?? []).map((child) => child.schema),
  ];
}

/** Orders the named schemas and the schemas that they apply to the same value. */
export function sortInPlace(names: Names, views: Views): InPlaceOrder {
  const found = listComponents(names.schemas.keys(), (schema) => listAppliedTo(schema, views));
  const cycles = found.flatMap(({ nodes, isCircle }, mark) =>
    isCircle ? nodes.map((schema) => [schema, mark] as const) : [],
  );
  return { schemas: found.flatMap(({ nodes }) => nodes), cycles: new Map(cycles) };
}
