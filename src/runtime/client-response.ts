import type { BodyReader } from './client.js';
import { findParameter } from './read-media-type.js';

/** Reads `application/json`. */
export function jsonResponse(headers: Headers, text: string): unknown {
  // A missing header is `null`, which does not match the pattern either.
  if (!/^application\/json *(;|$)/i.test(headers.get('content-type') as string)) throw text;
  return JSON.parse(text);
}

/** Reads a response without a body. Throws the bytes if there are any. */
export function emptyResponse(_headers: Headers, _text: string, bytes: Uint8Array<ArrayBuffer>): undefined {
  if (bytes.length) throw bytes;
}

/**
 * Creates a reader of responses of one media type or range, in lower case and without parameters. Throws for any other
 * media type.
 */
export function mediaResponse(mediaType: string, read: BodyReader): BodyReader {
  const [type, subtype] = mediaType.split('/');
  return (headers, ...rest) => {
    const contentType = headers.get('content-type') ?? '';
    const found = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase().split('/');
    if (!isIn(type, found[0]) || !isIn(subtype, found[1])) throw contentType;
    return read(headers, ...rest);
  };
}

// A range ends in `*`, or in `*+json`, which is not a media range but occurs in descriptions.
function isIn(range = '', name = ''): boolean {
  return range === name || (range.startsWith('*') && name.endsWith(range.slice(1)));
}

/** Creates a reader that tries several readers, one per media type, and uses the first that accepts the media type. */
export function anyResponse(...readers: readonly BodyReader[]): BodyReader {
  return (...response) => {
    for (const read of readers) {
      try {
        return read(...response);
      } catch (reason) {
        // The media type was accepted, so no other reader may try.
        if (reason instanceof Error) throw reason;
      }
    }
    throw response[0];
  };
}

/** Parses JSON of any media type. */
export function readJsonBody(_headers: Headers, text: string): unknown {
  return JSON.parse(text);
}

/** Returns text, decoded by the charset of its media type. */
export function readTextBody(headers: Headers, text: string, bytes: Uint8Array<ArrayBuffer>): string {
  const charset = findParameter(headers.get('content-type') ?? '', 'charset');
  return charset === undefined ? text : new TextDecoder(charset).decode(bytes);
}

/** Returns the bytes in their own buffer. */
export function readBytesBody(
  _headers: Headers,
  _text: string,
  bytes: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  return bytes;
}
