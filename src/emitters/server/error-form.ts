import type { JsonValue } from '../../model/element.js';
import { listAppliedInPlace } from '../../model/in-place.js';
import { skipReferences } from '../../model/positions.js';
import type { KeywordSchema, Schema } from '../../model/schema.js';
import { listUnhandledMembers } from '../../model/schema-keywords.js';
import type { MediaPlan } from '../../wire/plan.js';
import { sortSentences } from '../error-sentence.js';

/** A declared error body that the server can build from a sentence and a status code. */
export interface ErrorForm {
  readonly mediaType: string;
  /**
   * The members and their values: the sentence, the status code as number, text or name, its reason phrase, or a
   * constant.
   */
  readonly members: readonly { readonly name: string; readonly value: ErrorValue }[];
}

/** The properties of content that determine the form of an error. */
export type ErrorContent = Pick<MediaPlan, 'mediaType' | 'format' | 'isRange'>;

/** The members of error bodies by their schema. */
export type KnownForms = Map<Schema, ErrorForm['members'] | undefined>;

/** The value of a member of an error body. */
export type ErrorValue = 'message' | 'code' | 'digits' | 'name' | 'reason' | { readonly always: JsonValue };

/**
 * Returns the form of the errors that a response declares: its first JSON content with a suitable schema. The schema must
 * accept an object with a text member for the sentence and with other members that need no invented values. Adds what it
 * finds about schemas to `known`.
 */
export function findErrorForm(
  alternatives: readonly ErrorContent[],
  known: KnownForms = new Map(),
): ErrorForm | undefined {
  for (const { mediaType, format, isRange } of alternatives) {
    const members = format === 'json' && mediaType.schema ? fillOnce(mediaType.schema, known) : undefined;
    if (members) return { mediaType: isRange ? 'application/json' : mediaType.mediaType, members };
  }
  return undefined;
}

const phrases = /^(title|error|reason|status_?text)$/i;
const codes = /^(http)?_?(status|code|status_?code)$/i;
// The usual names of members for the code as text, such as `status: '404'` or `code: 'not_found'`.
const codeNames = /^(error_?)?code$/i;

// Most responses with errors refer to the same few schemas.
function fillOnce(schema: Schema, known: KnownForms): ErrorForm['members'] | undefined {
  const target = skipReferences(schema);
  const members = known.has(target) ? known.get(target) : fillObject(target);
  known.set(target, members);
  return members;
}

function fillObject(schema: Schema): ErrorForm['members'] | undefined {
  const found: Found = { properties: new Map(), required: new Set(), closed: [] };
  if (!collect(schema, found)) return undefined;
  const message = chooseSentence(found);
  if (message === undefined) return undefined;
  const members: { name: string; value: ErrorValue }[] = [];
  for (const [name, property] of found.properties) {
    if (name !== message && !found.required.has(name)) continue;
    const value = name === message ? 'message' : fillMember(name, property);
    if (value === undefined) return undefined;
    members.push({ name, value });
  }
  const isWhole = [...found.required].every((name) => found.properties.has(name));
  const isAllowed = found.closed.every((names) => members.every(({ name }) => names.has(name)));
  return isWhole && isAllowed ? members : undefined;
}

interface Found {
  readonly properties: Map<string, Schema>;
  readonly required: Set<string>;
  /** The names that each schema without further properties allows. */
  readonly closed: ReadonlySet<string>[];
}

// The keywords that an object could violate even if all its members are declared.
const unclear = listUnhandledMembers('object', [
  ...(['ref', 'allOf', 'types', 'format', 'properties', 'required', 'additionalProperties'] as const),
  // These keywords have no effect here. `then` and `else` need `if`. `unevaluatedProperties` does not apply to declared
  // members. `readOnly` and `writeOnly` have no effect in replies.
  ...(['then', 'else', 'unevaluatedProperties', 'readOnly', 'writeOnly'] as const),
]);

// The keywords that a string of any length could violate.
const limiting = listUnhandledMembers('string', ['types', 'minLength', 'readOnly', 'writeOnly']);

function collect(schema: Schema, found: Found): boolean {
  return [...listAppliedInPlace([schema])].every((part) => collectOwn(part, found));
}

function collectOwn(schema: Schema, found: Found): boolean {
  if (schema.kind !== 'keywords' || unclear.some((keyword) => schema[keyword] !== undefined)) return false;
  if (schema.types && !schema.types.includes('object')) return false;
  for (const { name, schema: property } of schema.properties ?? []) {
    if (found.properties.has(name)) return false;
    found.properties.set(name, property);
  }
  for (const name of schema.required ?? []) found.required.add(name);
  const { additionalProperties: additional } = schema;
  if (additional?.kind === 'boolean' && !additional.value) {
    found.closed.push(new Set((schema.properties ?? []).map(({ name }) => name)));
  }
  return true;
}

function chooseSentence({ properties, required }: Found): string | undefined {
  const texts = [...properties].filter(([, schema]) => isPlainText(schema)).map(([name]) => name);
  const known = sortSentences(texts);
  const needed = texts.filter((name) => required.has(name));
  return known.find((name) => required.has(name)) ?? known[0] ?? (needed.length === 1 ? needed[0] : undefined);
}

function fillMember(name: string, schema: Schema): ErrorValue | undefined {
  const keywords = resolve(schema);
  if (!keywords) return undefined;
  const { types = [], enum: values, default: filled } = keywords;
  if (keywords.const !== undefined) return { always: keywords.const };
  if (values) return values.length === 1 && values[0] !== undefined ? { always: values[0] } : undefined;
  if (filled !== undefined) return { always: filled };
  if (isPlainText(schema)) {
    if (phrases.test(name)) return 'reason';
    return codeNames.test(name) ? 'name' : codes.test(name) ? 'digits' : undefined;
  }
  if (codes.test(name) && (types.includes('integer') || types.includes('number')) && canTakeCodes(keywords))
    return 'code';
  if (types.includes('null')) return { always: null };
  if (types.includes('array')) return (keywords.minItems ?? 0) === 0 && !keywords.contains ? { always: [] } : undefined;
  const empty: Found = { properties: new Map(), required: new Set(), closed: [] };
  const isEmptyEnough = types.includes('object') && collect(keywords, empty) && empty.required.size === 0;
  return isEmptyEnough ? { always: {} } : undefined;
}

function canTakeCodes({
  minimum = 0,
  maximum = 999,
  exclusiveMinimum,
  exclusiveMaximum,
  multipleOf,
}: KeywordSchema): boolean {
  return (
    minimum <= 400 &&
    maximum >= 599 &&
    exclusiveMinimum === undefined &&
    exclusiveMaximum === undefined &&
    multipleOf === undefined
  );
}

function isPlainText(schema: Schema): boolean {
  const keywords = resolve(schema);
  if (!keywords?.types?.includes('string') || !keywords.types.every((type) => type === 'string' || type === 'null'))
    return false;
  return limiting.every((keyword) => keywords[keyword] === undefined) && (keywords.minLength ?? 0) <= 1;
}

// Follows references that have no other constraints beside them.
function resolve(schema: Schema): KeywordSchema | undefined {
  const end = skipReferences(schema);
  return end.kind === 'keywords' && !end.ref ? end : undefined;
}
