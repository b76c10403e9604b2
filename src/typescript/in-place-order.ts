import { components } from '../model/components.js';
import type { Schema } from '../model/schema.js';
import { isTyped } from '../model/schema-keywords.js';
import { partsOf } from '../model/schema-parts.js';
import type { Names } from '../naming/names.js';

/** Schemas in the order in which their types follow from each other. */
export interface InPlaceOrder {
  /** What applies to the same value comes before the schema that applies it. */
  readonly schemas: readonly Schema[];
  /** By schema, one mark per cycle of schemas that apply each other to the same value: these have no type. */
  readonly cycles: ReadonlyMap<Schema, number>;
}

/** Lists what a schema applies to the same value with an effect on its type. */
function appliedTo(schema: Schema, names: Names): Schema[] {
  const applied = partsOf(schema).filter((each) => each.inPlace && isTyped(each.keyword));
  const { dynamicRef, discriminator } = schema.kind === 'keywords' ? schema : {};
  return [
    ...applied.map((each) => each.schema),
    ...(names.views.dynamicAnchors.get(dynamicRef?.anchor ?? '') ?? []),
    ...(discriminator?.inheritance?.children ?? []).map((child) => child.schema),
  ];
}

/** Orders the named schemas and what they apply in place. */
export function orderInPlace(names: Names): InPlaceOrder {
  const found = components(names.schemas.keys(), (schema) => appliedTo(schema, names));
  const cycles = found.flatMap(({ nodes, isCircle }, mark) =>
    isCircle ? nodes.map((schema) => [schema, mark] as const) : [],
  );
  return { schemas: found.flatMap(({ nodes }) => nodes), cycles: new Map(cycles) };
}
