import type { JsonValue } from './element.js';

/** Takes a value of a parsed file as the JSON value that it is. */
export function isJson(value: unknown): value is JsonValue {
  return value !== undefined;
}
