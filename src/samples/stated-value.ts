import { isJsonObject, type JsonObject, type JsonValue } from '../model/element.js';
import { Described, followReference, listPartsInPlace } from '../model/in-place.js';
import type { KeywordSchema, Schema } from '../model/schema.js';
import type { Views } from '../views/views.js';
import { formatBlank, isBlank } from './blank.js';

/**
 * Builds a value for a request from what the description states: `const`, examples, single values of `enum`, and
 * defaults. Every other value is a blank with `name`, or with the name of its property. Optional properties with blanks
 * are left out.
 */
export function buildStatedValue(schema: Schema | undefined, name: string, views: Views): JsonValue {
  return buildValue(schema, { name, views, depth: 0, required: new Set() });
}

function findStatedValue({
  const: only,
  examples,
  enum: values,
  default: standard,
}: KeywordSchema): JsonValue | undefined {
  const single = values?.length === 1 ? values[0] : undefined;
  return [only, examples?.[0], single, standard].find((value) => value !== undefined);
}

function hasBlank(value: JsonValue): boolean {
  if (typeof value === 'string') return isBlank(value);
  if (Array.isArray(value)) return value.some(hasBlank);
  return isJsonObject(value) && Object.values(value).some(hasBlank);
}

interface ValueContext {
  readonly name: string;
  readonly views: Views;
  readonly depth: number;
  /** The properties that other schemas of the same value require. */
  readonly required: ReadonlySet<string>;
}

// The most levels of a value. Deeper values, as in recursive schemas, are blanks.
const deepest = 8;

function buildValue(schema: Schema | undefined, place: ValueContext): JsonValue {
  const { name, views, depth } = place;
  if (schema?.kind === 'not-shown') return formatBlank(name, schema.gap);
  if (schema?.kind !== 'keywords' || depth > deepest) return formatBlank(name);
  const stated = findStatedValue(schema);
  if (stated !== undefined) return removeHidden(stated, schema, views);
  return buildObject(schema, place) ?? buildList(schema, place) ?? formatBlank(name);
}

function buildObject(schema: KeywordSchema, place: ValueContext): JsonValue | undefined {
  const { properties = [] } = schema;
  const required = new Set([...place.required, ...new Described([schema]).required]);
  const inside = { ...place, depth: place.depth + 1, required };
  const parts = [...listPartsInPlace(schema), ...listChosen(schema)];
  const values = [...parts.map((part) => buildValue(part, inside)), ...listDiscriminated(schema)];
  const objects = values.filter(isJsonObject);
  if (properties.length === 0 && objects.length === 0) return values.find((value) => !hasBlank(value)) ?? values[0];
  const own = properties.flatMap(({ name, schema: property }): [string, JsonValue][] => {
    if (place.views.isHidden(property, 'request')) return [];
    const value = buildValue(property, { ...inside, name, required: new Set() });
    return required.has(name) || !hasBlank(value) ? [[name, value]] : [];
  });
  // If one schema states a member and another has a blank for it, the stated value is used.
  const members = new Map(own);
  for (const [name, value] of objects.flatMap((object) => Object.entries(object))) {
    const known = members.get(name);
    if (known === undefined || hasBlank(known)) members.set(name, value);
  }
  return Object.fromEntries(members);
}

function buildList(schema: KeywordSchema, place: ValueContext): JsonValue | undefined {
  const [item] = schema.prefixItems ?? [];
  const inside = { ...place, depth: place.depth + 1, required: new Set<string>() };
  if (item) return schema.prefixItems?.map((each) => buildValue(each, inside));
  return schema.items && [buildValue(schema.items, inside)];
}

// Returns the first alternative of each union that allows more than `null`.
function listChosen({ oneOf, anyOf }: KeywordSchema): readonly Schema[] {
  return [oneOf, anyOf].flatMap((alternatives) => alternatives?.find((one) => !isNull(one)) ?? []);
}

function isNull(schema: Schema): boolean {
  return schema.kind === 'keywords' && schema.types?.length === 1 && schema.types[0] === 'null';
}

// Returns the discriminating property of the alternative that `listChosen` returns.
function listDiscriminated(schema: KeywordSchema): readonly JsonObject[] {
  const { discriminator } = schema;
  const [chosen] = listChosen(schema);
  const followed = chosen && followReference(chosen).schema;
  const row = discriminator?.mapping.find((one) => one.schema === chosen || one.schema === followed);
  return discriminator && row ? [{ [discriminator.propertyName]: row.value }] : [];
}

// Removes `readOnly` properties from a stated value, because a request does not have them.
function removeHidden(value: JsonValue, schema: Schema, views: Views): JsonValue {
  const applied = new Described([schema], { alternatives: true });
  if (Array.isArray(value)) {
    const item = applied.keywords.find(({ items }) => items)?.items;
    return item ? value.map((each) => removeHidden(each, item, views)) : value;
  }
  if (!isJsonObject(value)) return value;
  const { properties } = applied;
  const kept = Object.entries(value).flatMap(([name, member]): [string, JsonValue][] => {
    const property = properties.get(name)?.at(-1);
    if (!property) return [[name, member]];
    return views.isHidden(property, 'request') ? [] : [[name, removeHidden(member, property, views)]];
  });
  return Object.fromEntries(kept);
}
