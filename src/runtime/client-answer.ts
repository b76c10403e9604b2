import type { BodyReader } from './client.js';

/** Reads `application/json`. */
export function jsonAnswer(headers: Headers, text: string): unknown {
  // Where there is none, 'null' is no JSON either.
  if (!/^application\/json *(;|$)/i.test(headers.get('content-type') as string)) throw text;
  return JSON.parse(text);
}

/** Reads an answer without body. */
export function emptyAnswer(_headers: Headers, _text: string, bytes: Uint8Array<ArrayBuffer>): undefined {
  if (bytes.length) throw bytes;
}

/** Reads an answer of one media type or range, in lower case and without parameters. */
export function mediaAnswer(mediaType: string, read: BodyReader): BodyReader {
  const [type, subtype] = mediaType.split('/');
  return (headers, ...rest) => {
    const contentType = headers.get('content-type') ?? '';
    const found = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase().split('/');
    if (!isIn(type, found[0]) || !isIn(subtype, found[1])) throw contentType;
    return read(headers, ...rest);
  };
}

// `*` or, as people write it, `*+json`.
function isIn(range = '', name = ''): boolean {
  return range === name || (range.startsWith('*') && name.endsWith(range.slice(1)));
}

/** Reads an answer of one of several media types: by the first reader that takes it. */
export function anyAnswer(...readers: readonly BodyReader[]): BodyReader {
  return (...answer) => {
    for (const read of readers) {
      try {
        return read(...answer);
      } catch (reason) {
        // It took it, and cannot read it: others would take it for something else.
        if (reason instanceof Error) throw reason;
      }
    }
    throw answer[0];
  };
}

/** Parses JSON, whatever its media type is called. */
export function readJsonBody(_headers: Headers, text: string): unknown {
  return JSON.parse(text);
}

/** Gives text, in the charset that its media type names. */
export function readTextBody(headers: Headers, text: string, bytes: Uint8Array<ArrayBuffer>): string {
  const charset = /; *charset="?([^\s";]+)/i.exec(headers.get('content-type') ?? '')?.[1];
  return charset === undefined ? text : new TextDecoder(charset).decode(bytes);
}

/** Gives the bytes as they came, in a buffer of their own. */
export function readBytesBody(
  _headers: Headers,
  _text: string,
  bytes: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  return bytes;
}
