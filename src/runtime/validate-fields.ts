import { type Collector, type FoundFailure, fail, pointerToken, putUnder } from './validators.js';

/** Adds a failure where a required field is absent; tells whether it is there. `at` is the pointer of the schema of the object. */
export function hasField(
  found: FoundFailure[],
  value: unknown,
  name: string,
  at: string,
  required: boolean = true,
): boolean {
  if (value !== undefined) return true;
  if (required) fail(found, '', at, 'required', `the property ${JSON.stringify(name)}`);
  return false;
}

const words = { string: 'a string', number: 'a number', integer: 'an integer', boolean: 'true or false' };

/** Adds a failure where a field is not of a type, nor null where that is allowed. */
export function collectType(
  found: FoundFailure[],
  value: unknown,
  name: string,
  at: string,
  required: boolean,
  type: keyof typeof words,
  orNull: boolean = false,
): void {
  if (orNull && value === null) return;
  if (
    typeof value === type ? type !== 'number' || Number.isFinite(value) : Number.isInteger(value) && type === 'integer'
  )
    return;
  if (hasField(found, value, name, at, required)) failField(found, name, at, 'type', expectType(type, orNull));
}

function expectType(type: keyof typeof words, orNull: boolean): string {
  return orNull ? `${words[type]} or null` : words[type];
}

/** Adds a failure where a field is no text of a format, nor null where that is allowed. */
export function collectFormat(
  found: FoundFailure[],
  value: unknown,
  name: string,
  at: string,
  required: boolean,
  test: (text: string) => boolean,
  expected: string,
  orNull: boolean = false,
): void {
  if (orNull && value === null) return;
  if (typeof value === 'string' ? test(value) : !hasField(found, value, name, at, required)) return;
  if (typeof value === 'string') failField(found, name, at, 'format', expected);
  else failField(found, name, at, 'type', expectType('string', orNull));
}

/** Adds what a function finds in a field, whose schema stands at `target`; in the schema of the object unless told. */
export function collectField(
  found: FoundFailure[],
  value: unknown,
  name: string,
  at: string,
  required: boolean,
  collect: Collector,
  target?: string,
  depth: number = 0,
): void {
  if (!hasField(found, value, name, at, required)) return;
  const start = found.length;
  const token = pointerToken(name);
  collect(value, found, target ?? `${at}/properties/${token}`, depth);
  if (found.length > start) putUnder(found, start, `/${token}`);
}

function failField(found: FoundFailure[], name: string, at: string, keyword: string, expected: string): void {
  const token = pointerToken(name);
  fail(found, `/${token}`, `${at}/properties/${token}`, keyword, expected);
}
