import { canBeNull } from '../../../model/can-be-null.js';
import type { JsonValue } from '../../../model/element.js';
import { findBottomUp } from '../../../model/find-bottom-up.js';
import { type Dispatch, findDispatch } from '../../../model/find-dispatch.js';
import { getNarrowestType } from '../../../model/json-type.js';
import { hasOpenValues, type JsonType, type KeywordSchema, type Schema } from '../../../model/schema.js';
import { listMembers } from '../../../model/schema-keywords.js';

/**
 * A set of JSON types. `integer` means numbers without a fraction. A set never contains both `number` and `integer`.
 */
export type Kinds = ReadonlySet<JsonType>;

/** The types that a single test distinguishes. All numbers are one group. */
export type Group = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

/** The types of all values. */
export const allKinds: Kinds = new Set(['null', 'boolean', 'number', 'string', 'array', 'object'] as const);

/** Returns the types in `kinds` that a `type` keyword allows. */
export function reduceKinds(kinds: Kinds, types: Iterable<JsonType> | undefined): Kinds {
  if (!types) return kinds;
  const asked = new Set(types);
  const left = new Set<JsonType>();
  for (const kind of kinds) {
    if (asked.has(kind)) left.add(kind);
    else if (kind === 'number' && asked.has('integer')) left.add('integer');
    else if (kind === 'integer' && asked.has('number')) left.add('integer');
  }
  return left;
}

/** Returns the types that are in at least one of two sets. */
export function uniteKinds(a: Kinds, b: Kinds): Kinds {
  const all = new Set([...a, ...b]);
  if (all.has('number')) all.delete('integer');
  return all;
}

/** Returns whether two sets are the same. */
export function hasSameKinds(a: Kinds, b: Kinds): boolean {
  return a.size === b.size && [...a].every((kind) => b.has(kind));
}

/** Returns whether a set contains a type of a group. */
export function hasGroup(kinds: Kinds, group: Group): boolean {
  return kinds.has(group) || (group === 'number' && kinds.has('integer'));
}

/** Returns whether a type is one of a group. */
export function isOf(kind: JsonType, group: Group): boolean {
  return kind === group || (kind === 'integer' && group === 'number');
}

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

/** Returns whether a schema has no other checked keywords, and no item that changes which values it accepts. */
export function isOnly(schema: KeywordSchema, keywords: readonly (keyof KeywordSchema)[]): boolean {
  return hasOnlyChecked(schema, keywords) && !hasOpenValues(schema);
}

/** Returns the target of a schema whose only checked keyword is `$ref`. */
export function findOnlyReference(schema: Schema): Schema | undefined {
  return schema.kind === 'keywords' && schema.ref && isOnly(schema, ['ref']) ? schema.ref : undefined;
}

/** Returns the types that values may have. Values outside an open list have the same types as the list. */
export function listOpenTypes(schema: KeywordSchema): readonly JsonType[] | undefined {
  const values = listValues(schema);
  return !schema.types && values && hasOpenValues(schema) ? [...new Set(values.map(getNarrowestType))] : schema.types;
}

/** Lists the values of `const` or else of `enum`. */
export function listValues(schema: KeywordSchema): readonly JsonValue[] | undefined {
  return schema.const !== undefined ? [schema.const] : schema.enum;
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

/** Finds which types of values the schemas of a description accept. Analyses each schema once. */
export class Acceptance {
  readonly #search = {
    known: new Map<Schema, Kinds>(),
    choice: { alternatives: true },
    find: findKinds,
    unknown: allKinds,
  };
  readonly #isNull = new Map<Schema, boolean>();

  /**
   * Returns the types of the values that a schema may accept. The result contains every type that the schema accepts.
   * It may also contain types that the schema rejects.
   */
  kindsOf(schema: Schema): Kinds {
    return findBottomUp(schema, this.#search);
  }

  /** Returns whether a schema accepts `null`. */
  acceptsNull(schema: Schema): boolean {
    return canBeNull(schema, this.#isNull);
  }

  // Returns whether no value can be accepted by two of these schemas, because their types differ.
  #areApart(schemas: readonly Schema[]): boolean {
    const kinds = schemas.map((schema) => this.kindsOf(schema));
    return kinds.every((each, index) => kinds.slice(index + 1).every((other) => reduceKinds(each, other).size === 0));
  }

  /**
   * Returns how a value selects the only member of a union that can accept it: by its type or, if several members accept
   * objects, by a property. Returns `undefined` if several members may accept a value. `likely` is the likely property.
   */
  findChoice(members: readonly Schema[], likely?: string): Choice | undefined {
    if (this.#areApart(members)) return { byKind: members };
    const isObject = (member: Schema): boolean => hasGroup(this.kindsOf(member), 'object');
    const byKind = members.filter((member) => !isObject(member));
    const dispatch = this.#areApart(byKind) ? findDispatch(members.filter(isObject), likely) : undefined;
    return dispatch && { byKind, dispatch };
  }

  /**
   * Removes the members of `anyOf` whose values another member accepts by its type alone, as in an open list of values.
   */
  listNeeded(members: readonly Schema[]): readonly Schema[] {
    const types = members.filter(isOnlyType);
    return members.filter((member) => {
      if (types.includes(member) || hasOpenValues(member)) return true;
      const kinds = this.kindsOf(member);
      return !types.some((type) => hasSameKinds(reduceKinds(kinds, this.kindsOf(type)), kinds));
    });
  }
}

function findKinds(schema: Schema, kindsOf: (part: Schema) => Kinds): Kinds {
  if (schema.kind === 'boolean') return schema.value ? allKinds : new Set();
  if (schema.kind !== 'keywords') return allKinds;
  let kinds = reduceKinds(reduceKinds(allKinds, schema.types), listValues(schema)?.map(getNarrowestType));
  for (const part of [...(schema.ref ? [schema.ref] : []), ...(schema.allOf ?? [])])
    kinds = reduceKinds(kinds, kindsOf(part));
  for (const members of [schema.anyOf, schema.oneOf])
    if (members) kinds = reduceKinds(kinds, members.map(kindsOf).reduce(uniteKinds, new Set()));
  return kinds;
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
  const kinds = reduceKinds(allKinds, schema.types);
  return values?.filter((value) => reduceKinds(kinds, [getNarrowestType(value)]).size > 0);
}
