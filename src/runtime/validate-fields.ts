import { type Collector, type FoundFailure, fail, putUnder } from './validators.js';

// Fields are told by their names as tokens of a JSON pointer, `at` being the pointer of the schema of their object.

/** Adds a failure where a required field is absent; tells whether it is there. */
export function hasField(
  found: FoundFailure[],
  value: unknown,
  token: string,
  at: string,
  required: boolean = true,
): boolean {
  if (value !== undefined) return true;
  if (required) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    fail(found, '', `${at}/required`, 'required', `the property ${JSON.stringify(name)}`, 'must have ');
  }
  return false;
}

/** Adds a failure where a field is no text, nor null where that is allowed. */
export function collectString(
  found: FoundFailure[],
  value: unknown,
  token: string,
  at: string,
  required: boolean,
  orNull: boolean = false,
): void {
  if (typeof value !== 'string') refuseType(found, value, token, at, required, 'a string', orNull);
}

/** Adds a failure where a field is no number, nor null where that is allowed. */
export function collectNumber(
  found: FoundFailure[],
  value: unknown,
  token: string,
  at: string,
  required: boolean,
  orNull: boolean = false,
): void {
  if (!Number.isFinite(value)) refuseType(found, value, token, at, required, 'a number', orNull);
}

/** Adds a failure where a field is no integer, nor null where that is allowed. */
export function collectInteger(
  found: FoundFailure[],
  value: unknown,
  token: string,
  at: string,
  required: boolean,
  orNull: boolean = false,
): void {
  if (!Number.isInteger(value)) refuseType(found, value, token, at, required, 'an integer', orNull);
}

/** Adds a failure where a field is neither true nor false, nor null where that is allowed. */
export function collectBoolean(
  found: FoundFailure[],
  value: unknown,
  token: string,
  at: string,
  required: boolean,
  orNull: boolean = false,
): void {
  if (typeof value !== 'boolean') refuseType(found, value, token, at, required, 'true or false', orNull);
}

function refuseType(
  found: FoundFailure[],
  value: unknown,
  token: string,
  at: string,
  required: boolean,
  expected: string,
  orNull: boolean,
): void {
  if ((orNull && value === null) || !hasField(found, value, token, at, required)) return;
  fail(found, `/${token}`, `${at}/properties/${token}/type`, 'type', orNull ? `${expected} or null` : expected);
}

/** Adds a failure where a field is no text of a format, nor null where that is allowed. */
export function collectFormat(
  found: FoundFailure[],
  value: unknown,
  token: string,
  at: string,
  required: boolean,
  test: (text: string) => boolean,
  expected: string,
  orNull: boolean = false,
): void {
  if (typeof value !== 'string') refuseType(found, value, token, at, required, 'a string', orNull);
  else if (!test(value)) fail(found, `/${token}`, `${at}/properties/${token}/format`, 'format', expected);
}

/** Adds what a function finds in a field, whose schema stands at `target`; in the schema of the object unless told. */
export function collectField(
  found: FoundFailure[],
  value: unknown,
  token: string,
  at: string,
  required: boolean,
  collect: Collector,
  target?: string,
  depth: number = 0,
): void {
  if (!hasField(found, value, token, at, required)) return;
  const start = found.length;
  collect(value, found, target ?? `${at}/properties/${token}`, depth);
  if (found.length > start) putUnder(found, start, `/${token}`);
}
