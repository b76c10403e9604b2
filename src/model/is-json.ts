import type { JsonValue } from './element.js';

/** Returns a value of a parsed file as a JSON value. */
export function isJson(value: unknown): value is JsonValue {
  return value !== undefined;
}
