import type { JsonValue } from '../../model/element.js';
import { normalizeJson } from '../../model/print-json.js';
import { hasOpenValues, type KeywordSchema, type Schema } from '../../model/schema.js';
import { listPresent, partMembers, type SchemaMember } from '../../model/schema-keywords.js';
import { type Bounds, boundNames, intersectBounds, isWithin, listCrossedBounds, noBounds } from './crossed-bounds.js';
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

/** Returns the facts about the valid values of a schema, or `undefined` if they are not known yet. */
export type FindAdmitted = (schema: Schema) => Admitted | undefined;

const plain = Array.from({ length: anyType + 1 }, (_, types): Admitted => ({ types, stated: types, bounds: noBounds }));
const anything = getPlain(anyType);
const nothing = getPlain(0);

function getPlain(types: TypeSet): Admitted {
  return plain[types] ?? { types, stated: types, bounds: noBounds };
}

// The members of schemas that decide more than the types of valid values.
const deciding: ReadonlySet<string> = new Set<SchemaMember | string>([
  ...partMembers,
  ...boundNames,
  ...(['enum', 'const', 'default'] satisfies SchemaMember[]),
]);

/**
 * Returns the facts about the valid values of a schema that has only types, as most schemas do, or `undefined` for
 * any other schema.
 */
export function findPlainAdmitted(schema: Schema): Admitted | undefined {
  if (schema.kind !== 'keywords') return undefined;
  for (const member in schema) if (deciding.has(member)) return undefined;
  return getPlain(getOwnTypes(schema));
}

/**
 * Returns the facts about the valid values of a schema. `parts` are the schemas that it always applies, and
 * `admittedOf` knows the facts about all that it applies.
 */
export function findAdmitted(schema: Schema, parts: readonly Schema[], admittedOf: FindAdmitted): Admitted {
  if (schema.kind === 'boolean') return schema.value ? anything : nothing;
  if (schema.kind === 'not-shown') return anything;
  const own = findOwnAdmitted(schema);
  const { anyOf, oneOf } = schema;
  if (parts.length === 0 && !anyOf && !oneOf) return own;
  const admitted = (one: Schema): Admitted => admittedOf(one) ?? anything;
  const whole = intersectAdmitted([own, ...parts.map(admitted)]);
  const either = (set: TypeSet, one: Schema): TypeSet => set | intersectAdmitted([whole, admitted(one)]).types;
  const alternatives = [anyOf, oneOf].flatMap((members) => (members ? [members] : []));
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
  const bounds = listPresent(schema, boundNames).length > 0 ? schema : noBounds;
  if (schema.const === undefined && !schema.enum) return reduceTypes(getOwnTypes(schema), bounds, []);
  const lists = [...(schema.const === undefined ? [] : [[schema.const]]), ...(schema.enum ? [schema.enum] : [])];
  const types = getOwnTypes(schema);
  const listed = lists.reduce((set, list) => set & collectTypes(list), types);
  // Further values have the types of the listed ones.
  return { ...reduceTypes(listed, bounds, hasOpenValues(schema) ? [] : lists), stated: listed };
}

function reduceTypes(stated: TypeSet, bounds: Bounds, [first, ...others]: readonly (readonly JsonValue[])[]): Admitted {
  const within = listCrossedBounds(bounds).reduce((set, crossed) => set & ~crossed.types, stated);
  if (!first) return { types: within, stated, bounds };
  if (bounds === noBounds && others.length === 0)
    return { types: within & collectTypes(first), stated, bounds, values: first };
  const sets = others.map((list) => new Set(list.map(normalizeJson)));
  const values = first.filter((value) => isWithin(value, bounds) && sets.every((set) => set.has(normalizeJson(value))));
  return { types: within & collectTypes(values), stated, bounds, values };
}

function collectTypes(values: readonly JsonValue[]): TypeSet {
  return values.reduce((set: TypeSet, value) => set | findValueType(value), 0);
}
