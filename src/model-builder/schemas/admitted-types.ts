import type { JsonValue } from '../../model/element.js';
import { listPartsInPlace } from '../../model/in-place.js';
import { normalizeJson } from '../../model/print-json.js';
import { hasOpenValues, type KeywordSchema, type Schema } from '../../model/schema.js';
import { hasParts } from '../../model/walk-schemas.js';
import { type Bounds, intersectBounds, isWithin, listCrossedBounds } from './crossed-bounds.js';
import { anyType, findValueType, getOwnTypes, type TypeSet } from './schema-types.js';

/** The facts about the valid values of a schema, including the schemas that it always applies. */
export interface Admitted {
  /** The types of valid values, according to types, bounds and listed values. */
  readonly types: TypeSet;
  /**
   * The types that each schema allows when it is considered alone. `types` has fewer if the schemas together exclude
   * more.
   */
  readonly stated: TypeSet;
  readonly bounds: Bounds;
  /** The listed values; absent if any value may be valid. */
  readonly values?: readonly JsonValue[];
}

const anything: Admitted = { types: anyType, stated: anyType, bounds: {} };
const nothing: Admitted = { types: 0, stated: 0, bounds: {} };

/**
 * Returns the facts about the valid values of a schema. `known` contains the facts about the schemas that it applies.
 */
export function findAdmitted(schema: Schema, known: ReadonlyMap<Schema, Admitted>): Admitted {
  if (schema.kind === 'boolean') return schema.value ? anything : nothing;
  if (schema.kind === 'not-shown') return anything;
  const own = findOwnAdmitted(schema);
  if (!hasParts(schema)) return own;
  const admitted = (one: Schema): Admitted => known.get(one) ?? anything;
  const whole = intersectAdmitted([own, ...listPartsInPlace(schema).map(admitted)]);
  const either = (set: TypeSet, one: Schema): TypeSet => set | intersectAdmitted([whole, admitted(one)]).types;
  const alternatives = [schema.anyOf, schema.oneOf].flatMap((members) => (members ? [members] : []));
  const types = alternatives.reduce((set, members) => set & members.reduce(either, 0), whole.types);
  const eitherStated = (set: TypeSet, one: Schema): TypeSet => set | admitted(one).types;
  const stated = alternatives.reduce((set, members) => set & members.reduce(eitherStated, 0), whole.stated);
  return { ...whole, types, stated };
}

/** Returns the facts about the values that are valid in several schemas at once. */
export function intersectAdmitted(all: readonly Admitted[]): Admitted {
  const [only = anything, ...others] = all;
  if (others.length === 0) return only;
  const bounds = intersectBounds(all.map((each) => each.bounds));
  const lists = all.flatMap(({ values }) => (values ? [values] : []));
  return reduceTypes(
    all.reduce((set, { types }) => set & types, anyType),
    bounds,
    lists,
  );
}

function findOwnAdmitted(schema: KeywordSchema): Admitted {
  if (schema.const === undefined && !schema.enum) return reduceTypes(getOwnTypes(schema), schema, []);
  const lists = [...(schema.const === undefined ? [] : [[schema.const]]), ...(schema.enum ? [schema.enum] : [])];
  const types = getOwnTypes(schema);
  const listed = lists.reduce((set, list) => set & collectTypes(list), types);
  // Further values have the types of the listed ones.
  return { ...reduceTypes(listed, schema, hasOpenValues(schema) ? [] : lists), stated: listed };
}

function reduceTypes(stated: TypeSet, bounds: Bounds, [first, ...others]: readonly (readonly JsonValue[])[]): Admitted {
  const within = listCrossedBounds(bounds).reduce((set, crossed) => set & ~crossed.types, stated);
  if (!first) return { types: within, stated, bounds };
  const sets = others.map((list) => new Set(list.map(normalizeJson)));
  const values = first.filter((value) => isWithin(value, bounds) && sets.every((set) => set.has(normalizeJson(value))));
  return { types: within & collectTypes(values), stated, bounds, values };
}

function collectTypes(values: readonly JsonValue[]): TypeSet {
  return values.reduce((set: TypeSet, value) => set | findValueType(value), 0);
}
