import { isOnlyReference, readEnumeration } from '../model/read-enumeration.js';
import type { KeywordSchema, Schema } from '../model/schema.js';

/** Tells whether a person would want a name for the type of a schema that is written inside another. */
export function deservesName(schema: Schema): boolean {
  if (schema.kind !== 'keywords' || isOnlyReference(schema)) return false;
  if ((schema.properties?.length ?? 0) > 0) return true;
  const enumeration = readEnumeration(schema);
  if (enumeration) return enumeration.known.length > 1 || enumeration.open;
  if (isUnion(schema)) return true;
  return isComposition(schema);
}

/** Lists the members of a union that are more than `null`. */
export function nonNullMembers(members: readonly Schema[]): Schema[] {
  return members.filter((member) => !isNull(member));
}

function isUnion({ anyOf = [], oneOf = [] }: KeywordSchema): boolean {
  return [anyOf, oneOf].some((members) => {
    const real = nonNullMembers(members);
    return real.length > 1 && real.some((member) => !isPlain(member));
  });
}

// A reference with demands beside it, or several schemas at once; one reference in `allOf` is just that reference.
function isComposition({
  ref,
  allOf = [],
  required = [],
  if: condition,
  then,
  else: otherwise,
}: KeywordSchema): boolean {
  const parts = allOf.filter((member) => member.kind !== 'boolean').length + (ref ? 1 : 0);
  return parts > 1 || (parts === 1 && required.length > 0) || Boolean(condition && then && otherwise);
}

function isNull(schema: Schema): boolean {
  if (schema.kind !== 'keywords') return false;
  const { types, enum: values, const: value } = schema;
  return value === null || (types?.length === 1 && types[0] === 'null') || (values?.length === 1 && values[0] === null);
}

// Strings, numbers and the like, and mere demands on an object such as `required`: nothing that has a name of its own.
function isPlain(schema: Schema): boolean {
  if (schema.kind !== 'keywords') return schema.kind === 'boolean';
  return !schema.ref && !schema.items && !schema.prefixItems && !schema.additionalProperties && !deservesName(schema);
}
