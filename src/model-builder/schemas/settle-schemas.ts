import { buildChildOrigin } from '../../diagnostics/origin.js';
import { listPartsInPlace } from '../../model/in-place.js';
import type { KeywordSchema, Schema } from '../../model/schema.js';
import type { BuildContext } from '../context.js';
import type { Draft } from '../node.js';
import { type Admitted, findAdmitted } from './admitted-types.js';
import { removeCycles } from './cut-cycles.js';
import { ImpossibleProperties } from './impossible-properties.js';
import { anyType, getOwnTypes, listTypes, nameTypes, type TypeSet } from './schema-types.js';
import { settleDefault } from './settle-default.js';
import { settleEnum } from './settle-enum.js';
import { settleTypes } from './settle-types.js';
import { shortenReferences } from './shorten-references.js';

type Known = ReadonlyMap<Schema, Admitted>;

/** The facts about the schemas after they are settled. */
export interface SettledSchemas {
  /** The schemas that no value satisfies, each with the reason. */
  readonly empty: ReadonlyMap<KeywordSchema, Emptiness>;
}

/**
 * The reason why no value satisfies a schema: the author intends it, none of its listed values has its type, it
 * contradicts itself, or a part of it has no valid value.
 */
export type Emptiness = 'meant' | 'none-of-type' | 'contradiction' | 'part';

/**
 * Cuts the cycles of schemas, shortens long chains of references, and chooses a reading where types and values
 * contradict each other.
 */
export function settleSchemas(context: BuildContext, schemas: readonly Schema[]): SettledSchemas {
  const known = new Map<Schema, Admitted>();
  const empty = new Map<KeywordSchema, Emptiness>();
  const forbidding = new Set<Schema>();
  const order = removeCycles(context, schemas);
  shortenReferences(order);
  for (const schema of order) {
    const isMeant = isMeantToForbid(schema, forbidding);
    if (isMeant) forbidding.add(schema);
    if (schema.kind === 'keywords') settleTypes(context, schema);
    const isTyped = schema.kind !== 'keywords' || settleEnum(context, schema);
    if (schema.kind === 'keywords') settleAlternatives(context, schema, known);
    const admitted = findAdmitted(schema, known);
    known.set(schema, admitted);
    if (schema.kind !== 'keywords') continue;
    settleDefault(context, schema, admitted.types);
    if (admitted.types !== 0) {
      settlePossible(context, schema, admitted);
      continue;
    }
    const isOfPart = isApplied(schema, (part) => part.kind === 'keywords' && empty.has(part));
    const why = isOfPart ? 'part' : isMeant ? 'meant' : isTyped ? 'contradiction' : 'none-of-type';
    empty.set(schema, why);
    if (why === 'contradiction') setImpossible(schema);
  }
  const properties = new ImpossibleProperties(known);
  for (const schema of order) settleProperties(schema, properties.find(schema));
  return { empty };
}

// A schema that allows every type has no list of types to shorten.
function settlePossible(context: BuildContext, schema: Draft<KeywordSchema>, { types, stated }: Admitted): void {
  if (types === stated || stated === anyType) return;
  const possible = listTypes(types);
  const without = listTypes(stated).filter((type) => !possible.includes(type));
  if (without.length === 0) return;
  if (without.includes('number') && possible.includes('integer')) return;
  context.report('impossible-type', schema.origin, { variant: 'parts', types: without.join(' or ') });
  schema.possibleTypes = possible;
}

function setImpossible(schema: Draft<KeywordSchema>): void {
  schema.isImpossible = true;
}

function settleProperties(schema: Draft<Schema>, names: readonly string[]): void {
  if (schema.kind === 'keywords' && names.length > 0) schema.impossibleProperties = names;
}

// Returns whether a fact about schemas also holds for a schema that applies them. It does if it holds for one schema
// under `$ref` or `allOf`, or for all alternatives.
function isApplied(schema: KeywordSchema, isTrue: (part: Schema) => boolean): boolean {
  return listPartsInPlace(schema).some(isTrue) || [schema.anyOf, schema.oneOf].some((list) => list?.every(isTrue));
}

// `false` and an empty list of values forbid everything on purpose, and so do schemas that apply them.
function isMeantToForbid(schema: Schema, forbidding: ReadonlySet<Schema>): boolean {
  if (schema.kind !== 'keywords') return schema.kind === 'boolean' && !schema.value;
  return schema.enum?.length === 0 || isApplied(schema, (part) => forbidding.has(part));
}

// Published descriptions write `type: object` beside alternatives that are strings or null, and mean the alternatives.
function settleAlternatives(context: BuildContext, schema: Draft<KeywordSchema>, known: Known): void {
  const own = getOwnTypes(schema);
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const against = schema[keyword]?.find((one) => isAgainst(own, known.get(one)?.types));
    if (!against || !schema.types) continue;
    const types = nameTypes(known.get(against)?.types ?? anyType);
    context.report('type-against-alternative', buildChildOrigin(schema.origin, 'type'), {
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
