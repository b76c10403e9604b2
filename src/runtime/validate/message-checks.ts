import { findMediaType } from '../read/media-type.js';
import type { Failure, OnNotShown, Validate } from './validators.js';

/** Converts a value to what is sent; by default to JSON, without `undefined` and with a `Date` as text. */
export type Read = (value: unknown) => unknown;

/** The check of a value. Without a validator, it is not checked. */
export interface ValueChecks {
  readonly validate?: Validate | undefined;
  readonly read?: Read | undefined;
}

/** The check of a header. */
export type HeaderChecks = readonly [name: string, validate: Validate, read?: Read];

/** The check of content of one media type: of the value, or of each item of a stream. */
export interface ContentChecks extends ValueChecks {
  readonly mediaType: string;
  readonly isItems?: boolean;
  /** The checks of the first items, which have their own schemas. */
  readonly first?: readonly ValueChecks[];
}

/** The checks of one response. Unlisted content and headers are not checked. */
export interface ResponseChecks {
  readonly content?: readonly ContentChecks[];
  readonly headers?: readonly HeaderChecks[];
}

/** Lists the failures of a value, with their places below `place`. Also reports the gaps that the value touches. */
export function findFailures(
  { validate, read = readAsJson }: ValueChecks,
  value: unknown,
  place: string,
  onNotShown?: OnNotShown,
): Failure[] {
  if (!validate) return [];
  const report = onNotShown && ((id: string, where: string): void => onNotShown(id, place + where));
  return validate(read(value), report).map((failure) => ({ ...failure, instancePath: place + failure.instancePath }));
}

/** Lists the failures of given headers. `placeOf` returns the place of a header. */
export function findHeaderFailures(
  checks: readonly HeaderChecks[] | undefined,
  given: readonly (readonly [name: string, value: unknown])[],
  placeOf: (name: string) => string,
  onNotShown?: OnNotShown,
): Failure[] {
  const values = new Map(given);
  return (checks ?? []).flatMap(([name, validate, read]) => {
    const value = values.get(name);
    return value === undefined ? [] : findFailures({ validate, read }, value, placeOf(name), onNotShown);
  });
}

/** Lists the headers that are sent: those with a value. */
export function listSentHeaders(headers: unknown): [name: string, value: unknown][] {
  return Object.entries(Object(headers)).filter(([, value]) => value !== null);
}

/** Returns the checks of the content that has a media type; by default of the first one that is no range. */
export function findByMediaType<Content extends { readonly mediaType: string }>(
  content: readonly Content[] | undefined,
  contentType: unknown,
): Content | undefined {
  return contentType === undefined
    ? content?.find(({ mediaType }) => !mediaType.includes('*'))
    : findMediaType(content ?? [], String(contentType));
}

/** Returns the checks of an item of a stream. */
export function chooseChecks(content: ContentChecks, index: number): ValueChecks {
  return content.first?.[index] ?? content;
}

/** Creates a function that reads the body of a part that has declared headers. */
export function readPartBody(read: Read = readAsJson): Read {
  return (part) => read(Object(part).body);
}

/** Returns what a receiver reads if a value is sent as JSON. */
export function readAsJson(value: unknown): unknown {
  const text: unknown = JSON.stringify(value);
  return typeof text === 'string' ? JSON.parse(text) : undefined;
}
