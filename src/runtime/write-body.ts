import { type Draft, setContentType } from './client.js';

/** Sends a JSON body (RFC 8259), unless it is `undefined`. */
export function jsonBody(draft: Draft, value: unknown, contentType = 'application/json'): void {
  if (value === undefined) return;
  setContentType(draft, contentType);
  draft.body = JSON.stringify(value);
}
