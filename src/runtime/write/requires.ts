import { InvalidInputError } from '../values/errors.js';
import { isSameJson } from '../values/same-json.js';
import type { Draft } from './draft.js';

/** Throws if a parameter has a value other than its default and the required header is missing. */
export function requireHeader(draft: Draft, header: string, value: unknown, standard?: unknown): void {
  if (value == null || isSameJson(value, standard) || draft.headers[header.toLowerCase()] !== undefined) return;
  throw new InvalidInputError(header, 'is missing, but a parameter requires this header');
}
