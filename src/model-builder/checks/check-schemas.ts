import type { KeywordSchema, Schema } from '../../model/schema.js';
import { subschemas } from '../../model/walk-schemas.js';
import type { BuildContext } from '../context.js';
import { anyType, type TypeSet } from '../schemas/schema-types.js';
import type { SettledSchemas } from '../schemas/settle-schemas.js';
import { checkIdle } from './check-idle.js';
import { checkCompanions, checkKeywordTypes } from './check-keyword-types.js';
import { checkOneOf } from './check-one-of.js';

type Known = ReadonlyMap<Schema, TypeSet>;

/** Checks what can be seen only when all schemas are settled: keywords without effect, and types that exclude each other. */
export function checkSchemas(context: BuildContext, { types, empty }: SettledSchemas): void {
  for (const schema of context.schemas.list) {
    if (schema.kind !== 'keywords') continue;
    checkKeywordTypes(context, schema);
    checkCompanions(context, schema);
    const none = empty.get(schema);
    if (none) reportEmpty(context, schema, none.isMeant);
    checkProperties(context, schema, types);
    checkOneOf(context, schema);
  }
  checkIdle(context);
}

// That none of the values under `enum` has the type is reported there; what applies this schema is not at fault.
function reportEmpty(context: BuildContext, schema: KeywordSchema, isMeant: boolean): void {
  if (isMeant || isUnused(context, schema)) context.report('nothing-allowed', schema.origin, {});
  else if (schema.enum?.length !== 0) context.report('impossible-schema', schema.origin, {});
}

// What only stands among definitions, with something in it that is used, forbids nobody anything.
function isUnused({ schemas }: BuildContext, schema: Schema): boolean {
  return (
    schema.definition !== undefined &&
    !schemas.list.some((other) => subschemas(other).some((sub) => isSame(sub.schema, schema)))
  );
}

function checkProperties(context: BuildContext, schema: KeywordSchema, known: Known): void {
  if (!schema.allOf) return;
  const found = new Map<string, TypeSet>();
  for (const part of [schema, ...schema.allOf.map(followPlain)]) {
    if (part.kind !== 'keywords') continue;
    for (const { name, schema: property } of part.properties ?? []) {
      // `false` is meant: there is no such property.
      const own = property.kind === 'boolean' ? anyType : (known.get(property) ?? anyType);
      const admitted = (found.get(name) ?? anyType) & own;
      if (admitted === 0) context.report('impossible-property', schema.origin, { name });
      found.set(name, admitted === 0 ? anyType : admitted);
    }
  }
}

// A chain of references ends, for the cycles have been cut.
function followPlain(schema: Schema): Schema {
  let target = schema;
  while (target.kind === 'keywords' && target.ref && !target.properties) target = target.ref;
  return target;
}

// What extends a parent schema holds the base that they have in common instead.
function isSame(schema: Schema, parent: Schema): boolean {
  return schema === parent || schema.baseOf === parent;
}
