import type { ShownBan } from '../../diagnostics/codes/build-schemas.js';
import { buildChildOrigin, formatOrigin } from '../../diagnostics/origin.js';
import { Described, everythingInPlace, listAppliedInPlace } from '../../model/in-place.js';
import { skipReferences } from '../../model/positions.js';
import { hasOpenFields, hasOpenValues, type KeywordSchema, type Schema } from '../../model/schema.js';
import { listMembersAbout, listPresent, nonAssertingMembers, type SchemaMember } from '../../model/schema-keywords.js';
import { isWithin } from './crossed-bounds.js';

/** A keyword that forbids properties. */
export interface Ban {
  readonly schema: KeywordSchema;
  readonly keyword: SchemaMember;
  /** Whether it forbids each property for itself, not several together. */
  readonly isByName: boolean;
  /** Returns the properties that an object cannot have. */
  refuse(names: readonly string[]): readonly string[];
}

/** Properties that every object must have, and a keyword that forbids them. */
export interface ObjectConflict {
  readonly ban: Ban;
  readonly names: readonly string[];
}

/** A schema with keywords that require or forbid properties. */
export interface ObjectPart {
  readonly schema: KeywordSchema;
  readonly bans: readonly Ban[];
}

/** The members of the model from which the parts of objects are built. */
const objectMembers: ReadonlySet<SchemaMember> = new Set([...listMembersAbout('object'), 'not']);

// Only descriptions that are written to take long exceed these numbers. Beyond them, no conflict is found.
const mostParts = 50;
const mostTests = 1000;
const mostApplied = 100;

/** Lists each part of several lists once, or none if there are too many. */
export function uniteParts(lists: readonly (readonly ObjectPart[])[]): readonly ObjectPart[] {
  const [only = [], ...others] = lists.filter((list) => list.length > 0);
  if (others.length === 0) return only;
  const all = new Set([only, ...others].flat());
  return all.size > mostParts ? [] : [...all];
}

/**
 * Returns why no object is valid in the parts of all these lists, as far as keywords about properties decide it. A list
 * of several parts has no conflict alone.
 */
export function findObjectConflict(lists: readonly (readonly ObjectPart[])[]): ObjectConflict | undefined {
  const all = lists.flat();
  for (const list of lists) {
    const bans = list.flatMap((part) => part.bans);
    const others = lists.filter((other) => other !== list || other.length === 1).flat();
    const count = others.reduce((sum, { schema }) => sum + (schema.required?.length ?? 0), 0);
    if (count === 0 || bans.length === 0 || count * bans.length > mostTests) continue;
    const required = listRequired(others);
    for (const ban of bans) {
      if (ban.refuse(ban.isByName ? required : listRequired(all)).length === 0) continue;
      // Some messages do not have these properties, so nothing requires them there.
      const names = ban.refuse(omitHidden(listRequired(all), all));
      if (names.length > 0) return { ban, names };
    }
  }
  return undefined;
}

function listRequired(parts: readonly ObjectPart[]): readonly string[] {
  return [...new Set(parts.flatMap(({ schema }) => schema.required ?? []))];
}

/** Describes a conflict in a schema for a finding. */
export function describeBan(schema: Schema, { ban, names }: ObjectConflict): ShownBan {
  const { keyword } = ban;
  const isHere = ban.schema === schema;
  const place = isHere ? undefined : formatOrigin(buildChildOrigin(ban.schema.origin, keyword));
  const isOwn = names.every((name) => ban.schema.required?.includes(name));
  return { keyword, place, names, isTogether: !ban.isByName && keyword !== 'properties', isOwn };
}

/** Builds the part of a schema, or returns `undefined` if it has no keywords about properties. */
export function buildObjectPart(schema: KeywordSchema): ObjectPart | undefined {
  return listPresent(schema, objectMembers).length > 0 ? { schema, bans: listBans(schema) } : undefined;
}

