import type { Draft } from './client.js';
import { RefusedInputError } from './client-errors.js';
import type { WriteHeader } from './write-described-part.js';
import type { WriteField } from './write-form.js';
import { writeJson } from './write-json.js';
import { addDescribed, addPart, addValue, type MultipartDraft, sendMultipart, startMultipart } from './write-part.js';
import { isRecord } from './write-parts.js';
import type { QueryDraft } from './write-query.js';

/** Adds the parts of one field to a multipart body. */
export type WritePart = (form: MultipartDraft, name: string, value: unknown) => void;

/**
 * Sends a body of `multipart/form-data` (RFC 7578), unless it is `undefined`; `special` holds the fields that have a
 * way of their own.
 */
export function multipartBody(
  draft: Draft,
  body: unknown,
  special: Readonly<Record<string, WritePart>> = {},
  mediaType = 'multipart/form-data',
): void {
  if (body === undefined) return;
  // The members of anything else, such as `FormData`, are not its fields.
  if (!isRecord(body)) throw new RefusedInputError('body', 'object');
  const form = startMultipart();
  for (const [name, value] of Object.entries(body)) {
    const write = Object.hasOwn(special, name) ? special[name] : undefined;
    addDescribed(form, value, (content) => (write ?? typedPart())(form, name, content));
  }
  sendMultipart(draft, form, mediaType);
}

/**
 * Writes a field under one of several media types, or by what its value is where none is given; each item of an array
 * by itself.
 */
export function typedPart(...mediaTypes: readonly string[]): WritePart {
  return eachPart((form, name, value) => addValue(form, name, value, mediaTypes));
}

/** Makes what writes one part write one for each item of an array, with what is said of it. */
export function eachPart(write: WritePart): WritePart {
  return (form, name, value) => {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined) addDescribed(form, item, (content) => write(form, name, content));
    }
  };
}

/** Writes a field as one JSON document, an array with all its items. */
export function jsonPart(mediaType: string): WritePart {
  return (form, name, value) => {
    if (value !== undefined) addPart(form, name, writeJson(name, value), mediaType);
  };
}

/** Writes a field some of whose headers are not by style `simple` without `explode`. */
export function headedPart(write: WritePart, headers: Readonly<Record<string, WriteHeader>>): WritePart {
  return (form, name, value) => {
    form.headers = headers;
    write(form, name, value);
    delete form.headers;
  };
}

/**
 * Writes a field by style, its parts named and parted as in a query, but without percent-encoding
 * (OpenAPI 3.2, 4.15.1.2):
 * of what commas part, what holds one is refused.
 */
export function styledPart(write: WriteField, isDelimited?: boolean): WritePart {
  return (form, name, value) => {
    const query: QueryDraft = { query: '' };
    write(query, name, value);
    if (isDelimited && typeof value === 'object' && query.query.split('=', 2)[1]?.includes('%2C'))
      throw new RefusedInputError(name, "text without ','");
    for (const pair of query.query.replace('?', '&').split('&').slice(1)) {
      const [key = '', text = ''] = pair.split('=', 2).map(decodeURIComponent);
      addPart(form, key, text, undefined);
    }
  };
}
