import type { Draft } from './client.js';
import { InvalidInputError } from './client-errors.js';
import { isSameJson } from './same-json.js';

/** Throws if a parameter has a value other than its default and the required header is missing. */
export function requireHeader(draft: Draft, header: string, value: unknown, standard?: unknown): void {
  if (value == null || isSameJson(value, standard) || draft.headers[header.toLowerCase()] !== undefined) return;
  throw new InvalidInputError(header, 'is missing, but a parameter requires this header');
}
