import { buildChildOrigin } from '../../../diagnostics/origin.js';
import { matchesPattern } from '../../../model/compile-pattern.js';
import { listObjectParts } from '../../../model/find-dispatch.js';
import type { KeywordSchema, Schema } from '../../../model/schema.js';
import { hasParts, listAppliedSubschemas, type Subschema } from '../../../model/walk-schemas.js';
import type { Acceptance } from './acceptance.js';
import { isAcceptingAll } from './checked-keywords.js';

/** A step from a value to one of its parts, and the schema that a guard checks there. */
export interface Step {
  /** The name of a field or the index of an item; absent for a step to several parts. */
  readonly key?: string | number;
  /** Returns whether the step leads to a part; absent for a step with a key. */
  readonly leadsTo?: (key: string | number) => boolean;
  readonly to: 'fields' | 'names' | 'items';
  readonly schema: Schema;
}

/** A schema that a guard checks against the same value. */
export interface Branch {
  readonly schema: Schema;
  /** The group of the branch. A guard checks at most one branch of a group. */
  readonly group?: string;
}

/** Lists the steps of the schema's own keywords. */
export function listSteps(schema: Schema): Step[] {
  return schema.kind === 'keywords' && hasParts(schema)
    ? [...listFieldSteps(schema), ...listItemSteps(schema)].filter((step) => !isAcceptingAll(step.schema))
    : [];
}

/** Returns whether a schema can have several steps and branches. Only a parent has more of them than parts. */
export function canFork(schema: Schema, parts: readonly Subschema[]): boolean {
  return parts.length > 1 || (schema.kind === 'keywords' && schema.discriminator !== undefined);
}

/** Returns whether a schema has steps without a key that lead to schemas with parts. */
export function hasOpenSteps(schema: Schema): boolean {
  if (schema.kind !== 'keywords') return false;
  const { patternProperties = [], additionalProperties, unevaluatedProperties, propertyNames } = schema;
  const { items, contains, unevaluatedItems } = schema;
  const single = [additionalProperties, unevaluatedProperties, propertyNames, items, contains, unevaluatedItems];
  return single.some((part) => part && hasParts(part)) || patternProperties.some((part) => hasParts(part.schema));
}

function listFieldSteps(schema: KeywordSchema): Step[] {
  const { properties = [], patternProperties = [], additionalProperties, unevaluatedProperties } = schema;
  const names = new Set(properties.map(({ name }) => name));
  const patterns = patternProperties.map(({ pattern, schema: part }) => ({
    matches: (key: string | number) =>
      matchesPattern(pattern, String(key), buildChildOrigin(schema.origin, 'patternProperties', pattern)),
    part,
  }));
  const isListed = (key: string | number): boolean =>
    names.has(String(key)) || patterns.some(({ matches }) => matches(key));
  const toField = (part: Schema | undefined, leadsTo: (key: string | number) => boolean): Step[] =>
    part ? [{ to: 'fields', leadsTo, schema: part }] : [];
  return [
    ...properties.map(({ name, schema: part }): Step => ({ to: 'fields', key: name, schema: part })),
    ...patterns.flatMap(({ matches, part }) => toField(part, matches)),
    ...toField(additionalProperties, (key) => !isListed(key)),
    ...toField(unevaluatedProperties, () => true),
    ...(schema.propertyNames ? [{ to: 'names', leadsTo: () => true, schema: schema.propertyNames } as const] : []),
  ];
}

function listItemSteps({ prefixItems = [], items, contains, unevaluatedItems }: KeywordSchema): Step[] {
  const toItems = (part: Schema | undefined, from: number): Step[] =>
    part ? [{ to: 'items', leadsTo: (key) => Number(key) >= from, schema: part }] : [];
  return [
    ...prefixItems.map((part, key): Step => ({ to: 'items', key, schema: part })),
    ...toItems(items, prefixItems.length),
    ...toItems(contains, 0),
    ...toItems(unevaluatedItems, 0),
  ];
}

/** Lists the schemas that a guard checks against the same value because of the schema's own keywords. */
export function listBranches(schema: Schema, acceptance: Acceptance): Branch[] {
  if (schema.kind !== 'keywords' || !hasParts(schema)) return [];
  const { inheritance } = schema.discriminator ?? {};
  if (inheritance) return listChildren(schema, inheritance);
  const applied = listAppliedSubschemas(schema);
  if (applied.length === 0) return [];
  const group = (members: readonly Schema[] | undefined, keyword: string): string | undefined =>
    members && acceptance.findChoice(members, schema.discriminator?.propertyName) ? keyword : undefined;
  const groups: { readonly [keyword: string]: string | undefined } = {
    anyOf: group(schema.anyOf, 'anyOf'),
    oneOf: group(schema.oneOf, 'oneOf'),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    then: 'if',
    else: 'if',
  };
  return applied
    .filter(({ schema: part }) => !isAcceptingAll(part))
    .map(({ keyword, schema: part }): Branch => {
      const exclusive = groups[keyword];
      return exclusive === undefined ? { schema: part } : { schema: part, group: exclusive };
    });
}

// A value of a parent schema is checked against the child that it names.
function listChildren(
  schema: KeywordSchema,
  { base, children }: NonNullable<NonNullable<KeywordSchema['discriminator']>['inheritance']>,
): Branch[] {
  const property = schema.discriminator?.propertyName;
  const isRequired = listObjectParts(schema).some(({ required = [] }) => required.some((name) => name === property));
  return [
    ...children.map(
      (child): Branch =>
        child.values && isRequired ? { schema: child.schema, group: 'children' } : { schema: child.schema },
    ),
    ...(children.every(({ isExtending }) => isExtending) ? [] : [{ schema: base }]),
  ];
}

/**
 * Lists the schemas that a guard checks again for the same value to find the properties and items that they evaluate
 * (core, 11).
 */
export function listEvaluatedAgain(schema: Schema, applied: Iterable<Schema>): Schema[] {
  if (schema.kind !== 'keywords' || !(schema.unevaluatedProperties || schema.unevaluatedItems)) return [];
  return [...applied].flatMap((part) =>
    part.kind === 'keywords'
      ? [...(part.anyOf ?? []), ...(part.oneOf ?? []), ...(part.if ? [part.if, part.if] : [])]
      : [],
  );
}
