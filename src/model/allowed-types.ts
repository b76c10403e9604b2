import { listComponents } from './components.js';
import type { JsonValue } from './element.js';
import { everythingInPlace, listPartsInPlace } from './in-place.js';
import { getNarrowestType } from './json-type.js';
import type { KeywordSchema, Schema } from './schema.js';
import { anyType, buildTypes, getOwnTypes, type TypeSet, typeSets } from './type-set.js';
import { hasParts } from './walk-schemas.js';

/**
 * Returns the types of the values that a schema allows. The result contains every type that the schema allows; it may
 * also contain types that the schema rejects, but for `null` it is exact, since all keywords that apply to `null` are
 * considered. Uses no recursion, because a chain of schemas can be very long. `known` caches the answers.
 */
export function findAllowedTypes(schema: Schema, known: Map<Schema, TypeSet>): TypeSet {
  const typesOf = (part: Schema): TypeSet => known.get(part) ?? anyType;
  const unknownParts = (part: Schema): Schema[] =>
    hasParts(part) ? listPartsInPlace(part, everythingInPlace).filter((each) => !known.has(each)) : [];
  // Most schemas have no unknown parts.
  if (known.has(schema)) return typesOf(schema);
  if (unknownParts(schema).length === 0) known.set(schema, findTypes(schema, typesOf));
  else
    for (const { nodes } of listComponents([schema], unknownParts))
      for (const node of nodes) known.set(node, findTypes(node, typesOf));
  return typesOf(schema);
}

/** Returns the types of listed values. A list of fractions counts as numbers: no test finds a fraction. */
export function findListedTypes(values: readonly JsonValue[]): TypeSet {
  return buildTypes(values.map(getNarrowestType));
}

function findTypes(schema: Schema, typesOf: (part: Schema) => TypeSet): TypeSet {
  if (schema.kind === 'boolean') return schema.value ? anyType : 0;
  if (schema.kind !== 'keywords') return anyType;
  let types = getOwnTypes(schema);
  if (schema.const !== undefined) types &= findListedTypes([schema.const]);
  if (schema.enum) types &= findListedTypes(schema.enum);
  for (const part of listPartsInPlace(schema)) types &= typesOf(part);
  for (const members of [schema.anyOf, schema.oneOf])
    if (members) types &= members.reduce((set, member) => set | typesOf(member), 0);
  return refusesNull(schema, (part) => (typesOf(part) & typeSets.null) !== 0) ? types & ~typeSets.null : types;
}

// Returns whether a keyword refuses `null` that decides nothing about other types.
function refusesNull(schema: KeywordSchema, isNull: (part: Schema) => boolean): boolean {
  if (schema.oneOf && schema.oneOf.filter(isNull).length !== 1) return true;
  if (schema.not && isNull(schema.not)) return true;
  const branch = schema.if && (isNull(schema.if) ? schema.then : schema.else);
  return branch !== undefined && !isNull(branch);
}
