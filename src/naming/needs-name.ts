import { isOnlyReference, readEnumeration } from '../model/read-enumeration.js';
import type { KeywordSchema, Schema } from '../model/schema.js';

/** Returns whether the type of a schema inside another one gets a name. */
export function isWorthNaming(schema: Schema): boolean {
  if (schema.kind !== 'keywords' || isOnlyReference(schema)) return false;
  if ((schema.properties?.length ?? 0) > 0) return true;
  const enumeration = readEnumeration(schema);
  if (enumeration) return enumeration.known.length > 1 || enumeration.open;
  if (isUnion(schema)) return true;
  return isComposition(schema);
}

/** Lists the members of a union that allow more than `null`. */
export function listNonNullMembers(members: readonly Schema[]): Schema[] {
  return members.filter((member) => !isNull(member));
}

function isUnion({ anyOf, oneOf }: KeywordSchema): boolean {
  return (anyOf !== undefined && needsUnion(anyOf)) || (oneOf !== undefined && needsUnion(oneOf));
}

function needsUnion(members: readonly Schema[]): boolean {
  const real = listNonNullMembers(members);
  return real.length > 1 && real.some((member) => !isPlain(member));
}

// A composition is a reference with requirements beside it, or several schemas at once. A single reference in `allOf`
// is only a reference.
function isComposition({ ref, allOf, required, if: condition, then, else: otherwise }: KeywordSchema): boolean {
  const joined = allOf ? allOf.filter((member) => member.kind !== 'boolean').length : 0;
  const parts = joined + (ref ? 1 : 0);
  return (
    parts > 1 ||
    (parts === 1 && required !== undefined && required.length > 0) ||
    Boolean(condition && then && otherwise)
  );
}

function isNull(schema: Schema): boolean {
  if (schema.kind !== 'keywords') return false;
  const { types, enum: values, const: value } = schema;
  return value === null || (types?.length === 1 && types[0] === 'null') || (values?.length === 1 && values[0] === null);
}

// Primitive types, and requirements on an object such as `required`, get no name.
function isPlain(schema: Schema): boolean {
  if (schema.kind !== 'keywords') return schema.kind === 'boolean';
  return !schema.ref && !schema.items && !schema.prefixItems && !schema.additionalProperties && !isWorthNaming(schema);
}
