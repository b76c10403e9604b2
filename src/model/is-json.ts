import type { JsonValue } from './element.js';

/** Returns whether a value of a parsed file is a JSON value. */
export function isJson(value: unknown): value is JsonValue {
  return value !== undefined;
}
