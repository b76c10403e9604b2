import type { JsonValue } from '../../model/element.js';
import { anyType, collectTypes, getOwnTypes, type TypeSet, typeSets } from '../../model/json-type.js';
import { normalizeJson } from '../../model/print-json.js';
import { hasOpenValues, type KeywordSchema, type Schema } from '../../model/schema.js';
import { listPresent } from '../../model/schema-keywords.js';
import { type Bounds, boundNames, intersectBounds, isWithin, listCrossedBounds, noBounds } from './crossed-bounds.js';
import {
  buildObjectPart,
  findObjectConflict,
  type ObjectConflict,
  type ObjectPart,
  uniteParts,
} from './object-conflicts.js';

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
  /** The schemas that apply here and require or forbid properties. */
  readonly objects: readonly ObjectPart[];
  /** Why no object is valid, if keywords about properties contradict each other. */
  readonly conflict?: ObjectConflict;
}

/** Returns the facts about the valid values of a schema, or `undefined` if they are not known yet. */
export type FindAdmitted = (schema: Schema) => Admitted | undefined;

const noObjects: readonly ObjectPart[] = [];
const anything = buildPlain(anyType);
const nothing = buildPlain(0);

function buildPlain(types: TypeSet): Admitted {
  return { types, stated: types, bounds: noBounds, objects: noObjects };
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
  const lists = [anyOf, oneOf].flatMap((members) => (members ? [members.map(admitted)] : []));
  const joint = lists.map((list) => list.map((one) => intersectAdmitted([whole, one])));
  const unite = (list: readonly Admitted[]): TypeSet => list.reduce((set, { types }) => set | types, 0);
  const types = joint.reduce((set, list) => set & unite(list), whole.types);
  const stated = lists.reduce((set, list) => set & unite(list), whole.stated);
  const conflict =
    whole.conflict ?? joint.find((list) => !(unite(list) & typeSets.object))?.find((one) => one.conflict)?.conflict;
  return { ...whole, types, stated, ...(conflict && { conflict }) };
}

/** Returns the facts about the values that are valid in several schemas at once. */
export function intersectAdmitted(all: readonly Admitted[]): Admitted {
  const [only = anything, ...others] = all;
  if (others.length === 0) return only;
  const bounds = intersectBounds(all.map((each) => each.bounds));
  const lists = all.flatMap(({ values }) => (values ? [values] : []));
  const objects = all.map((each) => each.objects).filter((parts) => parts.length > 0);
  return reduceTypes(
    all.reduce((set, { types }) => set & types, anyType),
    { bounds, lists, objects },
  );
}

function findOwnAdmitted(schema: KeywordSchema): Admitted {
  const bounds = listPresent(schema, boundNames).length > 0 ? schema : noBounds;
  const part = buildObjectPart(schema);
  const objects = part ? [[part]] : [];
  if (schema.const === undefined && !schema.enum)
    return reduceTypes(getOwnTypes(schema), { bounds, lists: [], objects });
  const lists = [...(schema.const === undefined ? [] : [[schema.const]]), ...(schema.enum ? [schema.enum] : [])];
  const types = getOwnTypes(schema);
  const listed = lists.reduce((set, list) => set & collectTypes(list), types);
  // Further values have the types of the listed ones.
  return { ...reduceTypes(listed, { bounds, lists: hasOpenValues(schema) ? [] : lists, objects }), stated: listed };
}

interface Restrictions extends Pick<Admitted, 'bounds'> {
  readonly lists: readonly (readonly JsonValue[])[];
  readonly objects: readonly Admitted['objects'][];
}

function reduceTypes(stated: TypeSet, { bounds, lists, objects }: Restrictions): Admitted {
  const [first, ...others] = lists;
  const isObject = (stated & typeSets.object) !== 0;
  const conflict = isObject ? findObjectConflict(objects) : undefined;
  const possible = conflict ? stated & ~typeSets.object : stated;
  const within = listCrossedBounds(bounds).reduce((set, crossed) => set & ~crossed.types, possible);
  const facts = { stated, bounds, objects: isObject ? uniteParts(objects) : noObjects, ...(conflict && { conflict }) };
  if (!first) return { types: within, ...facts };
  if (bounds === noBounds && others.length === 0)
    return { types: within & collectTypes(first), ...facts, values: first };
  const sets = others.map((list) => new Set(list.map(normalizeJson)));
  const values = first.filter((value) => isWithin(value, bounds) && sets.every((set) => set.has(normalizeJson(value))));
  return { types: within & collectTypes(values), ...facts, values };
}
