import { childOrigin } from '../../diagnostics/origin.js';
import type { KeywordSchema, Schema } from '../../model/schema.js';
import { subschemas } from '../../model/walk-schemas.js';
import type { BuildContext } from '../context.js';
import type { Draft } from '../node.js';
import { cutCycles } from '../schemas/schema-cycles.js';
import { admittedTypes, anyType, nameTypes, ownTypes, type TypeSet } from '../schemas/schema-types.js';
import { checkDefault } from './check-default.js';
import { checkEnum } from './check-enum.js';
import { checkIdle } from './check-idle.js';
import { checkCompanions, checkKeywordTypes } from './check-keyword-types.js';
import { checkOneOf } from './check-one-of.js';

type Known = ReadonlyMap<Schema, TypeSet>;

/** Checks what can be told only when all schemas are complete: cycles, and types and values that contradict each other. */
export function checkSchemas(context: BuildContext): void {
  const known = new Map<Schema, TypeSet>();
  const forbidding = new Set<Schema>();
  for (const schema of cutCycles(context, context.schemas.list)) {
    const isForbidding = isMeantToForbid(schema, forbidding);
    if (isForbidding) forbidding.add(schema);
    if (schema.kind === 'keywords') {
      checkEnum(context, schema);
      checkAlternatives(context, schema, known);
      checkKeywordTypes(context, schema);
      checkCompanions(context, schema);
    }
    const admitted = admittedTypes(schema, known);
    known.set(schema, admitted);
    if (schema.kind !== 'keywords') continue;
    if (admitted !== 0) {
      checkDefault(context, schema, admitted);
      continue;
    }
    if (isForbidding || isUnused(context, schema)) context.report('nothing-allowed', schema.origin, {});
    // That none of the values under `enum` has the type is told there; what applies this schema is not at fault.
    else if (schema.enum?.length !== 0) context.report('impossible-schema', schema.origin, {});
    known.set(schema, anyType);
  }
  for (const schema of context.schemas.list) {
    if (schema.kind !== 'keywords') continue;
    checkProperties(context, schema, known);
    checkOneOf(context, schema);
  }
  checkIdle(context);
}

// `false` and an empty list of values say on purpose that there is none, and so does what applies them.
function isMeantToForbid(schema: Schema, forbidding: ReadonlySet<Schema>): boolean {
  if (schema.kind !== 'keywords') return schema.kind === 'boolean' && !schema.value;
  const { ref, allOf = [], anyOf, oneOf } = schema;
  if (schema.enum?.length === 0 || [ref, ...allOf].some((part) => part && forbidding.has(part))) return true;
  return [anyOf, oneOf].some((members) => members?.every((member) => forbidding.has(member)));
}

// What only stands among definitions, with something in it that is used, forbids nobody anything.
function isUnused({ schemas }: BuildContext, schema: Schema): boolean {
  return (
    schema.definition !== undefined &&
    !schemas.list.some((other) => subschemas(other).some((sub) => sub.schema === schema))
  );
}

// Published descriptions write `type: object` beside alternatives that are texts or null, and mean the alternatives.
function checkAlternatives(context: BuildContext, schema: Draft<KeywordSchema>, known: Known): void {
  const own = ownTypes(schema);
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const against = schema[keyword]?.find((one) => isAgainst(own, known.get(one)));
    if (!against || !schema.types) continue;
    const types = nameTypes(known.get(against) ?? anyType);
    context.report('type-against-alternative', childOrigin(schema.origin, 'type'), {
      type: schema.types.join(' or '),
      types,
      keyword,
    });
    delete schema.types;
  }
}

function isAgainst(own: TypeSet, types: TypeSet | undefined): boolean {
  return types !== undefined && types !== 0 && (own & types) === 0;
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
