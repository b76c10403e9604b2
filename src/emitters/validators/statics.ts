import type { JsonValue } from '../../model/element.js';
import { hasOpenValues, type KeywordSchema, type Schema } from '../../model/schema.js';
import { listMembers } from '../../model/schema-keywords.js';
import { allKinds, type Kinds, kindOf, kindsMeet, restrictKinds, sameKinds, uniteKinds } from './kinds.js';

// Far enough for what people write; beyond it, nothing is claimed.
const deepest = 100;

const knownKinds = new WeakMap<Schema, Kinds>();

/** Gives the kinds that a schema may accept: never too few. */
export function acceptedKinds(schema: Schema, depth = 0): Kinds {
  if (schema.kind === 'boolean') return schema.value ? allKinds : new Set();
  if (schema.kind !== 'keywords' || depth > deepest) return allKinds;
  const known = knownKinds.get(schema);
  if (known) return known;
  // Met again inside itself, it claims nothing.
  knownKinds.set(schema, allKinds);
  let kinds = restrictKinds(allKinds, schema.types);
  const values = schema.const !== undefined ? [schema.const] : schema.enum;
  if (values) kinds = restrictKinds(kinds, values.map(kindOf));
  for (const part of [...(schema.ref ? [schema.ref] : []), ...(schema.allOf ?? [])])
    kinds = restrictKinds(kinds, acceptedKinds(part, depth + 1));
  for (const members of [schema.anyOf, schema.oneOf]) {
    if (!members) continue;
    const any = members.map((member) => acceptedKinds(member, depth + 1)).reduce(uniteKinds, new Set());
    kinds = restrictKinds(kinds, any);
  }
  knownKinds.set(schema, kinds);
  return kinds;
}

const knownNull = new WeakMap<Schema, boolean>();

/** Tells whether a schema accepts `null`: exact, since no keyword looks into it. */
export function acceptsNull(schema: Schema, depth = 0): boolean {
  if (schema.kind === 'boolean') return schema.value;
  if (schema.kind !== 'keywords' || depth > deepest) return true;
  const known = knownNull.get(schema);
  if (known !== undefined) return known;
  knownNull.set(schema, true);
  const accepted = admitsNull(schema, (part) => acceptsNull(part, depth + 1));
  knownNull.set(schema, accepted);
  return accepted;
}

function admitsNull(schema: KeywordSchema, accepts: (part: Schema) => boolean): boolean {
  if (schema.types && !schema.types.includes('null')) return false;
  if (schema.const !== undefined && schema.const !== null) return false;
  if (schema.enum && !schema.enum.includes(null)) return false;
  if (schema.ref && !accepts(schema.ref)) return false;
  if (schema.allOf && !schema.allOf.every(accepts)) return false;
  if (schema.anyOf && !schema.anyOf.some(accepts)) return false;
  if (schema.oneOf && schema.oneOf.filter(accepts).length !== 1) return false;
  if (schema.not && accepts(schema.not)) return false;
  const branch = schema.if && (accepts(schema.if) ? schema.then : schema.else);
  return !branch || accepts(branch);
}

/** Tells whether no value can be accepted by two of these schemas, because their kinds differ. */
export function areApart(schemas: readonly Schema[]): boolean {
  const kinds = schemas.map((schema) => acceptedKinds(schema));
  return kinds.every((each, index) => kinds.slice(index + 1).every((other) => !kindsMeet(each, other)));
}

const checked = listMembers(({ role }) => role === 'assertion' || role === 'applicator');

const knownKeywords = new WeakMap<KeywordSchema, ReadonlySet<keyof KeywordSchema>>();

/** Gives the keywords of a schema that are checked. */
function checkedKeywords(schema: KeywordSchema): ReadonlySet<keyof KeywordSchema> {
  const known = knownKeywords.get(schema) ?? new Set(checked.filter((keyword) => schema[keyword] !== undefined));
  knownKeywords.set(schema, known);
  return known;
}

