import { addPair, type QueryDraft } from './query.js';
import { percentEncode, writeText } from './text.js';

/** Sends a text as the whole query (`in: querystring`, OpenAPI 3.2, 4.12.1), unless it is `undefined`. */
export function writeWholeQuery(draft: QueryDraft, name: string, value: unknown): void {
  if (value != null) addPair(draft, percentEncode(writeText(name, value)));
}
