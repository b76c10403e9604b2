import { RefusedInputError } from './client-errors.js';

/**
 * Gives a value as `JSON.stringify` does; what JSON does not have, such as a number however deep, is refused under the
 * parameter's name.
 */
export function writeJson(name: string, value: unknown): string {
  let text: string;
  try {
    text = JSON.stringify(value);
  } catch (cause) {
    // A `bigint`, or what holds itself.
    throw Object.assign(new RefusedInputError(name, 'JSON'), { cause });
  }
  checkJson(name, value, text);
  return text;
}

/**
 * Refuses a value that its JSON text does not hold, a function or a number such as `NaN` in it, under the parameter's
 * name.
 */
export function checkJson(name: string, value: unknown, text: string | undefined): void {
  if (text === undefined && value !== undefined) throw new RefusedInputError(name, 'JSON');
  // `null` stands in the place of numbers: seldom is there one to look for.
  if (!text?.includes('null')) return;
  JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === 'number' && !Number.isFinite(part)) throw new RefusedInputError(name, 'JSON');
    return typeof part === 'bigint' ? 0 : part;
  });
}
