import { findBottomUp } from './find-bottom-up.js';
import type { KeywordSchema, Schema } from './schema.js';

const choice = { alternatives: true, branches: true, tests: true };

/**
 * Returns whether a schema accepts `null`. The answer is exact, since it considers every keyword that applies to
 * `null`. `known` caches the answers.
 */
export function canBeNull(schema: Schema, known: Map<Schema, boolean>): boolean {
  return findBottomUp(schema, { known, choice, find: isNullAccepted, unknown: true });
}

function isNullAccepted(schema: Schema, accepts: (part: Schema) => boolean): boolean {
  if (schema.kind === 'boolean') return schema.value;
  return schema.kind !== 'keywords' || (areValuesNull(schema) && areAppliedNull(schema, accepts));
}

function areValuesNull({ types, const: only, enum: values }: KeywordSchema): boolean {
  return (types?.includes('null') ?? true) && (only ?? null) === null && (values?.includes(null) ?? true);
}

function areAppliedNull(schema: KeywordSchema, accepts: (part: Schema) => boolean): boolean {
  if (schema.ref && !accepts(schema.ref)) return false;
  if (schema.allOf && !schema.allOf.every(accepts)) return false;
  if (schema.anyOf && !schema.anyOf.some(accepts)) return false;
  if (schema.oneOf && schema.oneOf.filter(accepts).length !== 1) return false;
  if (schema.not && accepts(schema.not)) return false;
  const branch = schema.if && (accepts(schema.if) ? schema.then : schema.else);
  return !branch || accepts(branch);
}
