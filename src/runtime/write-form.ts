import { type Draft, setContentType } from './client.js';
import { writeJson } from './write-json.js';
import { isRecord } from './write-parts.js';
import { addPair, type QueryDraft } from './write-query.js';
import { writeText } from './write-text.js';

/** How one field of a form is written where it is not by its content type. */
export type WriteField = (form: QueryDraft, name: string, value: unknown) => void;

/** Sends a body of `application/x-www-form-urlencoded`, unless it is `undefined`; `special` holds the fields that have a way of their own. */
export function formBody(draft: Draft, body: unknown, special: Readonly<Record<string, WriteField>> = {}): void {
  if (body === undefined) return;
  setContentType(draft, 'application/x-www-form-urlencoded');
  draft.body = writeFields(body, special);
}

/** Sends the whole query as a form (`in: querystring`, OpenAPI 3.2, 4.12.1). */
export function writeFormQuery(
  draft: QueryDraft,
  value: unknown,
  special: Readonly<Record<string, WriteField>> = {},
): void {
  const fields = value == null ? '' : writeFields(value, special);
  if (fields !== '') addPair(draft, fields);
}

/** Writes a field by its content type: text as it is, objects as JSON, each item of an array by itself (OpenAPI 3.2, 4.14.5.1). */
export function writeField(form: QueryDraft, name: string, value: unknown): void {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  for (const item of items) {
    if (item === undefined) continue;
    const text = isRecord(item) || Array.isArray(item) ? writeJson(name, item) : writeText(name, item);
    addPair(form, `${new URLSearchParams([[name, text]])}`);
  }
}

/** Writes a field as JSON, an array with all its items. */
export function writeJsonField(form: QueryDraft, name: string, value: unknown): void {
  if (value !== undefined) addPair(form, `${new URLSearchParams([[name, writeJson(name, value)]])}`);
}

function writeFields(body: unknown, special: Readonly<Record<string, WriteField>>): string {
  const form: QueryDraft = { query: '' };
  for (const [name, value] of Object.entries(Object(body))) {
    const write = Object.hasOwn(special, name) ? special[name] : undefined;
    (write ?? writeField)(form, name, value);
  }
  return form.query.slice(1);
}
