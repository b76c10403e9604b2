import type { JsonValue } from './element.js';
import { followReference } from './follow-reference.js';
import { listAppliedInPlace } from './in-place.js';
import { hasOpenValues, type KeywordSchema, listValues, type Schema } from './schema.js';

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
  const candidates = listObjectParts(first).flatMap((part) => part.properties?.map(({ name }) => name) ?? []);
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
  const parts = listObjectParts(schema);
  const isRequired = parts.some((part) => part.required?.includes(property));
  return isRequired && parts.some((part) => part.types?.length === 1 && part.types[0] === 'object');
}

/** Returns the strings to which a schema limits a property, or `undefined` if it does not list all of them. */
export function findListedValues(schema: Schema, property: string): readonly JsonValue[] | undefined {
  const [first, ...others] = listObjectParts(schema)
    .flatMap((part) => part.properties ?? [])
    .filter(({ name }) => name === property)
    .flatMap((each) => {
      const values = listTexts(each.schema);
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

/**
 * Lists the schemas with keywords that apply to the same value: the schema, what it refers to, and the members of its
 * `allOf`.
 */
export function listObjectParts(schema: Schema): KeywordSchema[] {
  return [...listAppliedInPlace([schema])].flatMap((part) => (part.kind === 'keywords' ? [part] : []));
}
