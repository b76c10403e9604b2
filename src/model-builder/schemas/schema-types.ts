import type { JsonValue } from '../../model/element.js';
import type { JsonType, KeywordSchema, Schema } from '../../model/schema.js';

/** A set of types as bits; an integer is a number without a fraction. */
export type TypeSet = number;

const integer = 1;
const fraction = 2;
const bits: { readonly [T in JsonType]: TypeSet } = {
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

/** Gives the set of the types that a schema names itself. */
export function ownTypes({ types }: KeywordSchema): TypeSet {
  return types ? typesNamed(types) : anyType;
}

/** Gives the set of the types with these names. */
export function typesNamed(types: readonly JsonType[]): TypeSet {
  return types.reduce((set: TypeSet, type) => set | bits[type], 0);
}

/** Gives the type of a value as a set of one. */
export function typeOfValue(value: JsonValue): TypeSet {
  if (value === null) return bits.null;
  if (Array.isArray(value)) return bits.array;
  switch (typeof value) {
    case 'boolean':
      return bits.boolean;
    case 'number':
      return Number.isInteger(value) ? integer : fraction;
    case 'string':
      return bits.string;
    default:
      return bits.object;
  }
}

/** Words a set of types. */
export function nameTypes(set: TypeSet): string {
  const names = (Object.keys(bits) as JsonType[]).filter((type) => (bits[type] & ~set) === 0);
  return names.filter((name) => name !== 'integer' || !names.includes('number')).join(' or ');
}

// The types of which no value lies within the bounds.
function boundedOut(schema: KeywordSchema): TypeSet {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  const isEmpty = (low: number | undefined, high: number | undefined): boolean =>
    low !== undefined && high !== undefined && low > high;
  const isClosed = (low: number | undefined, high: number | undefined): boolean =>
    low !== undefined && high !== undefined && low >= high;
  let set = 0;
  if (isEmpty(schema.minLength, schema.maxLength)) set |= bits.string;
  if (isEmpty(schema.minItems, schema.maxItems)) set |= bits.array;
  if (isEmpty(schema.minProperties, schema.maxProperties)) set |= bits.object;
  const isNoNumber = isEmpty(minimum, maximum) || isClosed(above, maximum) || isClosed(minimum, below);
  if (isNoNumber || isClosed(above, below)) set |= bits.number;
  return set;
}

/** Gives the types of the values that a schema admits, as far as types and bounds tell; `known` has those of the schemas it applies. */
export function admittedTypes(schema: Schema, known: ReadonlyMap<Schema, TypeSet>): TypeSet {
  if (schema.kind === 'boolean') return schema.value ? anyType : 0;
  if (schema.kind === 'not-shown') return anyType;
  const admitted = (one: Schema): TypeSet => known.get(one) ?? anyType;
  const either = (set: TypeSet, one: Schema): TypeSet => set | admitted(one);
  let set = ownTypes(schema) & ~boundedOut(schema);
  if (schema.ref) set &= admitted(schema.ref);
  for (const one of schema.allOf ?? []) set &= admitted(one);
  if (schema.anyOf) set &= schema.anyOf.reduce(either, 0);
  if (schema.oneOf) set &= schema.oneOf.reduce(either, 0);
  if (schema.const !== undefined) set &= typeOfValue(schema.const);
  if (schema.enum) set &= schema.enum.reduce((all: TypeSet, value) => all | typeOfValue(value), 0);
  return set;
}
