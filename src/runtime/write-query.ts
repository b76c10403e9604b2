import { percentEncode, writeText } from './write-text.js';

/** What a query is written to: a request, or a form. */
export interface QueryDraft {
  /** Empty, or `?name=value&…`. */
  query: string;
}

/** Writes a primitive as query parameter; `undefined` and `null` are not sent (RFC 6570, 2.3). */
export function writeQuery(draft: QueryDraft, name: string, value: unknown): void {
  if (value != null) addPair(draft, `${percentEncode(name)}=${percentEncode(writeText(name, value))}`);
}

/** Adds what is encoded already. */
export function addPair(draft: QueryDraft, pair: string): void {
  draft.query += `${draft.query ? '&' : '?'}${pair}`;
}
