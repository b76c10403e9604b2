import { getNarrowestType } from '../../../model/json-type.js';
import { hasOpenValues, type JsonType, type KeywordSchema, type Schema } from '../../../model/schema.js';
import { listMembers } from '../../../model/schema-keywords.js';

const checked: ReadonlySet<string> = new Set(listMembers(({ role }) => role === 'assertion' || role === 'applicator'));

/** Returns whether a schema accepts every value because it has no keyword that is checked. */
export function isAcceptingAll(schema: Schema): boolean {
  if (schema.kind === 'boolean') return schema.value;
  return schema.kind === 'not-shown' || hasOnlyChecked(schema, []);
}

/** Returns whether `type` is the only keyword of a schema that is checked. */
export function isOnlyType(schema: Schema): boolean {
  return schema.kind === 'keywords' && schema.types !== undefined && isOnly(schema, ['types']);
}

/** Returns whether a schema has no other checked keywords, and no item that changes which values it accepts. */
export function isOnly(schema: KeywordSchema, keywords: readonly (keyof KeywordSchema)[]): boolean {
  return hasOnlyChecked(schema, keywords) && !hasOpenValues(schema);
}

/** Returns the target of a schema whose only checked keyword is `$ref`. */
export function findOnlyReference(schema: KeywordSchema): Schema | undefined {
  return schema.ref && isOnly(schema, ['ref']) ? schema.ref : undefined;
}

/** Returns the types that values may have. Values outside an open list have the same types as the list. */
export function listOpenTypes(schema: KeywordSchema): readonly JsonType[] | undefined {
  const values = schema.const !== undefined ? [schema.const] : schema.enum;
  return !schema.types && values && hasOpenValues(schema) ? [...new Set(values.map(getNarrowestType))] : schema.types;
}

// Most schemas have few keywords, so this is faster than trying each keyword of the table.
function hasOnlyChecked<S extends KeywordSchema>(schema: S, keywords: readonly string[]): boolean {
  for (const keyword in schema)
    if (checked.has(keyword) && !keywords.includes(keyword) && schema[keyword] !== undefined) return false;
  return true;
}
