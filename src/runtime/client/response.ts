import { findParameter } from '../read/media-type.js';
import type { Draft } from '../write/draft.js';
import { type BodyReader, decoder, jsonResponse } from './client.js';

/** Creates a reader like `jsonResponse` for another described JSON type. */
export function jsonResponseAs(mediaType: string): BodyReader {
  return (...response) => {
    try {
      return jsonResponse(...response);
    } finally {
      response[2].expected = mediaType;
    }
  };
}

/** Reads a response without a body. Throws if there is one. */
export function emptyResponse(_headers: Headers, bytes: Uint8Array<ArrayBuffer>, draft: Draft): undefined {
  if (bytes.length === 0) return;
  draft.expected = 'empty';
  throw '';
}

/** Creates a reader of responses that may have no body, such as 204 (RFC 9110, 15.3.5). */
export function optionalResponse(read: BodyReader): BodyReader {
  return (headers, bytes, draft) => {
    try {
      return read(headers, bytes, draft);
    } catch (thrown) {
      if (bytes.length > 0) throw thrown;
      draft.expected = undefined;
      return undefined;
    }
  };
}

/**
 * Creates a reader of responses of one media type or range, and of the content types that `others` matches. `variant`
 * matches its parameters, if another reader is for other ones. Throws an empty text for any other content type.
 */
export function mediaResponse(mediaType: string, read: BodyReader, others?: RegExp, variant?: RegExp): BodyReader {
  // A range such as `*+json` is not a media range but occurs in descriptions.
  const range = mediaType.replace(/\s*;.*/s, '').replace(/\W/g, (one) => (one === '*' ? '.*' : `\\${one}`));
  const pattern = new RegExp(`^${range} *(;|$)`, 'i');
  return (headers, bytes, draft) => {
    draft.expected = mediaType;
    const contentType = headers.get('content-type') ?? '';
    // Content without a type is in the range `*/*` (RFC 9110, 8.3).
    if (!pattern.test(contentType || '/') && !others?.test(contentType)) throw '';
    if (variant && !variant.test(contentType)) throw '';
    return read(headers, bytes, draft);
  };
}

/** Creates a reader that tries several readers, one per media type, and uses the first that accepts the media type. */
export function anyResponse(...readers: readonly BodyReader[]): BodyReader {
  return (headers, bytes, draft) => {
    const expected: unknown[] = [];
    for (const read of readers) {
      try {
        return read(headers, bytes, draft);
      } catch (thrown) {
        // Content without a type may be any of them.
        if (thrown && headers.has('content-type')) throw thrown;
        expected.push(draft.expected);
      }
    }
    draft.expected = expected.join(' or ');
    throw '';
  };
}

/** Creates a reader that also reads the error's own message, from the member of the body with this path. */
export function errorResponse(read: BodyReader, ...path: readonly string[]): BodyReader {
  return (headers, bytes, draft) => {
    const body = read(headers, bytes, draft);
    const message = path.reduce<unknown>((value, name) => Object(value)[name], body);
    draft.message = typeof message === 'string' ? message : undefined;
    return body;
  };
}

/** All JSON types, and no content type. */
export const anyJson: RegExp = /[/+]json *(;|$)|^$/i;

/** All text types, and no content type. */
export const anyText: RegExp = /^(text\/|$)|[/+](xml|yaml)/i;

/** Parses JSON of any media type. */
export function readJsonBody(_headers: Headers, bytes: Uint8Array<ArrayBuffer>): unknown {
  return JSON.parse(decoder.decode(bytes));
}

/** Returns text, decoded by the charset of its media type. */
export function readTextBody(headers: Headers, bytes: Uint8Array<ArrayBuffer>): string {
  const contentType = headers.get('content-type');
  // Text without a content type could be anything.
  return (contentType ? new TextDecoder(findParameter(contentType, 'charset')) : decoder).decode(bytes);
}

/** Returns the bytes in their own buffer. */
export function readBytesBody(_headers: Headers, bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return bytes;
}
