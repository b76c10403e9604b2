import { encodeCharset, nameCharset } from '../values/charset.js';
import { InvalidInputError } from '../values/errors.js';
import { type Draft, isUint8Array, setBytes, setContentType, setStream } from './draft.js';
import { writeText } from './text.js';

/** Sends text in UTF-8, unless it is `undefined`. */
export function textBody(draft: Draft, value: unknown, contentType: string): void {
  if (value === undefined) return;
  const text = writeText('body', value);
  setContentType(draft, nameCharset(contentType, text));
  draft.init.body = text;
}

/** Sends text in a charset other than UTF-8, unless it is `undefined`. Throws for characters outside the charset. */
export function charsetBody(draft: Draft, value: unknown, contentType: string, charset: string): void {
  if (value === undefined) return;
  const bytes = encodeCharset(writeText('body', value), charset);
  if (!bytes) throw new InvalidInputError('body', `must be text in ${charset}`);
  bytesBody(draft, bytes, contentType);
}

/** Sends bytes, unless they are `undefined`. */
export function bytesBody(draft: Draft, value: unknown, contentType: string): void {
  if (value === undefined) return;
  setContentType(draft, contentType);
  if (isBytes(value)) setBytes(draft, value);
  // Node refuses a stream without `duplex`.
  else if (value instanceof ReadableStream) setStream(draft, value);
  else throw new InvalidInputError('body', 'must be a Blob, Uint8Array, ArrayBuffer or ReadableStream');
}

function isBytes(value: unknown): value is Blob | Uint8Array<ArrayBuffer> | ArrayBuffer {
  return value instanceof Blob || isUint8Array(value) || value instanceof ArrayBuffer;
}
