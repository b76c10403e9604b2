import { isOnlyReference } from './read-enumeration.js';
import type { KeywordSchema, PatternProperty, Schema } from './schema.js';

/** Everything that the description says of one value: the schemas that apply to it, whichever of their alternatives it is. */
export interface Position {
  /** As they were asked for; mere references are the schemas that they lead to. */
  readonly schemas: readonly Schema[];
  /** The discriminated unions of which `schemas` holds the chosen member. */
  readonly chosen: ReadonlySet<Schema>;
}

/** Gives the schemas of the position of one schema: itself, or what it does nothing but refer to. */
export function skipReferences(schema: Schema): Schema {
  let target = schema;
  // A chain of references ends, for the model has no cycles along them.
  while (target.kind === 'keywords' && target.ref && isOnlyReference(target)) target = target.ref;
  return target;
}

/** Lists the schemas that apply to the value of a position, `not` and conditions aside, which only refuse. */
export function listApplied({ schemas, chosen }: Position, anchors: Anchors): Set<KeywordSchema> {
  const found = new Set<KeywordSchema>();
  const waiting = [...schemas];
  for (let schema = waiting.pop(); schema; schema = waiting.pop()) {
    if (schema.kind !== 'keywords' || found.has(schema)) continue;
    found.add(schema);
    waiting.push(...listInPlace(schema, chosen, anchors));
  }
  return found;
}

/** Where a `$dynamicRef` may lead, by the name of the anchor. */
export type Anchors = ReadonlyMap<string, readonly Schema[]>;

function listInPlace(schema: KeywordSchema, chosen: ReadonlySet<Schema>, anchors: Anchors): Schema[] {
  const { ref, dynamicRef, allOf = [], then, else: otherwise, dependentSchemas = [] } = schema;
  return [
    ...(ref ? [ref] : []),
    ...(dynamicRef ? [dynamicRef.initial, ...(anchors.get(dynamicRef.anchor ?? '') ?? [])] : []),
    ...allOf,
    ...(chosen.has(schema) ? [] : [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]),
    ...(then ? [then] : []),
    ...(otherwise ? [otherwise] : []),
    ...dependentSchemas.map((each) => each.schema),
  ];
}

/** Finds the union of a position that a property decides, looking through references and `allOf` only. */
export function findDecided({ schemas, chosen }: Position): KeywordSchema | undefined {
  const seen = new Set<Schema>();
  const waiting = [...schemas];
  for (let schema = waiting.pop(); schema; schema = waiting.pop()) {
    if (schema.kind !== 'keywords' || seen.has(schema)) continue;
    seen.add(schema);
    const { discriminator } = schema;
    const isTelling = discriminator && discriminator.mapping.length > 0;
    if (isTelling && (schema.oneOf ?? schema.anyOf ?? discriminator.inheritance) && !chosen.has(schema)) return schema;
    waiting.push(...(schema.ref ? [schema.ref] : []), ...(schema.allOf ?? []));
  }
  return undefined;
}

/** What the parts of a value may be, by where they stand in it. */
export interface PartSchemas {
  readonly properties: ReadonlyMap<string, readonly Schema[]>;
  readonly patterns: ReadonlyMap<string, readonly Schema[]>;
  /** Of the members whose names are not listed. */
  readonly others: readonly Schema[];
  /** Of the first items, by position. */
  readonly first: readonly (readonly Schema[])[];
  /** Of the items after these. */
  readonly items: readonly Schema[];
}

/** Collects what several schemas say about the parts of their value. */
export function collectParts(applied: ReadonlySet<KeywordSchema>): PartSchemas {
  const all = [...applied];
  const names = new Set(all.flatMap(({ properties = [] }) => properties.map(({ name }) => name)));
  const patterns = new Map<string, Schema[]>();
  for (const { pattern, schema } of all.flatMap(({ patternProperties = [] }) => patternProperties))
    patterns.set(pattern, [...(patterns.get(pattern) ?? []), schema]);
  const length = Math.max(0, ...all.map(({ prefixItems = [] }) => prefixItems.length));
  return {
    properties: new Map([...names].map((name) => [name, all.flatMap((schema) => listMember(schema, name))])),
    patterns,
    others: all.flatMap(listOthers),
    first: Array.from({ length }, (_, index) => all.flatMap((schema) => listItem(schema, index))),
    items: all.flatMap(({ items, unevaluatedItems }) => items ?? unevaluatedItems ?? []),
  };
}

function listMember(schema: KeywordSchema, name: string): readonly Schema[] {
  const { properties = [], patternProperties = [] } = schema;
  const own = properties.filter((property) => property.name === name);
  const found = [...own, ...patternProperties.filter((each) => matches(each, name))].map((each) => each.schema);
  return found.length > 0 ? found : listOthers(schema);
}

function listOthers({ additionalProperties, unevaluatedProperties }: KeywordSchema): readonly Schema[] {
  const others = additionalProperties ?? unevaluatedProperties;
  return others ? [others] : [];
}

function listItem({ prefixItems = [], items, unevaluatedItems }: KeywordSchema, index: number): readonly Schema[] {
  const item = prefixItems[index] ?? items ?? unevaluatedItems;
  return item ? [item] : [];
}

function matches({ pattern }: PatternProperty, name: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(name);
  } catch {
    return new RegExp(pattern).test(name);
  }
}
