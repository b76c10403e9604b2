import type { Client, TransportCall, TransportInit } from '../client/contract.js';
import { InvalidInputError } from '../values/errors.js';
import { writeText } from './text.js';

/** The request that an operation is building. */
export interface Draft extends TransportCall {
  client: Client;
  /** The query: empty, or `?name=value&…`. */
  query: string;
  /** The headers, the same object as in `init`. */
  readonly headers: Record<string, string>;
  /** The options for `fetch`. */
  readonly init: TransportInit;
  /** Whether the body is a stream, so that the request cannot be sent again. */
  once?: boolean;
  /** What the response should be: a described media type, or `empty`. */
  expected?: string | undefined;
  /** The error's own message. */
  message?: string | undefined;
}

/**
 * Returns a text that a header can contain. Throws for any other value, because the error of `fetch` would quote it.
 */
export function headerText(name: string, value: unknown): string {
  const text = writeText(name, value);
  if (/[^\t -~\x80-\xff]/.test(text)) throw new InvalidInputError(name, 'must be a header');
  return text;
}

/** Sets the media type of the body. */
export function setContentType(draft: Draft, contentType: string): void {
  // A range, such as `image/*`, is not a media type.
  if (contentType.includes('*')) throw new InvalidInputError('contentType', 'must be a media type');
  draft.headers['content-type'] = headerText('content-type', contentType);
}

/** Asks for one media type of the response (RFC 9110, 12.5.1), unless it is `undefined`. */
export function setAccept(draft: Draft, mediaType: string | undefined): void {
  if (mediaType !== undefined) draft.headers['accept'] = headerText('accept', mediaType);
}

/** Returns whether a value is a `Uint8Array`, also of another realm, as `TextEncoder` returns in jsdom. */
export function isUint8Array(value: unknown): value is Uint8Array<ArrayBuffer> {
  return Object.prototype.toString.call(value) === '[object Uint8Array]';
}

/** Sends bytes. Throws for a `Blob` that is not the one of `fetch`, which would send it as `[object Blob]`. */
export function setBytes(draft: Draft, body: Blob | Uint8Array<ArrayBuffer> | ArrayBuffer): void {
  // A response takes the type of a `Blob`, here an empty one, and any other value as text.
  if (body instanceof Blob && new Response(body.slice()).headers.has('content-type'))
    throw new InvalidInputError(
      'body',
      'has a Blob that fetch cannot send; with jsdom, set Blob and File of node:buffer',
    );
  draft.init.body = body;
}

/** Sends a stream. It can be sent only once. */
export function setStream(draft: Draft, body: ReadableStream<Uint8Array>): void {
  // Without this, Node's `fetch` continues to read a body after its call was aborted.
  const cancellable = body.pipeThrough(new TransformStream(), { signal: draft.init.signal });
  // Node refuses a stream without `duplex`.
  Object.assign(draft.init, { body: cancellable, duplex: 'half' });
  draft.once = true;
}

/** Sets a header, unless its value is `undefined` or `null`. The header never follows a redirect to another origin. */
export function setHeader(
  draft: Pick<Draft, 'headers'> & { readonly init?: TransportInit },
  name: string,
  value: unknown,
): void {
  if (value == null) return;
  // The header may be a key, and the platform sends every header except `authorization` to other origins.
  if (draft.init) draft.init.redirect ??= 'error';
  const text = headerText(name, value);
  // Readers remove white space around a value (RFC 9110, 5.5).
  if (/^\s|\s$/.test(text)) throw new InvalidInputError(name, 'must be a trimmed header');
  draft.headers[name.toLowerCase()] = text;
}
