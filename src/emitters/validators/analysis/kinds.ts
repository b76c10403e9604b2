import type { JsonType } from '../../../model/schema.js';

/**
 * A set of JSON types. `integer` means numbers without a fraction. A set never contains both `number` and `integer`.
 */
export type Kinds = ReadonlySet<JsonType>;

/** The types that a single test distinguishes. All numbers are one group. */
export type Group = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

/** The types of all values. */
export const allKinds: Kinds = new Set(['null', 'boolean', 'number', 'string', 'array', 'object'] as const);

const onlyKinds: { readonly [T in JsonType]: Kinds } = {
  null: new Set(['null']),
  boolean: new Set(['boolean']),
  number: new Set(['number']),
  integer: new Set(['integer']),
  string: new Set(['string']),
  array: new Set(['array']),
  object: new Set(['object']),
};

/** Returns the types in `kinds` that a `type` keyword allows. */
export function reduceKinds(kinds: Kinds, types: readonly JsonType[] | Kinds | undefined): Kinds {
  if (!types) return kinds;
  // Most schemas have one type, and nothing else is known about most values.
  const only = 'length' in types && types.length === 1 ? types[0] : undefined;
  if (only && kinds === allKinds) return onlyKinds[only];
  const isAsked = (kind: JsonType): boolean => ('length' in types ? types.includes(kind) : types.has(kind));
  const left = new Set<JsonType>();
  for (const kind of kinds) {
    if (isAsked(kind)) left.add(kind);
    else if (kind === 'number' && isAsked('integer')) left.add('integer');
    else if (kind === 'integer' && isAsked('number')) left.add('integer');
  }
  return left;
}

/** Returns the types that are in at least one of two sets. */
export function uniteKinds(a: Kinds, b: Kinds): Kinds {
  const all = new Set([...a, ...b]);
  if (all.has('number')) all.delete('integer');
  return all;
}

/** Returns whether no value has a type in both sets. */
export function areKindsDisjoint(a: Kinds, b: Kinds): boolean {
  return reduceKinds(a, b).size === 0;
}

/** Returns whether two sets are the same. */
export function hasSameKinds(a: Kinds, b: Kinds): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const kind of a) if (!b.has(kind)) return false;
  return true;
}

/** Returns a text that identifies a set. */
export function formatKindSet(kinds: Kinds): string {
  return kinds === allKinds ? 'all' : [...kinds].join();
}

/** Returns whether a set contains a type of a group. */
export function hasGroup(kinds: Kinds, group: Group): boolean {
  return kinds.has(group) || (group === 'number' && kinds.has('integer'));
}

/** Returns whether a type is one of a group. */
export function isOf(kind: JsonType, group: Group): boolean {
  return kind === group || (kind === 'integer' && group === 'number');
}
