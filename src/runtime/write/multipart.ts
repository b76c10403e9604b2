import { InvalidInputError } from '../values/errors.js';
import { isRecord } from '../values/is-record.js';
import type { WriteHeader } from './described-part.js';
import type { Draft } from './draft.js';
import type { WriteField } from './form.js';
import { writeJson } from './json.js';
import { addDescribed, addPart, addValue, type MultipartDraft, sendMultipart, startMultipart } from './part.js';
import type { QueryDraft } from './query.js';

/** Adds the parts of one field to a multipart body. A part that has a position has no name. */
export type WritePart = (form: MultipartDraft, name: string | undefined, value: unknown) => void;

/**
 * Sends a body of `multipart/form-data` (RFC 7578), unless it is `undefined`. Leaves out fields that are `null`, as in
 * a query (RFC 6570, 2.3). `special` contains the writers of single fields.
 */
export function multipartBody(
  draft: Draft,
  body: unknown,
  special: Readonly<Record<string, WritePart>> = {},
  mediaType = 'multipart/form-data',
): void {
  if (body === undefined) return;
  // The fields of other objects, such as `FormData`, are not members.
  if (!isRecord(body)) throw new InvalidInputError('body', 'must be an object');
  const form = startMultipart();
  for (const [name, value] of Object.entries(body)) {
    const write = Object.hasOwn(special, name) ? special[name] : undefined;
    addDescribed(form, value, (content) => {
      if (content !== null) (write ?? typedPart())(form, name, content);
    });
  }
  sendMultipart(draft, form, mediaType);
}

/**
 * Creates a writer of a field. The part gets one of several media types. Without any, the value determines its media
 * type. Each item of an array is a part.
 */
export function typedPart(...mediaTypes: readonly string[]): WritePart {
  return eachPart((form, name, value) => addValue(form, name, value, mediaTypes));
}

/** Creates a writer of a field whose text, too, has the usual media type of bytes (OpenAPI 3.2, 4.15.1.1). */
export function bytesPart(): WritePart {
  return eachPart((form, name, value) => addValue(form, name, value, [], 'application/octet-stream'));
}

/** Creates a writer that writes one part per item of an array, with its description. */
export function eachPart(write: WritePart): WritePart {
  return (form, name, value) => {
    for (const item of Array.isArray(value) ? value : [value]) {
      addDescribed(form, item, (content) => write(form, name, content));
    }
  };
}

/** Creates a writer of a field as one JSON document. An array is one document with all its items. */
export function jsonPart(mediaType: string): WritePart {
  return (form, name, value) => addPart(form, name, writeJson(name ?? 'body', value), mediaType);
}

/**
 * Creates a writer of a field with required headers, and with headers that do not have the style `simple` without
 * `explode`.
 */
export function headedPart(
  write: WritePart,
  headers: Readonly<Record<string, WriteHeader>>,
  ...required: readonly string[]
): WritePart {
  return (form, name, value) => {
    form.headers = headers;
    form.required = required;
    write(form, name, value);
    delete form.headers;
    delete form.required;
  };
}

/**
 * Creates a writer of a field by style, with the names and delimiters of a query, but without percent-encoding (OpenAPI
 * 3.2, 4.15.1.2). The writer refuses a value that contains the delimiter.
 */
export function styledPart(write: WriteField, isDelimited?: boolean): WritePart {
  return (form, name = '', value) => {
    const query: QueryDraft = { query: '' };
    write(query, name, value);
    if (isDelimited && typeof value === 'object' && query.query.split('=', 2)[1]?.includes('%2C'))
      throw new InvalidInputError(name, "must not contain ','");
    for (const pair of query.query.replace('?', '&').split('&').slice(1)) {
      const [key = '', text = ''] = pair.split('=', 2).map(decodeURIComponent);
      addPart(form, key, text, undefined);
    }
  };
}
