import type { Origin } from '../diagnostics/origin.js';
import type { JsonValue } from '../model/element.js';

/** A value of the description with its place. */
export interface Node {
  readonly origin: Origin;
  readonly value: unknown;
}

/** Takes a value of a parsed file as the JSON value that it is. */
export function isJson(value: unknown): value is JsonValue {
  return value !== undefined;
}

/** Words the kind of a value of the description, such as `a string`. */
export function nameKind(value: unknown): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'undefined' ? 'nothing' : `a ${typeof value}`;
}

/** Words a value of the description for a sentence: short ones as written, others by kind. */
export function showValue(value: unknown): string {
  const text = typeof value === 'object' && value !== null ? '' : JSON.stringify(value);
  return text !== '' && text.length <= 60 ? text : nameKind(value);
}

/** The members that are there. */
type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Leaves out the members that are `undefined`, as optional members of the model want it. */
export function present<T extends object>(members: T): Present<T> {
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
