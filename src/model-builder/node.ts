import type { Origin } from '../diagnostics/origin.js';

/** A value of the description with its place. */
export interface Node {
  readonly origin: Origin;
  readonly value: unknown;
}

/** The members that are there. */
type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Leaves out the members that are `undefined`, as optional members of the model want it. */
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

/** What is still being built: the members of a model object, writable. */
export type Draft<T> = { -readonly [K in keyof T]: T[K] };
