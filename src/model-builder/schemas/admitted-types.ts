import { partsInPlace } from '../../model/in-place.js';
import type { Schema } from '../../model/schema.js';
import { listCrossedBounds } from './crossed-bounds.js';
import { anyType, ownTypes, type TypeSet, typeOfValue } from './schema-types.js';

/** Returns the types of the values that a schema admits, as far as types and bounds say; `known` has those of the schemas it applies. */
export function admittedTypes(schema: Schema, known: ReadonlyMap<Schema, TypeSet>): TypeSet {
  if (schema.kind === 'boolean') return schema.value ? anyType : 0;
  if (schema.kind === 'not-shown') return anyType;
  const admitted = (one: Schema): TypeSet => known.get(one) ?? anyType;
  const either = (set: TypeSet, one: Schema): TypeSet => set | admitted(one);
  let set = listCrossedBounds(schema).reduce((all, { types }) => all & ~types, ownTypes(schema));
  for (const one of partsInPlace(schema)) set &= admitted(one);
  if (schema.anyOf) set &= schema.anyOf.reduce(either, 0);
  if (schema.oneOf) set &= schema.oneOf.reduce(either, 0);
  if (schema.const !== undefined) set &= typeOfValue(schema.const);
  if (schema.enum) set &= schema.enum.reduce((all: TypeSet, value) => all | typeOfValue(value), 0);
  return set;
}