function listBans(schema: KeywordSchema): readonly Ban[] {
  const { additionalProperties, maxProperties, not, properties = [], propertyNames, unevaluatedProperties } = schema;
  const bans: Ban[] = [];
  const add = (keyword: Ban['keyword'], refuse: Ban['refuse'], isByName = false): void => {
    bans.push({ schema, keyword, isByName, refuse });
  };
  const addByName = (keyword: Ban['keyword'], isRefused: (name: string) => boolean): void =>
    add(keyword, (names) => names.filter(isRefused), true);
  const forbidden = new Set(properties.flatMap((property) => (isFalse(property.schema) ? [property.name] : [])));
  // The author forbids such a property on purpose, unless it is required.
  if (forbidden.size > 0) add('properties', (names) => names.filter((name) => forbidden.has(name)));
  if (isFalse(additionalProperties) && !schema.patternProperties && !hasOpenFields(schema)) {
    const listed = new Set(properties.map(({ name }) => name));
    addByName('additionalProperties', (name) => !listed.has(name));
  }
  const evaluated = isFalse(unevaluatedProperties) && !hasOpenFields(schema) ? listEvaluated(schema) : undefined;
  if (evaluated) addByName('unevaluatedProperties', (name) => !evaluated.has(name));
  if (propertyNames) {
    const tests = [...listAppliedInPlace([propertyNames])];
    addByName('propertyNames', (name) => !tests.every((test) => canBe(name, test)));
  }
  if (maxProperties !== undefined) add('maxProperties', (names) => (names.length > maxProperties ? names : []));
  for (const together of not ? listTogether(not) : [])
    add('not', (names) => (together.every((name) => names.includes(name)) ? together : []));
  return bans;
}

// Lists the groups of properties for which an object that has the whole group matches the schema.
function listTogether(schema: Schema): readonly (readonly string[])[] {
  const plain = skipReferences(schema);
  const members = plain.kind === 'keywords' && plain.anyOf && statesOnly(plain, 'anyOf') ? plain.anyOf : [plain];
  return members.map(skipReferences).flatMap((member) => {
    if (member.kind !== 'keywords' || !member.required?.length) return [];
    return statesOnly(member, 'required') ? [member.required] : [];
  });
}

function statesOnly(schema: KeywordSchema, keyword: SchemaMember): boolean {
  const isAllowed = (member: string): boolean => member === keyword || member === 'types';
  const isObject = schema.types?.includes('object') ?? true;
  return isObject && Object.keys(schema).every((member) => isAllowed(member) || nonAssertingMembers.has(member));
}

// Lists the properties that `unevaluatedProperties` sees, or returns `undefined` if there may be others.
function listEvaluated(schema: KeywordSchema): ReadonlySet<string> | undefined {
  const applied = [...listAppliedInPlace([schema], { ...everythingInPlace, most: mostApplied })];
  const isClear = applied.every((one) => {
    if (one.kind !== 'keywords') return one.kind === 'boolean';
    const rest = [one.additionalProperties, one === schema ? undefined : one.unevaluatedProperties];
    const isClosed = rest.every((further) => !further || isFalse(further));
    return isClosed && !one.patternProperties && !hasOpenFields(one);
  });
  if (applied.length > mostApplied || !isClear) return undefined;
  const properties = applied.flatMap((one) => (one.kind === 'keywords' ? (one.properties ?? []) : []));
  return new Set(properties.map(({ name }) => name));
}

// Patterns are not tested, because a pattern can take long.
function canBe(name: string, schema: Schema): boolean {
  if (schema.kind !== 'keywords') return !isFalse(schema);
  const { const: only, enum: listed, types } = schema;
  if ((types && !types.includes('string')) || !isWithin(name, schema)) return false;
  return hasOpenValues(schema) || ((only === undefined || only === name) && (listed?.includes(name) ?? true));
}

// Omits properties that are `readOnly` or `writeOnly`.
function omitHidden(names: readonly string[], parts: readonly ObjectPart[]): readonly string[] {
  const hidden = new Set<string>();
  for (const { name, schema } of parts.flatMap((part) => part.schema.properties ?? []))
    if (names.includes(name) && new Described([schema]).keywords.some((part) => part.readOnly || part.writeOnly))
      hidden.add(name);
  return names.filter((name) => !hidden.has(name));
}

function isFalse(schema: Schema | undefined): boolean {
  return schema?.kind === 'boolean' && !schema.value;
}