/** Tells whether a schema accepts everything on the face of it: it has no keyword that is checked. */
export function acceptsAll(schema: Schema): boolean {
  if (schema.kind === 'boolean') return schema.value;
  return schema.kind === 'not-shown' || checkedKeywords(schema).size === 0;
}

/** Tells whether a schema says nothing but `type`. */
export function isOnlyType(schema: Schema): boolean {
  return schema.kind === 'keywords' && schema.types !== undefined && saysOnly(schema, ['types']);
}

/** Leaves out the members of `anyOf` that accept nothing beyond what another one accepts by its type alone, as in an open list of values. */
export function neededMembers(members: readonly Schema[]): readonly Schema[] {
  const types = members.filter(isOnlyType);
  return members.filter((member) => {
    if (types.includes(member) || hasOpenValues(member)) return true;
    const kinds = acceptedKinds(member);
    return !types.some((type) => sameKinds(restrictKinds(kinds, acceptedKinds(type)), kinds));
  });
}

/** Tells whether a schema has no keyword that is checked but these, and no item that changes how it is. */
export function saysOnly(schema: KeywordSchema, keywords: readonly (keyof KeywordSchema)[]): boolean {
  return [...checkedKeywords(schema)].every((keyword) => keywords.includes(keyword)) && !hasOpenValues(schema);
}

/** Gives the target of a schema that says nothing but `$ref`. */
export function onlyReference(schema: KeywordSchema): Schema | undefined {
  return saysOnly(schema, ['ref']) ? schema.ref : undefined;
}

/** A property whose value alone tells the members of a union apart. */
export interface Dispatch {
  readonly property: string;
  /** By member: the values that it accepts there. */
  readonly rows: readonly { readonly schema: Schema; readonly values: readonly JsonValue[] }[];
}

/** Finds a required property that has other values in each member of a union, so that one member at most can accept a value. */
export function findDispatch(members: readonly Schema[], likely?: string): Dispatch | undefined {
  const [first] = members;
  if (!first || members.length < 2) return undefined;
  const candidates = objectParts(first).flatMap((part) => part.properties?.map(({ name }) => name) ?? []);
  const names = new Set([...(likely === undefined ? [] : [likely]), ...candidates]);
  for (const property of names) {
    const rows = dispatchRows(members, property);
    if (rows) return { property, rows };
  }
  return undefined;
}

function dispatchRows(members: readonly Schema[], property: string): Dispatch['rows'] | undefined {
  const seen = new Set<JsonValue>();
  const rows: { schema: Schema; values: readonly JsonValue[] }[] = [];
  for (const schema of members) {
    const parts = objectParts(schema);
    const isRequired = parts.some((part) => part.required?.includes(property));
    const isObject = parts.some((part) => part.types?.length === 1 && part.types[0] === 'object');
    const found = parts
      .flatMap((part) => part.properties ?? [])
      .filter(({ name }) => name === property)
      .map((each) => listedValues(each.schema))
      .find((values) => values !== undefined);
    if (!isRequired || !isObject || !found) return undefined;
    for (const value of found) {
      if (seen.has(value)) return undefined;
      seen.add(value);
    }
    rows.push({ schema, values: found });
  }
  return rows;
}

function listedValues(schema: Schema, depth = 0): readonly JsonValue[] | undefined {
  if (schema.kind !== 'keywords' || depth > deepest) return undefined;
  if (hasOpenValues(schema)) return undefined;
  const values = schema.const !== undefined ? [schema.const] : schema.enum;
  if (values) return values.every((value) => typeof value === 'string') ? values : undefined;
  return schema.ref && listedValues(schema.ref, depth + 1);
}

/** Gives the schemas that all apply to the same value: itself, what it refers to, and the members of its `allOf`. */
export function objectParts(schema: Schema): KeywordSchema[] {
  const parts = new Set<KeywordSchema>();
  const waiting = [schema];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (part.kind !== 'keywords' || parts.has(part)) continue;
    parts.add(part);
    if (part.ref) waiting.push(part.ref);
    waiting.push(...(part.allOf ?? []));
  }
  return [...parts];
}
