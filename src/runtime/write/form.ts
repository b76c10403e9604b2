import { InvalidInputError } from '../values/errors.js';
import { isRecord } from '../values/is-record.js';
import { type Draft, setContentType } from './draft.js';
import { writeJson } from './json.js';
import { membersOf } from './parts.js';
import { addPair, type QueryDraft } from './query.js';
import { writeText } from './text.js';

/** Writes one field of a form in another way than its content type determines. */
export type WriteField = (form: QueryDraft, name: string, value: unknown) => void;

/**
 * Sends a body of `application/x-www-form-urlencoded`, unless it is `undefined`. Leaves out fields that are `null`, as
 * in a query (RFC 6570, 2.3). `special` contains the writers of single fields.
 */
export function formBody(draft: Draft, body: unknown, special: Readonly<Record<string, WriteField>> = {}): void {
  if (body === undefined) return;
  setContentType(draft, 'application/x-www-form-urlencoded');
  draft.init.body = writeFields('body', body, special);
}

/** Sends the whole query as a form (`in: querystring`, OpenAPI 3.2, 4.12.1). */
export function writeFormQuery(
  draft: QueryDraft,
  name: string,
  value: unknown,
  special?: Readonly<Record<string, WriteField>>,
): void {
  const fields = formText(name, value, special);
  if (fields) addPair(draft, fields);
}

/**
 * Writes a field by its content type: text unchanged, objects as JSON, each item of an array separately (OpenAPI 3.2,
 * 4.14.5.1).
 */
function writeField(form: QueryDraft, name: string, value: unknown): void {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  for (const item of items) {
    if (item === undefined) continue;
    const text = isRecord(item) || Array.isArray(item) ? writeJson(name, item) : writeText(name, item);
    addPair(form, `${new URLSearchParams([[name, text]])}`);
  }
}

/** Writes a field as JSON. An array is one document with all its items. */
export function writeJsonField(form: QueryDraft, name: string, value: unknown): void {
  if (value !== undefined) addPair(form, `${new URLSearchParams([[name, writeJson(name, value)]])}`);
}

/** Returns a form as the text of one parameter. Returns `undefined` for `undefined`. */
export function formText(
  name: string,
  value: unknown,
  special: Readonly<Record<string, WriteField>> = {},
): string | undefined {
  return value == null ? undefined : writeFields(name, value, special);
}

/** Creates a writer that writes one field per item of an array. */
export function eachField(write: WriteField): WriteField {
  return (form, name, value) => {
    for (const item of Array.isArray(value) ? value : [value]) write(form, name, item);
  };
}

function writeFields(parameter: string, value: unknown, special: Readonly<Record<string, WriteField>>): string {
  // The fields of other objects, such as `URLSearchParams`, are not members.
  if (!isRecord(value)) throw new InvalidInputError(parameter, 'must be an object');
  const form: QueryDraft = { query: '' };
  for (const [name, member] of membersOf(value)) {
    const write = Object.hasOwn(special, name) ? special[name] : undefined;
    (write ?? writeField)(form, name, member);
  }
  return form.query.slice(1);
}
