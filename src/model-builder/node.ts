import { formatOrigin, type Origin } from '../diagnostics/origin.js';

/** A value of the description and its place. */
export interface Node {
  readonly origin: Origin;
  readonly value: unknown;
}

/**
 * Returns the key of the place of a node for maps. No two places of a description share an object or array, so these
 * are their own keys, which is faster than a text.
 */
export function getPlaceKey({ origin, value }: Node): unknown {
  return typeof value === 'object' && value !== null ? value : formatOrigin(origin);
}

/** The members without those that are `undefined`. */
type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Omits the members that are `undefined`, as optional members of the model require. */
export function omitUndefinedMembers<T extends object>(members: T): Present<T> {
  const result: Present<T> = {};
  for (const key in members) {
    const value = members[key];
    if (isPresent(value)) result[key] = value;
  }
  return result;
}

function isPresent<V>(value: V): value is Exclude<V, undefined> {
  return value !== undefined;
}

/** A model object that is being built, with writable members. */
export type Draft<T> = { -readonly [K in keyof T]: T[K] };
