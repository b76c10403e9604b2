import type { JsonValue } from './element.js';
import { getJsonType, isOfType } from './json-type.js';
import { hasOpenValues, type KeywordSchema, type Schema } from './schema.js';
import { nonAssertingMembers } from './schema-keywords.js';

/** The values that a schema lists. */
export interface Enumeration {
  /** The listed values, each once, in the order of the description, without `null`. */
  readonly known: readonly (string | number | bigint)[];
  /**
   * Whether other values of the same types are valid. They are if a string or number schema is in the union, or if an
   * item of kind `values` says that there are more.
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
