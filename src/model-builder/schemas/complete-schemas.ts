import { buildChildOrigin } from '../../diagnostics/origin.js';
import { formatValue } from '../../diagnostics/show-text.js';
import { readExactNumber } from '../../document/number-text.js';
import { findNumberText } from '../../document/written.js';
import type { JsonValue } from '../../model/element.js';
import { listPartsInPlace } from '../../model/in-place.js';
import {
  anyType,
  buildTypes,
  findValueType,
  getOwnTypes,
  listTypes,
  nameTypes,
  type TypeSet,
} from '../../model/json-type.js';
import { normalizeJson } from '../../model/print-json.js';
import type { KeywordSchema, Schema } from '../../model/schema.js';
import { hasParts, listAppliedSubschemas } from '../../model/walk-schemas.js';
import type { BuildContext, Draft } from '../context.js';
import { type Admitted, type FindAdmitted, findAdmitted } from './admitted-types.js';
import { type CrossedBounds, isWithin, listCrossedBounds } from './crossed-bounds.js';
import { removeCycles } from './cut-cycles.js';
import { ImpossibleProperties } from './impossible-properties.js';
import { type Ban, describeBan, type ObjectConflict } from './object-conflicts.js';
import { hasMoreThan } from './schema-parts.js';

/** The facts about the schemas after they are completed. */
export interface CompleteSchemas {
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
export function completeSchemas(context: BuildContext, schemas: readonly Schema[]): CompleteSchemas {
  const facts: Facts = { found: new Map(), empty: new Map(), forbidding: new Set() };
  const admittedOf: FindAdmitted = (schema) => facts.found.get(schema);
  const order = removeCycles(context, schemas);
  shortenReferences(order);
  checkChains(context, order);
  const holders: Holder[] = [];
  for (const schema of order) {
    const holder = { schema, parts: listPartsInPlace(schema) };
    if (hasParts(schema)) holders.push(holder);
    facts.found.set(schema, completeSchema(context, holder, facts, admittedOf));
  }
  const properties = new ImpossibleProperties(admittedOf);
  const impossible = new Map<KeywordSchema, ReadonlyMap<string, Ban | undefined>>();
  const conflictOf: CompleteSchemas['conflictOf'] = (schema) => admittedOf(schema)?.conflict;
  for (const { schema, parts } of holders) {
    const found = properties.find(schema, parts);
    // If no object is valid, the finding about the object says why.
    if (schema.kind !== 'keywords' || found.size === 0 || conflictOf(schema)) continue;
    impossible.set(schema, found);
    setImpossible(schema, [...found.keys()]);
  }
  const areApart: CompleteSchemas['areApart'] = (a, b, present) => properties.areApart(a, b, present);
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

/** What is known about the schemas that are complete. */
interface Facts {
  readonly found: Map<Schema, Admitted>;
  readonly empty: Map<KeywordSchema, Emptiness>;
  readonly forbidding: Set<Schema>;
}

function completeSchema(
  context: BuildContext,
  { schema, parts }: Holder,
  { empty, forbidding }: Facts,
  admittedOf: FindAdmitted,
): Admitted {
  const isMeant = isMeantToForbid(schema, parts, forbidding);
  if (isMeant) forbidding.add(schema);
  if (schema.kind === 'keywords') completeTypes(context, schema);
  const isTyped = schema.kind !== 'keywords' || completeEnum(context, schema);
  if (schema.kind === 'keywords') completeAlternatives(context, schema, admittedOf);
  const admitted = findAdmitted(schema, parts, admittedOf);
  if (schema.kind !== 'keywords') return admitted;
  completeDefault(context, schema, admitted);
  if (admitted.types !== 0) {
    completePossible(context, schema, admitted);
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

function completePossible(
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
function completeAlternatives(context: BuildContext, schema: Draft<KeywordSchema>, admittedOf: FindAdmitted): void {
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

/**
 * Checks a default against the types, listed values and bounds that the schema admits. A default in another form
 * (`"12"`, `0` for false) is read as the value that it means. Null means that there is no default. A value that is not
 * valid, such as the default of a list on its items, is ignored: code that fills it in would contradict the types.
 */
function completeDefault(context: BuildContext, schema: Draft<KeywordSchema>, admitted: Admitted): void {
  const value = schema.default;
  if (value === undefined) return;
  const place = buildChildOrigin(schema.origin, 'default');
  const { types } = admitted;
  if (types === 0) {
    context.report('no-effect', place, { variant: 'no-valid-value', keyword: 'default' }, 'key');
    delete schema.default;
    return;
  }
  const text = (typeof value === 'number' && findNumberText(context.document, place, value)) || String(value);
  const reading = (findValueType(value) & types) === 0 ? convert(value, types, text) : value;
  const misfit = reading === undefined ? 'type' : findMisfit(reading, admitted);
  if (misfit) {
    delete schema.default;
    context.report('default-ignored', place, { variant: misfit, value: formatValue(value), types: nameTypes(types) });
  } else if (reading !== undefined && reading !== value) {
    const finding = { types: nameTypes(types), found: formatValue(value), reading: formatValue(reading) };
    context.report('read-as', place, { variant: 'default', ...finding });
    schema.default = reading;
  }
}

function findMisfit(value: JsonValue, { values, bounds }: Admitted): 'value' | 'bounds' | undefined {
  const text = normalizeJson(value);
  if (values?.every((one) => normalizeJson(one) !== text)) return 'value';
  return isWithin(value, bounds) ? undefined : 'bounds';
}

// Lists the values that may be meant. `text` is how a number is written.
function convert(value: JsonValue, admitted: TypeSet, text: string): JsonValue | undefined {
  const candidates: JsonValue[] = [];
  if (typeof value === 'string' && value.trim() !== '')
    candidates.push(readExactNumber(value.trim()), value === 'true');
  if (typeof value === 'number') candidates.push(value === 1);
  if (['number', 'bigint', 'boolean'].includes(typeof value)) candidates.push(text);
  return candidates.find((one) => (findValueType(one) & admitted) !== 0 && isSame(one, value, text));
}

// The reading must mean exactly the same as the written value.
function isSame(reading: JsonValue, value: JsonValue, text: string): boolean {
  if (typeof reading === 'boolean' && typeof value === 'number') return value === 0 || value === 1;
  return typeof reading === 'number' ? Number.isFinite(reading) : String(reading) === text;
}

/**
 * Checks the values of an enumeration against the type of the schema. A value of another type can never occur and is
 * left out (JSON Schema 2020-12, validation, 6.1.2). Returns whether any value remains.
 */
function completeEnum(context: BuildContext, schema: Draft<KeywordSchema>): boolean {
  if (!schema.enum?.length || !schema.types) return true;
  const own = getOwnTypes(schema);
  const isForbidden = (value: JsonValue): boolean => (findValueType(value) & own) === 0;
  if (!schema.enum.some(isForbidden)) return true;
  const kept = schema.enum.filter((value) => !isForbidden(value));
  if (kept.length > 0) {
    const place = buildChildOrigin(schema.origin, 'enum');
    schema.enum.forEach((value, index) => {
      if (!isForbidden(value)) return;
      const finding = { value: formatValue(value), types: nameTypes(own) };
      context.report('enum-value-forbidden', buildChildOrigin(place, index), finding);
    });
  }
  schema.enum = kept;
  return kept.length > 0;
}

/**
 * Removes from a schema the types for which no value satisfies the bounds. Also removes these bounds. If no type would
 * remain, the schema does not change: it has no valid value.
 */
function completeTypes(context: BuildContext, schema: Draft<KeywordSchema>): void {
  const { types } = schema;
  if (!types) return;
  const crossed = listCrossedBounds(schema);
  const isLeft = (type: (typeof types)[number]): boolean =>
    crossed.reduce((left, one) => left & ~one.types, buildTypes([type])) !== 0;
  const left = types.filter(isLeft);
  if (left.length === types.length || left.length === 0) return;
  for (const bounds of crossed) reportCrossed(context, schema, bounds);
  schema.types = left;
  for (const { types: without, lower, upper } of crossed) {
    if ((without & getOwnTypes(schema)) !== 0) continue;
    const finding = { variant: 'contradicted', keyword: upper, other: lower } as const;
    context.report('no-effect', buildChildOrigin(schema.origin, upper), finding);
    delete schema[lower];
    delete schema[upper];
  }
}

function reportCrossed(context: BuildContext, schema: KeywordSchema, { types, lower, upper }: CrossedBounds): void {
  const without = types & getOwnTypes(schema);
  if (without === 0) return;
  context.report('impossible-type', buildChildOrigin(schema.origin, lower), {
    variant: 'bounds',
    types: nameTypes(without),
    lower: { keyword: lower, value: schema[lower] },
    upper: { keyword: upper, value: schema[upper] },
  });
}

/** Compilers and runtimes follow imports by recursion, and overflow after about 2,000 modules in a row. */
const mostInRow = 100;

/**
 * Shortens chains of more than `mostInRow` schemas that only refer: some of these refer to a later schema of the chain.
 * `order` has each schema after those that it applies.
 */
export function shortenReferences(order: Iterable<Schema>): void {
  const counts = new Map<Schema, number>();
  const ends = new Map<Schema, Schema>();
  for (const schema of order) {
    if (schema.kind !== 'keywords' || !schema.ref || !isPlainReference(schema)) continue;
    const count = (counts.get(schema.ref) ?? 0) + 1;
    const end = ends.get(schema.ref) ?? schema.ref;
    ends.set(schema, end);
    counts.set(schema, count > mostInRow ? 1 : count);
    const draft: Draft<KeywordSchema> = schema;
    if (count > mostInRow) draft.ref = end;
  }
}

function isPlainReference(schema: KeywordSchema): boolean {
  const { notShown, default: standard, readOnly, writeOnly } = schema;
  const says = hasMoreThan(schema, '$ref') || notShown.length > 0 || standard !== undefined;
  return !(says || readOnly || writeOnly);
}
