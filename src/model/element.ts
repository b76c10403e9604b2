import type { Origin } from '../diagnostics/origin.js';
/** A JSON value of a description. An integer with more digits than a JavaScript number is a `bigint`. */
export type JsonValue = null | boolean | number | bigint | string | readonly JsonValue[] | JsonObject;

/** A JSON object of a description. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** The members of every element of the model. */
export interface Element {
  /** The place where it is written. For an element behind a reference, the place of the target. */
  readonly origin: Origin;
  /** Its gaps (`x-not-shown`), including those that it names by id only. */
  readonly notShown: readonly NotShown[];
  /** The sections of the documentation it restates (`x-source`). */
  readonly source: readonly string[];
}

/** A known fact, or the gap that asks for it. */
export type Shown<T> = { readonly shown: true; readonly value: T } | { readonly shown: false; readonly gap: NotShown };

/** External Documentation Object (OpenAPI 3.2, 4.11). */
export interface ExternalDocs {
  readonly url: string;
  readonly description?: string;
}

/** The kinds of gaps. The kind decides what each artifact does with the gap. */
export const gapKinds = [
  'shape',
  'fields',
  'presence',
  'values',
  'parameter-name',
  'parameters',
  'unit',
  'transitions',
  'status-code',
  'errors',
  'header',
  'behaviour',
  'policy',
  'events',
] as const;

/** The kind of a gap. */
export type GapKind = (typeof gapKinds)[number];

/** A gap: something that the documentation does not say (`x-not-shown`). One object per id. */
export interface NotShown {
  readonly id: string;
  readonly kind: GapKind;
  /** The question: one sentence that a person could answer. */
  readonly question: string;
  /** The section of the documentation that does not contain the answer. */
  readonly source: string;
  /** The facts that the documentation does show. */
  readonly known: readonly string[];
  /** A guess at the answer, which only the reference shows. */
  readonly guess?: string;
  /** The person or team that can answer it. */
  readonly owner?: string;
  /** The address of its ticket, an `http` or `https` URL. */
  readonly issue?: string;
  /** The date when it was asked (ISO 8601). */
  readonly since?: string;
  /** Its fields that begin with `x-`, as the description writes them. */
  readonly extensions: ObjectValue;
  /** The object on which the gap is written in full. */
  readonly origin: Origin;
  /** The place of the gap itself, in `x-not-shown` of this object. */
  readonly entry: Origin;
  /** Every object that has the gap; the object in `origin` is the first. */
  readonly places: readonly Origin[];
  /**
   * The operations that it affects, by `operationId`, or by `METHOD /path` if there is none. Empty if it is on the root
   * or on the Info Object.
   */
  readonly operations: readonly string[];
}

/** The optional texts of a gap. */
const optionalTexts = ['guess', 'owner', 'issue', 'since'] as const;

/** Returns the optional texts that a gap of the model or of the description has. */
export function omitOtherTexts(
  gap: {
    readonly [F in (typeof optionalTexts)[number]]?: unknown;
  },
): Pick<NotShown, (typeof optionalTexts)[number]> {
  const fields = optionalTexts.filter((field) => gap[field] !== undefined);
  return Object.fromEntries(fields.map((field) => [field, String(gap[field])]));
}

/** An answered gap (`x-resolved`). It remains in the description so that no other gap gets its id. */
export interface Resolved {
  readonly id: string;
  /** The question of the gap. Absent if it was answered by an earlier version or by hand. */
  readonly question?: string;
  readonly answer: string;
  readonly source: string;
  /** The date of the answer (ISO 8601). An answer in an overlay may have no date. */
  readonly date?: string;
  readonly origin: Origin;
}

/** A JSON object whose members are unknown. */
export interface ObjectValue {
  readonly [key: string]: unknown;
}

/** Returns whether a value is a JSON object, rather than an array, null or a scalar. */
export function isObject(value: unknown): value is ObjectValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a JSON object, or an empty one in place of any other value. */
export function readObject(value: unknown): ObjectValue {
  return isObject(value) ? value : {};
}

/** Returns whether a JSON value is an object. */
export function isJsonObject(value: unknown): value is JsonObject {
  return isObject(value);
}

/** Returns whether a JSON value is a list. `Array.isArray` would lose the type of its items. */
export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Returns whether a value of a parsed file is a JSON value. */
export function isJson(value: unknown): value is JsonValue {
  return value !== undefined;
}
