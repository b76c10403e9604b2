import { InvalidInputError } from '../values/errors.js';

/** Writes a value as JSON. Throws under the parameter's name if JSON cannot express a part of it. */
export function writeJson(name: string, value: unknown): string {
  let text: string;
  try {
    text = JSON.stringify(value);
  } catch (cause) {
    // `JSON.stringify` throws for a `bigint` and for an object that contains itself.
    throw Object.assign(new InvalidInputError(name, 'must be a JSON value'), { cause });
  }
  checkJson(name, value, text);
  return text;
}

/**
 * Throws under the parameter's name if a JSON text lacks a part of its value, such as a function, `NaN` or an invalid
 * `Date`.
 */
export function checkJson(name: string, value: unknown, text: string | undefined): void {
  if (text === undefined && value !== undefined) throw new InvalidInputError(name, 'must be a JSON value');
  // JSON contains `null` in place of such parts. Few texts contain `null`, so testing first is faster.
  if (!text?.includes('null')) return;
  JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, key, part: unknown) {
    const isLost = typeof part === 'number' ? !Number.isFinite(part) : part === null && this[key] !== null;
    if (isLost) throw new InvalidInputError(name, 'must be a JSON value');
    return typeof part === 'bigint' ? 0 : part;
  });
}
