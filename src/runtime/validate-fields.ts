import { type Collector, type FoundFailure, fail, pointerToken, putUnder } from './validators.js';

/** Adds a failure where a required field is absent; tells whether it is there. `base` is the pointer of the schema of the object. */
export function hasField(
  found: FoundFailure[],
  value: unknown,
  name: string,
  base: string,
  required: boolean = true,
): boolean {
  if (value !== undefined) return true;
  if (required) fail(found, '', base, '', 'required', `the property ${JSON.stringify(name)}`);
  return false;
}

const words = { string: 'a string', number: 'a number', integer: 'an integer', boolean: 'true or false' };

/** Adds a failure where a field is not of a type. */
export function collectType(
  found: FoundFailure[],
  value: unknown,
  name: string,
  base: string,
  required: boolean,
  type: keyof typeof words,
): void {
  if (
    typeof value === type ? type !== 'number' || Number.isFinite(value) : Number.isInteger(value) && type === 'integer'
  )
    return;
  if (hasField(found, value, name, base, required)) failField(found, name, base, 'type', words[type]);
}

/** Adds a failure where a field is no text of a format. */
export function collectFormat(
  found: FoundFailure[],
  value: unknown,
  name: string,
  base: string,
  required: boolean,
  test: (text: string) => boolean,
  expected: string,
): void {
  if (typeof value === 'string' ? test(value) : !hasField(found, value, name, base, required)) return;
  if (typeof value === 'string') failField(found, name, base, 'format', expected);
  else failField(found, name, base, 'type', words.string);
}

/** Adds what a function finds in a field. */
export function collectField(
  found: FoundFailure[],
  value: unknown,
  name: string,
  base: string,
  required: boolean,
  collect: Collector,
  depth: number = 0,
): void {
  if (!hasField(found, value, name, base, required)) return;
  const start = found.length;
  collect(value, found, depth);
  if (found.length > start) putUnder(found, start, `/${pointerToken(name)}`);
}

function failField(found: FoundFailure[], name: string, base: string, keyword: string, expected: string): void {
  const token = pointerToken(name);
  fail(found, `/${token}`, base, `/properties/${token}`, keyword, expected);
}
