import type { JsonValue } from '../../../model/element.js';
import { getNarrowestType } from '../../../model/json-type.js';
import type { KeywordSchema, Schema } from '../../../model/schema.js';
import { isOnly } from './checked-keywords.js';
import { allKinds, reduceKinds } from './kinds.js';

/**
 * Merges the members of `anyOf` or `oneOf` that only list values into one member, the first of the result. Members that
 * repeat a value are not merged. One look-up in a set then replaces a comparison per member.
 */
export function mergeLists(members: readonly Schema[]): readonly Schema[] {
  const values = new Set<JsonValue>();
  const merged: KeywordSchema[] = [];
  const others: Schema[] = [];
  for (const member of members) {
    const listed = listScalars(member);
    if (member.kind !== 'keywords' || !listed || listed.some((value) => values.has(value))) {
      others.push(member);
      continue;
    }
    for (const value of listed) values.add(value);
    merged.push(member);
  }
  const [first] = merged;
  if (!first || merged.length < 2) return members;
  const { kind, origin } = first;
  return [{ kind, origin, notShown: [], source: [], enum: [...values] }, ...others];
}

// Returns the listed values. Returns `undefined` if the schema has other keywords, or lists an object or array.
function listScalars(schema: Schema): readonly JsonValue[] | undefined {
  if (schema.kind !== 'keywords' || schema.isImpossible || !isOnly(schema, ['types', 'const', 'enum']))
    return undefined;
  const { const: only, enum: all } = schema;
  if ((only === undefined) === (all === undefined)) return undefined;
  const values = all ?? (only === undefined ? [] : [only]);
  if (values.some((value) => typeof value === 'object' && value !== null)) return undefined;
  const kinds = reduceKinds(allKinds, schema.types);
  return values.filter((value) => reduceKinds(kinds, [getNarrowestType(value)]).size > 0);
}
