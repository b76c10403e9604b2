import { buildChildOrigin } from '../../diagnostics/origin.js';
import { listPartsInPlace } from '../../model/in-place.js';
import type { KeywordSchema, Schema } from '../../model/schema.js';
import { hasParts, listAppliedSubschemas } from '../../model/walk-schemas.js';
import type { BuildContext } from '../context.js';
import type { Draft } from '../node.js';
import { type Admitted, type FindAdmitted, findAdmitted, findPlainAdmitted } from './admitted-types.js';
import { removeCycles } from './cut-cycles.js';
import { ImpossibleProperties } from './impossible-properties.js';
import { type Ban, describeBan, type ObjectConflict } from './object-conflicts.js';
import { anyType, getOwnTypes, listTypes, nameTypes, type TypeSet } from './schema-types.js';
import { settleDefault } from './settle-default.js';
import { settleEnum } from './settle-enum.js';
import { settleTypes } from './settle-types.js';
import { shortenReferences } from './shorten-references.js';

/** The facts about the schemas after they are settled. */
export interface SettledSchemas {
  /** The schemas that no value satisfies, each with the reason. */
  readonly empty: ReadonlyMap<KeywordSchema, Emptiness>;
  /** The properties that are impossible because schemas together forbid them, each with the keyword that does. */
  readonly impossible: ReadonlyMap<KeywordSchema, ReadonlyMap<string, Ban | undefined>>;
  /** Returns why no object is valid in a schema, if keywords about properties contradict each other. */
  readonly conflictOf: (schema: Schema) => ObjectConflict | undefined;
  /** Returns whether no object that has the property `present` is valid in both schemas. */
  readonly areApart: (a: Schema, b: Schema, present: string) => boolean;
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
  const facts: Facts = { found: new Map(), empty: new Map(), forbidding: new Set() };
  // Most schemas have only types. To look at their members takes less than to remember the result.
  const admittedOf: FindAdmitted = (schema) => facts.found.get(schema) ?? findPlainAdmitted(schema);
  const order = removeCycles(context, schemas);
  shortenReferences(order);
  checkChains(context, order);
  const holders: Holder[] = [];
  for (const schema of order) {
    if (findPlainAdmitted(schema)) continue;
    const holder = { schema, parts: listPartsInPlace(schema) };
    if (hasParts(schema)) holders.push(holder);
    facts.found.set(schema, settleSchema(context, holder, facts, admittedOf));
  }
  const properties = new ImpossibleProperties(admittedOf);
  const impossible = new Map<KeywordSchema, ReadonlyMap<string, Ban | undefined>>();
  const conflictOf: SettledSchemas['conflictOf'] = (schema) => admittedOf(schema)?.conflict;
  for (const { schema, parts } of holders) {
    const found = properties.find(schema, parts);
    // If no object is valid, the finding about the object says why.
    if (schema.kind !== 'keywords' || found.size === 0 || conflictOf(schema)) continue;
    impossible.set(schema, found);
    setImpossible(schema, [...found.keys()]);
  }
  const areApart: SettledSchemas['areApart'] = (a, b, present) => properties.areApart(a, b, present);
  return { empty: facts.empty, impossible, conflictOf, areApart };
}

// TypeScript 5.9 and 6 follow such a chain by recursion, and overflow after about 1,000 schemas. So do later stages.
const mostInChain = 500;

function checkChains(context: BuildContext, order: Iterable<Schema>): void {
  const lengths = new Map<Schema, number>();
  for (const schema of order) {
    let length = 0;
    for (const part of listAppliedSubschemas(schema)) length = Math.max(length, 1 + (lengths.get(part.schema) ?? 0));
    if (length > mostInChain) context.report('chain-too-long', schema.origin, { limit: mostInChain });
    else if (length > 0) lengths.set(schema, length);
  }
}

/** What is known about the schemas that are settled. */
interface Facts {
  readonly found: Map<Schema, Admitted>;
  readonly empty: Map<KeywordSchema, Emptiness>;
  readonly forbidding: Set<Schema>;
}

