import { type Draft, setContentType } from './draft.js';
import { writeJson } from './json.js';

/** Sends a JSON body (RFC 8259), unless it is `undefined`. */
export function jsonBody(draft: Draft, value: unknown, contentType?: string): void {
  if (value === undefined) return;
  if (contentType === undefined) draft.headers['content-type'] = 'application/json';
  else setContentType(draft, contentType);
  draft.init.body = writeJson('body', value);
}
