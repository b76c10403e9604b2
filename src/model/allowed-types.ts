import { listComponents } from './components.js';
import type { JsonValue } from './element.js';
import { Described, everythingInPlace, followReference, listPartsInPlace } from './in-place.js';
import {
  anyType,
  buildTypes,
  getJsonType,
  getNarrowestType,
  getOwnTypes,
  isOfType,
  type TypeSet,
  typeSets,
} from './json-type.js';
import { hasOpenValues, type KeywordSchema, listValues, type Schema } from './schema.js';
import { nonAssertingMembers } from './schema-keywords.js';

/**
 * Returns the types of the values that a schema allows. The result contains every type that the schema allows; it may
 * also contain types that the schema rejects, but for `null` it is exact, since all keywords that apply to `null` are
 * considered. Uses no recursion, because a chain of schemas can be very long.
 */
export function findAllowedTypes(schema: Schema): TypeSet {
  const known = new Map<Schema, TypeSet>();
  const typesOf = (part: Schema): TypeSet => known.get(part) ?? anyType;
  for (const { nodes } of listComponents([schema], (part) => listPartsInPlace(part, everythingInPlace)))
    for (const node of nodes) known.set(node, findTypes(node, typesOf));
  return typesOf(schema);
}

/** Returns the types of listed values. A list of fractions counts as numbers: no test finds a fraction. */
export function findListedTypes(values: readonly JsonValue[]): TypeSet {
  return buildTypes(values.map(getNarrowestType));
}

function findTypes(schema: Schema, typesOf: (part: Schema) => TypeSet): TypeSet {
  if (schema.kind === 'boolean') return schema.value ? anyType : 0;
  if (schema.kind !== 'keywords') return anyType;
  let types = getOwnTypes(schema);
  if (schema.const !== undefined) types &= findListedTypes([schema.const]);
  if (schema.enum) types &= findListedTypes(schema.enum);
  for (const part of listPartsInPlace(schema)) types &= typesOf(part);
  for (const members of [schema.anyOf, schema.oneOf])
    if (members) types &= members.reduce((set, member) => set | typesOf(member), 0);
  return refusesNull(schema, (part) => (typesOf(part) & typeSets.null) !== 0) ? types & ~typeSets.null : types;
}

// Returns whether a keyword refuses `null` that decides nothing about other types.
function refusesNull(schema: KeywordSchema, isNull: (part: Schema) => boolean): boolean {
  if (schema.oneOf && schema.oneOf.filter(isNull).length !== 1) return true;
  if (schema.not && isNull(schema.not)) return true;
  const branch = schema.if && (isNull(schema.if) ? schema.then : schema.else);
  return branch !== undefined && !isNull(branch);
}

/** A property whose value decides which member of a union can accept an object. */
export interface Dispatch {
  readonly property: string;
  /** The members, each with the values of the property that it accepts. */
  readonly rows: readonly { readonly schema: Schema; readonly values: readonly JsonValue[] }[];
}

/**
 * Finds a required property whose values differ between the members of a union, so that at most one member accepts an
 * object.
 */
export function findDispatch(members: readonly Schema[], likely?: string): Dispatch | undefined {
  const [first] = members;
  if (!first || members.length < 2) return undefined;
  const candidates = new Described([first]).properties.keys();
  const names = new Set([...(likely === undefined ? [] : [likely]), ...candidates]);
  for (const property of names) {
    const dispatch = findRows(members, property, findValues);
    if (dispatch) return dispatch;
  }
  return undefined;
}

/** Returns the values of a property in each member of a union, unless two members have a value in common. */
export function findRows(
  members: readonly Schema[],
  property: string,
  find: (schema: Schema, property: string) => readonly JsonValue[] | undefined,
): Dispatch | undefined {
  const seen = new Set<JsonValue>();
  const rows: { schema: Schema; values: readonly JsonValue[] }[] = [];
  for (const schema of members) {
    const values = find(schema, property);
    if (!values || values.some((value) => seen.has(value)) || new Set(values).size < values.length) return undefined;
    for (const value of values) seen.add(value);
    rows.push({ schema, values });
  }
  return { property, rows };
}

// A property can decide only if every accepted object has it.
function findValues(schema: Schema, property: string): readonly JsonValue[] | undefined {
  return isObjectWith(schema, property) ? findListedValues(schema, property) : undefined;
}