function settleSchema(
  context: BuildContext,
  { schema, parts }: Holder,
  { empty, forbidding }: Facts,
  admittedOf: FindAdmitted,
): Admitted {
  const isMeant = isMeantToForbid(schema, parts, forbidding);
  if (isMeant) forbidding.add(schema);
  if (schema.kind === 'keywords') settleTypes(context, schema);
  const isTyped = schema.kind !== 'keywords' || settleEnum(context, schema);
  if (schema.kind === 'keywords') settleAlternatives(context, schema, admittedOf);
  const admitted = findAdmitted(schema, parts, admittedOf);
  if (schema.kind !== 'keywords') return admitted;
  settleDefault(context, schema, admitted);
  if (admitted.types !== 0) {
    settlePossible(context, schema, admitted);
    return admitted;
  }
  const isOfPart = isApplied(schema, parts, (part) => part.kind === 'keywords' && empty.has(part));
  const why = isOfPart ? 'part' : isMeant ? 'meant' : isTyped ? 'contradiction' : 'none-of-type';
  setEmpty(schema, why, empty);
  return admitted;
}

/** A schema with subschemas, and those that it applies to its own value. */
interface Holder {
  readonly schema: Schema;
  readonly parts: readonly Schema[];
}

function settlePossible(
  context: BuildContext,
  schema: Draft<KeywordSchema>,
  { types, stated, conflict }: Admitted,
): void {
  if (types === stated) return;
  if (conflict)
    context.report('impossible-type', schema.origin, { variant: 'object', ban: describeBan(schema, conflict) });
  // A schema that allows every type has no list of types to shorten.
  if (stated === anyType) {
    if (conflict) setImpossible(schema, conflict.names);
    return;
  }
  const possible = listTypes(types);
  const without = listTypes(stated).filter((type) => !possible.includes(type));
  if (without.length === 0) return;
  if (without.includes('number') && possible.includes('integer')) return;
  schema.possibleTypes = possible;
  const others = conflict ? without.filter((type) => type !== 'object') : without;
  if (others.length > 0)
    context.report('impossible-type', schema.origin, { variant: 'parts', types: others.join(' or ') });
}

function setEmpty(schema: Draft<KeywordSchema>, why: Emptiness, empty: Map<KeywordSchema, Emptiness>): void {
  empty.set(schema, why);
  if (why === 'contradiction') schema.isImpossible = true;
}

function setImpossible(schema: Draft<KeywordSchema>, names: readonly string[]): void {
  schema.impossibleProperties = names;
}

// Returns whether a fact about schemas also holds for a schema that applies them. It does if it holds for one schema
// under `$ref` or `allOf`, or for all alternatives.
function isApplied(
  { anyOf, oneOf }: KeywordSchema,
  parts: readonly Schema[],
  isTrue: (part: Schema) => boolean,
): boolean {
  return parts.some(isTrue) || (anyOf?.every(isTrue) ?? false) || (oneOf?.every(isTrue) ?? false);
}

// `false` and an empty list of values forbid everything on purpose, and so do schemas that apply them.
function isMeantToForbid(schema: Schema, parts: readonly Schema[], forbidding: ReadonlySet<Schema>): boolean {
  if (schema.kind !== 'keywords') return schema.kind === 'boolean' && !schema.value;
  return schema.enum?.length === 0 || isApplied(schema, parts, (part) => forbidding.has(part));
}

// Published descriptions write `type: object` beside alternatives that are strings or null, and mean the alternatives.
function settleAlternatives(context: BuildContext, schema: Draft<KeywordSchema>, admittedOf: FindAdmitted): void {
  const own = getOwnTypes(schema);
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const against = schema[keyword]?.find((one) => isAgainst(own, admittedOf(one)?.types));
    if (!against || !schema.types) continue;
    const types = nameTypes(admittedOf(against)?.types ?? anyType);
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
