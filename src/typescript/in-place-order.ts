import type { Schema } from '../model/schema.js';
import { partsOf } from '../model/schema-parts.js';
import type { Names } from '../naming/names.js';

/** Schemas in the order in which their types follow from each other. */
export interface InPlaceOrder {
  /** What applies to the same value comes before the schema that applies it. */
  readonly schemas: readonly Schema[];
  /** By schema, one mark per cycle of schemas that apply each other to the same value: these have no type. */
  readonly cycles: ReadonlyMap<Schema, number>;
}

const typed: ReadonlySet<string> = new Set(['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'if', 'then', 'else']);

/** Lists what a schema applies to the same value with an effect on its type. */
function appliedTo(schema: Schema, names: Names): Schema[] {
  const applied = partsOf(schema).filter((each) => each.inPlace && typed.has(each.keyword));
  const { dynamicRef, discriminator } = schema.kind === 'keywords' ? schema : {};
  return [
    ...applied.map((each) => each.schema),
    ...(names.views.dynamicAnchors.get(dynamicRef?.anchor ?? '') ?? []),
    ...(discriminator?.inheritance?.children ?? []).map((child) => child.schema),
  ];
}

interface Visit {
  readonly schema: Schema;
  readonly index: number;
  low: number;
  readonly applied: readonly Schema[];
  next: number;
}

/** Orders the named schemas and what they apply in place (Tarjan's strongly connected components, without recursion). */
export function orderInPlace(names: Names): InPlaceOrder {
  const schemas: Schema[] = [];
  const cycles = new Map<Schema, number>();
  const indices = new Map<Schema, number>();
  const open = new Set<Schema>();
  const stack: Schema[] = [];
  const visits: Visit[] = [];
  const enter = (schema: Schema): void => {
    const index = indices.size;
    indices.set(schema, index);
    stack.push(schema);
    open.add(schema);
    visits.push({ schema, index, low: index, applied: appliedTo(schema, names), next: 0 });
  };
  const leave = (visit: Visit): void => {
    const outer = visits[visits.length - 1];
    if (outer) outer.low = Math.min(outer.low, visit.low);
    if (visit.low !== visit.index) return;
    const component = stack.splice(stack.lastIndexOf(visit.schema));
    for (const schema of component) {
      open.delete(schema);
      schemas.push(schema);
      if (component.length > 1 || visit.applied.includes(schema)) cycles.set(schema, visit.index);
    }
  };
  for (const root of names.schemas.keys()) {
    if (!indices.has(root)) enter(root);
    for (let visit = visits[visits.length - 1]; visit !== undefined; visit = visits[visits.length - 1]) {
      const next = visit.applied[visit.next++];
      if (next === undefined) {
        visits.pop();
        leave(visit);
      } else if (!indices.has(next)) enter(next);
      else if (open.has(next)) visit.low = Math.min(visit.low, indices.get(next) ?? 0);
    }
  }
  return { schemas, cycles };
}
