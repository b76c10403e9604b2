import { type Draft, setHeader } from './client.js';
import { RefusedInputError } from './client-errors.js';
import type { WriteField } from './write-form.js';
import { isRecord } from './write-parts.js';
import type { QueryDraft } from './write-query.js';
import { writeText } from './write-text.js';

/** A multipart body while it is put together. */
export interface MultipartDraft {
  readonly boundary: string;
  readonly content: (string | Blob)[];
}

/** Adds the parts of one field to a multipart body. */
export type WritePart = (form: MultipartDraft, name: string, value: unknown) => void;

/** Sends a body of `multipart/form-data` (RFC 7578), unless it is `undefined`; `special` holds the fields that have a way of their own. */
export function multipartBody(
  draft: Draft,
  body: unknown,
  special: Readonly<Record<string, WritePart>> = {},
  mediaType = 'multipart/form-data',
): void {
  if (body === undefined) return;
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  const form: MultipartDraft = {
    boundary: Array.from(bytes, (byte) => (byte % 36).toString(36)).join(''),
    content: [],
  };
  for (const [name, value] of Object.entries(Object(body))) {
    const write = Object.hasOwn(special, name) ? special[name] : undefined;
    (write ?? writePart)(form, name, value);
  }
  setHeader(draft, 'content-type', `${mediaType}; boundary=${form.boundary}`);
  draft.body = new Blob([...form.content, `--${form.boundary}--\r\n`]);
}

/** Writes a field by what its value is: text, a file, JSON; each item of an array by itself. */
export function writePart(form: MultipartDraft, name: string, value: unknown): void {
  writeTypedPart(form, name, value, undefined);
}

/** Writes a field under a media type of its own; where several are allowed, a `Blob` says which it is. */
export function typedPart(...mediaTypes: readonly [string, ...string[]]): WritePart {
  return (form, name, value) => writeTypedPart(form, name, value, mediaTypes);
}

/** Writes a field as one JSON document, an array with all its items. */
export function jsonPart(mediaType: string): WritePart {
  return (form, name, value) => {
    if (value !== undefined) addPart(form, name, JSON.stringify(value), mediaType);
  };
}

/** Writes a field by style, its parts named and parted as in a query, but without percent-encoding (OpenAPI 3.2, 4.15.1.2). */
export function styledPart(write: WriteField): WritePart {
  return (form, name, value) => {
    const query: QueryDraft = { query: '' };
    write(query, name, value);
    for (const pair of query.query.split('&').slice(1)) {
      const [key = '', text = ''] = pair.split('=', 2).map(decodeURIComponent);
      addPart(form, key, text, undefined);
    }
  };
}

function writeTypedPart(
  form: MultipartDraft,
  name: string,
  value: unknown,
  mediaTypes: readonly [string, ...string[]] | undefined,
): void {
  if (value === undefined) return;
  const [mediaType] = mediaTypes ?? [];
  if (Array.isArray(value)) for (const item of value) writeTypedPart(form, name, item, mediaTypes);
  else if (value instanceof Blob) addPart(form, name, value, chooseType(name, value, mediaTypes));
  else if (value instanceof Uint8Array) addPart(form, name, new Blob([value]), mediaType ?? 'application/octet-stream');
  else if (isRecord(value)) addPart(form, name, JSON.stringify(value), mediaType ?? 'application/json');
  else addPart(form, name, writeText(name, value), mediaType);
}

function chooseType(name: string, { type }: Blob, mediaTypes: readonly string[] | undefined): string {
  const [only = '', ...others] = mediaTypes ?? ['*/*'];
  if (others.length === 0 && !only.includes('*')) return only;
  if (type === '' && mediaTypes) throw new RefusedInputError(name, `Blob with a type: ${mediaTypes.join(' or ')}`);
  return type || 'application/octet-stream';
}

function addPart(form: MultipartDraft, name: string, content: string | Blob, mediaType: string | undefined): void {
  const file = typeof content === 'string' ? '' : `; filename="${escapeName(fileName(content))}"`;
  const type = mediaType === undefined ? '' : `Content-Type: ${escapeName(mediaType)}\r\n`;
  const head = `--${form.boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"${file}\r\n${type}\r\n`;
  form.content.push(head, content, '\r\n');
}

function fileName(content: Blob): string {
  return 'name' in content && typeof content.name === 'string' ? content.name : 'blob';
}

// HTML, 4.10.21.8: the three characters that would end the name.
function escapeName(name: string): string {
  return name.replace(/[\r\n"]/g, encodeURIComponent);
}
