import { type Dispatch, findAllowedTypes, findDispatch, findListedTypes } from '../../../model/allowed-types.js';
import type { JsonValue } from '../../../model/element.js';
import { findValueType, getOwnTypes, type TypeSet, typeSets } from '../../../model/json-type.js';
import { hasOpenValues, type KeywordSchema, listValues, type Schema } from '../../../model/schema.js';
import { listMembers } from '../../../model/schema-keywords.js';

const checked: ReadonlySet<string> = new Set(listMembers(({ role }) => role === 'assertion' || role === 'applicator'));

/** Returns whether a schema accepts every value because it has no keyword that is checked. */
export function isAcceptingAll(schema: Schema): boolean {
  if (schema.kind === 'boolean') return schema.value;
  return schema.kind === 'not-shown' || hasOnlyChecked(schema, []);
}

/** Returns whether `type` is the only keyword of a schema that is checked. */
export function isOnlyType(schema: Schema): boolean {
  return schema.kind === 'keywords' && schema.types !== undefined && isOnly(schema, ['types']);
}

/** Returns whether a schema has no other checked keywords, and no gap that changes which values it accepts. */
export function isOnly(schema: KeywordSchema, keywords: readonly (keyof KeywordSchema)[]): boolean {
  return hasOnlyChecked(schema, keywords) && !hasOpenValues(schema);
}

/** Returns the target of a schema whose only checked keyword is `$ref`. */
export function findOnlyReference(schema: Schema): Schema | undefined {
  return schema.kind === 'keywords' && schema.ref && isOnly(schema, ['ref']) ? schema.ref : undefined;
}

/** Returns the types that values may have. Values outside an open list have the same types as the list. */
export function findOpenTypes(schema: KeywordSchema): TypeSet {
  const values = listValues(schema);
  return !schema.types && values && hasOpenValues(schema) ? findListedTypes(values) : getOwnTypes(schema);
}

// Most schemas have few keywords, so this is faster than trying each keyword of the table.
function hasOnlyChecked<S extends KeywordSchema>(schema: S, keywords: readonly string[]): boolean {
  for (const keyword in schema)
    if (checked.has(keyword) && !keywords.includes(keyword) && schema[keyword] !== undefined) return false;
  return true;
}

/** How a value selects a member of a union. */
export interface Choice {
  /** The members that the type of the value selects. */
  readonly byKind: readonly Schema[];
  /** The property that selects one of the other members, which accept only objects. */
  readonly dispatch?: Dispatch;
}

// Returns whether no value can be accepted by two of these schemas, because their types differ.
function areApart(schemas: readonly Schema[]): boolean {
  let seen: TypeSet = 0;
  return schemas.every((schema) => {
    const kinds = findAllowedTypes(schema);
    const isApart = (seen & kinds) === 0;
    seen |= kinds;
    return isApart;
  });
}

/**
 * Returns how a value selects the only member of a union that can accept it: by its type or, if several members accept
 * objects, by a property. Returns `undefined` if several members may accept a value. `likely` is the likely property.
 */
export function findChoice(members: readonly Schema[], likely?: string): Choice | undefined {
  if (areApart(members)) return { byKind: members };
  const isObject = (member: Schema): boolean => (findAllowedTypes(member) & typeSets.object) !== 0;
  const byKind = members.filter((member) => !isObject(member));
  const dispatch = areApart(byKind) ? findDispatch(members.filter(isObject), likely) : undefined;
  return dispatch && { byKind, dispatch };
}

/** Removes the members of `anyOf` whose values another member accepts by its type alone, as in an open list of values. */
export function listNeeded(members: readonly Schema[]): readonly Schema[] {
  const types = members.filter(isOnlyType);
  return members.filter((member) => {
    if (types.includes(member) || hasOpenValues(member)) return true;
    const kinds = findAllowedTypes(member);
    return !types.some((type) => (kinds & ~findAllowedTypes(type)) === 0);
  });
}

/**
 * Merges the members of `anyOf` or `oneOf` that only list values into one member, the first of the result. Members that
 * repeat a value are not merged. One look-up in a set then replaces a comparison per member.
 */
export function mergeLists(members: readonly Schema[]): readonly Schema[] {
  const values = new Set<JsonValue>();
  const merged: KeywordSchema[] = [];
  const others: Schema[] = [];
  for (const member of members) {
    const listed = listScalars(member);
    if (member.kind !== 'keywords' || !listed || listed.some((value) => values.has(value))) {
      others.push(member);
      continue;
    }
    for (const value of listed) values.add(value);
    merged.push(member);
  }
  const [first] = merged;
  if (!first || merged.length < 2) return members;
  const { kind, origin } = first;
  return [{ kind, origin, notShown: [], source: [], enum: [...values] }, ...others];
}

// Returns the listed values. Returns `undefined` if the schema has other keywords, or lists an object or array.
function listScalars(schema: Schema): readonly JsonValue[] | undefined {
  if (schema.kind !== 'keywords' || schema.isImpossible || !isOnly(schema, ['types', 'const', 'enum']))
    return undefined;
  const values = schema.const !== undefined && schema.enum ? undefined : listValues(schema);
  if (values?.some((value) => typeof value === 'object' && value !== null)) return undefined;
  return values?.filter((value) => (findValueType(value) & getOwnTypes(schema)) !== 0);
}
