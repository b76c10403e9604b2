import { buildChildOrigin } from '../diagnostics/origin.js';
import { isOnlyReference } from './allowed-types.js';
import { matchesPattern } from './compile-pattern.js';
import { Described, followReference, groupProperties } from './in-place.js';
import type { KeywordSchema, Schema } from './schema.js';

/** The schemas that apply to one value, and the alternatives that are already chosen. */
export interface Position {
  /** The schemas that apply. A schema that only refers to another one is replaced by its target. */
  readonly schemas: readonly Schema[];
  /** The discriminated unions whose chosen member is among `schemas`. */
  readonly chosen: ReadonlySet<Schema>;
}

/** Returns a schema, or the end of its chain of references if the schemas of the chain only refer. */
export function skipReferences(schema: Schema): Schema {
  return followReference(schema, (at) => (isOnlyReference(at) ? at.ref : undefined)).schema;
}

/** Lists the schemas that apply to the value of a position, except `not` and `if`, which only reject values. */
export function listApplied({ schemas, chosen }: Position): Set<KeywordSchema> {
  const alternatives = (schema: Schema): boolean => !chosen.has(schema);
  return new Set(new Described(schemas, { alternatives, branches: true }).keywords);
}

/** Finds a union of a position whose discriminator chooses the alternative, through references and `allOf` only. */
export function findDecided({ schemas, chosen }: Position): KeywordSchema | undefined {
  return new Described(schemas).keywords.find((schema) => isDecided(schema) && !chosen.has(schema));
}

function isDecided({ discriminator, anyOf, oneOf }: KeywordSchema): boolean {
  const hasNames = discriminator !== undefined && discriminator.mapping.length > 0;
  return hasNames && (oneOf ?? anyOf ?? discriminator.inheritance) !== undefined;
}

/** The schemas of the parts of a value, by position. */
interface PartSchemas {
  readonly properties: ReadonlyMap<string, readonly Schema[]>;
  readonly patterns: ReadonlyMap<string, readonly Schema[]>;
  /** The schemas of members with other names. */
  readonly others: readonly Schema[];
  /** The schemas of the first items, by position. */
  readonly first: readonly (readonly Schema[])[];
  /** The schemas of the items after these. */
  readonly items: readonly Schema[];
}

/** Collects the schemas of the parts of a value to which several schemas apply. */
export function collectParts(all: readonly KeywordSchema[]): PartSchemas {
  const names = [...groupProperties(all).keys()];
  const patterns = new Map<string, Schema[]>();
  for (const { pattern, schema } of all.flatMap(({ patternProperties = [] }) => patternProperties))
    patterns.set(pattern, [...(patterns.get(pattern) ?? []), schema]);
  const length = Math.max(0, ...all.map(({ prefixItems = [] }) => prefixItems.length));
  return {
    properties: new Map(names.map((name) => [name, all.flatMap((schema) => listMember(schema, name))])),
    patterns,
    others: all.flatMap(listOthers),
    first: Array.from({ length }, (_, index) => all.flatMap((schema) => listItem(schema, index))),
    items: all.flatMap(({ items, unevaluatedItems }) => items ?? unevaluatedItems ?? []),
  };
}

function listMember(schema: KeywordSchema, name: string): readonly Schema[] {
  const { properties = [], patternProperties = [] } = schema;
  const own = properties.filter((property) => property.name === name);
  const matching = patternProperties.filter(({ pattern }) =>
    matchesPattern(pattern, name, buildChildOrigin(schema.origin, 'patternProperties', pattern)),
  );
  const found = [...own, ...matching].map((each) => each.schema);
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
