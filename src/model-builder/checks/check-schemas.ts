import { buildChildOrigin } from '../../diagnostics/origin.js';
import { listAppliedInPlace } from '../../model/in-place.js';
import type { Operation } from '../../model/operation.js';
import type { KeywordSchema, Schema } from '../../model/schema.js';
import { listSubschemas } from '../../model/walk-schemas.js';
import type { BuildContext } from '../context.js';
import { type Ban, describeBan, type ObjectConflict } from '../schemas/object-conflicts.js';
import { getOwnTypes, nameTypes } from '../schemas/schema-types.js';
import type { Emptiness, SettledSchemas } from '../schemas/settle-schemas.js';
import { checkCompanions, checkKeywordTypes } from './check-keyword-types.js';
import { checkOneOf } from './check-one-of.js';
import { checkWithoutEffect } from './check-without-effect.js';
import { Needs } from './needs.js';

/**
 * Checks what is known only when all schemas are settled: keywords without effect, and types that exclude each other.
 */
export function checkSchemas(context: BuildContext, settled: SettledSchemas, operations: readonly Operation[]): void {
  const { empty, impossible } = settled;
  const needs = new Needs(operations);
  for (const schema of context.schemas.list) {
    if (schema.kind !== 'keywords') continue;
    checkKeywordTypes(context, schema);
    checkCompanions(context, schema);
    checkLevels(context, schema);
    const why = empty.get(schema);
    if (why) reportEmpty(context, schema, { why, conflict: settled.conflictOf(schema) }, needs);
    reportProperties(context, schema, impossible.get(schema) ?? new Map(), needs);
    checkOneOf(context, schema, settled);
  }
  checkWithoutEffect(context);
}

// TypeScript 5.9 and 6 read the type of a value by recursion, and overflow after 500 to 600 levels.
const mostLevels = 400;

function checkLevels(context: BuildContext, schema: KeywordSchema): void {
  for (const keyword of ['const', 'enum'] as const) {
    const levels = countLevels(schema[keyword]) - Number(keyword === 'enum');
    if (levels <= mostLevels) continue;
    const finding = { variant: 'levels', limit: mostLevels } as const;
    context.report('type-too-large', buildChildOrigin(schema.origin, keyword), finding, 'key');
  }
}

function countLevels(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Object.values(value).reduce((most: number, part) => Math.max(most, countLevels(part)), 0);
}

// The mistake is in the impossible schema, not in schemas that apply it.
function reportEmpty(
  context: BuildContext,
  schema: KeywordSchema,
  { why, conflict }: { readonly why: Emptiness; readonly conflict: ObjectConflict | undefined },
  needs: Needs,
): void {
  if (why === 'part') return;
  if (why === 'meant' || isUnused(context, schema)) {
    context.report('nothing-allowed', schema.origin, {});
    return;
  }
  const operations = needs.list(schema);
  if (why === 'contradiction' && conflict)
    context.report('impossible-schema', schema.origin, {
      variant: 'object',
      ban: describeBan(schema, conflict),
      operations,
    });
  else if (why === 'contradiction') context.report('impossible-schema', schema.origin, { variant: 'any', operations });
  else
    context.report('enum-forbidden', buildChildOrigin(schema.origin, 'enum'), {
      types: nameTypes(getOwnTypes(schema)),
      operations,
    });
}

// An unused schema in a map of definitions forbids nothing.
function isUnused({ schemas }: BuildContext, schema: Schema): boolean {
  return (
    schema.definition !== undefined &&
    !schemas.list.some((other) => listSubschemas(other).some((sub) => isSame(sub.schema, schema)))
  );
}

function reportProperties(
  context: BuildContext,
  schema: KeywordSchema,
  impossible: ReadonlyMap<string, Ban | undefined>,
  needs: Needs,
): void {
  const banned = new Map<Ban, string[]>();
  for (const [name, ban] of impossible) {
    if (ban) {
      banned.set(ban, [...(banned.get(ban) ?? []), name]);
      continue;
    }
    const isRequired = [...listAppliedInPlace([schema])].some(
      (part) => part.kind === 'keywords' && part.required?.includes(name),
    );
    const operations = isRequired ? needs.list(schema) : '';
    context.report('impossible-property', schema.origin, { variant: 'value', name, operations });
  }
  for (const [ban, names] of banned)
    context.report('impossible-property', schema.origin, {
      variant: 'name',
      ban: describeBan(schema, { ban, names }),
    });
}

// A schema that extends a parent contains the base of the parent, not the parent itself.
function isSame(schema: Schema, parent: Schema): boolean {
  return schema === parent || schema.baseOf === parent;
}
