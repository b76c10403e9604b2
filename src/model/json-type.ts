import type { JsonValue } from './element.js';
import type { JsonType, KeywordSchema } from './schema.js';

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

/** A set of types, as bits. An integer is a number without a fraction. */
export type TypeSet = number;

const integer = 1;
const fraction = 2;

/** The set of each type alone. */
export const typeSets: { readonly [T in JsonType]: TypeSet } = {
  null: 4,
  boolean: 8,
  object: 16,
  array: 32,
  string: 64,
  integer,
  number: integer | fraction,
};

/** The set of all types. */
export const anyType: TypeSet = 127;

/** Returns the set of the types that a schema itself names. */
export function getOwnTypes({ types }: KeywordSchema): TypeSet {
  return types ? buildTypes(types) : anyType;
}

/** Returns the set of the types with these names. */
export function buildTypes(types: readonly JsonType[]): TypeSet {
  return types.reduce((set: TypeSet, type) => set | typeSets[type], 0);
}

/** Returns the type of a value as a set of one. */
export function findValueType(value: JsonValue): TypeSet {
  const type = getNarrowestType(value);
  return type === 'number' ? fraction : typeSets[type];
}

/** Returns the types of some values. */
export function collectTypes(values: readonly JsonValue[]): TypeSet {
  return values.reduce((set: TypeSet, value) => set | findValueType(value), 0);
}

/** Lists the types of a set. Numbers are listed as `number` even if integers are excluded. */
export function listTypes(set: TypeSet): readonly JsonType[] {
  const whole = (set & fraction) === 0 ? set : set | integer;
  const names = (Object.keys(typeSets) as JsonType[]).filter((type) => (typeSets[type] & ~whole) === 0);
  return names.filter((name) => name !== 'integer' || !names.includes('number'));
}

/** Formats a set of types. */
export function nameTypes(set: TypeSet): string {
  return listTypes(set).join(' or ');
}
