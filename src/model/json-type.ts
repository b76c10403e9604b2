import type { JsonValue } from './element.js';
import type { JsonType } from './schema.js';

/** The six types of JSON (RFC 8259, 3). */
type JsonValueType = Exclude<JsonType, 'integer'>;

/** Returns the JSON type of a value. */
export function getJsonType(value: JsonValue): JsonValueType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  if (type === 'bigint') return 'number';
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object';
}

/** Returns whether a value is a number without a fraction. */
export function isInteger(value: JsonValue): value is number | bigint {
  return typeof value === 'bigint' || Number.isInteger(value);
}

/** Returns the narrowest type of JSON Schema that a value has: `integer` for a number without a fraction. */
export function getNarrowestType(value: JsonValue): JsonType {
  return isInteger(value) ? 'integer' : getJsonType(value);
}

/** Returns whether a value has a type of JSON Schema (2020-12, validation, 6.1.1). */
export function isOfType(value: JsonValue, type: JsonType): boolean {
  return type === getJsonType(value) || (type === 'integer' && getNarrowestType(value) === 'integer');
}