/** Returns whether every value of a schema is an object that has a property. */
export function isObjectWith(schema: Schema, property: string): boolean {
  const { keywords, required } = new Described([schema]);
  return required.has(property) && keywords.some(({ types }) => types?.length === 1 && types[0] === 'object');
}

/** Returns the strings to which a schema limits a property, or `undefined` if it does not list all of them. */
export function findListedValues(schema: Schema, property: string): readonly JsonValue[] | undefined {
  const [first, ...others] = new Described([schema]).schemasOf(property).flatMap((each) => {
    const values = listTexts(each);
    return values ? [values] : [];
  });
  return first?.filter((value) => others.every((values) => values.includes(value)));
}

function listTexts(schema: Schema): readonly JsonValue[] | undefined {
  const { schema: end, isCircle } = followReference(schema, (part) =>
    hasOpenValues(part) || listValues(part) ? undefined : part.ref,
  );
  if (end.kind !== 'keywords' || isCircle || hasOpenValues(end)) return undefined;
  const values = listValues(end);
  return values?.every((value) => typeof value === 'string') ? values : undefined;
}

/** The values that a schema lists. */
export interface Enumeration {
  /** The listed values, each once, in the order of the description, without `null`. */
  readonly known: readonly (string | number | bigint)[];
  /**
   * Whether other values of the same types are valid. They are if a string or number schema is in the union, or if an
   * gap of kind `values` says that there are more.
   */
  readonly open: boolean;
  /** Whether `null` is valid. */
  readonly nullable: boolean;
}

/**
 * Reads a schema as a list of values: `enum`, `const`, a union of these, or the open form
 * `anyOf: [{ enum: […] }, { type: string }]`. Returns `undefined` for any other schema.
 */
export function readEnumeration(schema: Schema): Enumeration | undefined {
  const parts = readParts(schema, false);
  if (!parts) return undefined;
  const known = new Set<string | number | bigint>();
  for (const value of parts.values) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') known.add(value);
    else if (value !== null) return undefined;
  }
  const listed = [...known];
  const isListed = (type: Parts['open'][number]): boolean => listed.some((value) => getJsonType(value) === type);
  if (listed.length === 0 || !parts.open.every(isListed)) return undefined;
  const open = parts.open.length > 0 || hasOpenValues(schema);
  return { known: listed, open, nullable: parts.values.includes(null) };
}

interface Parts {
  readonly values: readonly JsonValue[];
  /** The types of which every value is valid. */
  readonly open: readonly ('string' | 'number')[];
}

// A union includes the values of its members and of the schemas to which these refer directly. Further references are
// not followed, so that reading takes linear time.
const mostReferenced = 1000;

function readParts(schema: Schema, isMember: boolean): Parts | undefined {
  if (schema.kind !== 'keywords') return undefined;
  if (schema.const !== undefined) return { values: [schema.const], open: [] };
  if (schema.enum)
    return {
      values: schema.enum.filter((value) => schema.types?.some((type) => isOfType(value, type)) ?? true),
      open: [],
    };
  const members = schema.anyOf ?? schema.oneOf;
  if (isMember || !members || schema.ref || schema.allOf || (schema.anyOf && schema.oneOf)) return undefined;
  const parts: Parts[] = [];
  for (const member of members) {
    const part = readMember(member, schema.anyOf !== undefined);
    if (!part) return undefined;
    parts.push(part);
  }
  return { values: parts.flatMap((part) => part.values), open: parts.flatMap((part) => part.open) };
}

function readMember(member: Schema, mayOverlap: boolean): Parts | undefined {
  if (member.kind !== 'keywords') return undefined;
  if (member.ref && isOnlyReference(member)) {
    const listed = readParts(member.ref, true);
    return listed && listed.values.length <= mostReferenced ? listed : undefined;
  }
  const listed = readParts(member, true);
  if (listed) return listed;
  const open: ('string' | 'number')[] = [];
  for (const type of member.types ?? []) {
    if (type === 'string' || type === 'number') open.push(type);
    else if (type === 'integer') open.push('number');
    else if (type !== 'null') return undefined;
  }
  if (!member.types || (open.length > 0 && !mayOverlap)) return undefined;
  return { values: member.types.includes('null') ? [null] : [], open };
}

/** Returns whether a schema is `$ref`, with no keyword beside it that applies to values. */
export function isOnlyReference(schema: KeywordSchema): boolean {
  if (!schema.ref) return false;
  return Object.keys(schema).every((member) => member === 'ref' || nonAssertingMembers.has(member));
}
