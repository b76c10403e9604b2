import { percentEncode, writeText } from './text.js';

/** The target of a query: a request, or a form. */
export interface QueryDraft {
  /** The query: empty, or `?name=value&…`. */
  query: string;
}

/** Writes a primitive as a query parameter. Writes nothing for `undefined` and `null` (RFC 6570, 2.3). */
export function writeQuery(draft: QueryDraft, name: string, value: unknown): void {
  if (value != null) addPair(draft, `${percentEncode(name)}=${percentEncode(writeText(name, value))}`);
}

/** Adds a pair that is already encoded. */
export function addPair(draft: QueryDraft, pair: string): void {
  draft.query += `${draft.query ? '&' : '?'}${pair}`;
}

/** Sends a text as the whole query (`in: querystring`, OpenAPI 3.2, 4.12.1), unless it is `undefined`. */
export function writeWholeQuery(draft: QueryDraft, name: string, value: unknown): void {
  if (value != null) addPair(draft, percentEncode(writeText(name, value)));
}
