import { RefusedInputError } from './client-errors.js';

/** Gives a value as `JSON.stringify` does; a number that JSON does not have, however deep, is refused under the parameter's name. */
export function writeJson(name: string, value: unknown): string {
  const text = JSON.stringify(value);
  checkNumbers(name, value, text);
  return text;
}

/** Refuses a value of whose numbers its JSON text cannot hold one, such as `NaN`, under the parameter's name. */
export function checkNumbers(name: string, value: unknown, text: string | undefined): void {
  // `null` stands in its place: seldom is there one to look for.
  if (!text?.includes('null')) return;
  JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === 'number' && !Number.isFinite(part)) throw new RefusedInputError(name, 'JSON');
    return typeof part === 'bigint' ? 0 : part;
  });
}
