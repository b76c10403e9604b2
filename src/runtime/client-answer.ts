import type { BodyReader } from './client.js';

/** Reads `application/json`. */
export function jsonAnswer(contentType: string, text: string): unknown {
  if (!/^application\/json *(;|$)/i.test(contentType)) throw contentType;
  return JSON.parse(text);
}

/** Reads an answer without body. */
export function emptyAnswer(_contentType: string, _text: string, bytes?: Uint8Array<ArrayBuffer>): undefined {
  if (bytes?.length) throw bytes;
}

/** Reads an answer of one media type or range, in lower case and without parameters. */
export function mediaAnswer(mediaType: string, read: BodyReader): BodyReader {
  const [type, subtype] = mediaType.split('/');
  return (contentType, ...rest) => {
    const found = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase().split('/');
    if ((type !== '*' && found[0] !== type) || (subtype !== '*' && found[1] !== subtype)) throw contentType;
    return read(contentType, ...rest);
  };
}

/** Reads an answer of one of several media types: by the first reader that takes it. */
export function anyAnswer(...readers: readonly BodyReader[]): BodyReader {
  return (...answer) => {
    for (const read of readers) {
      try {
        return read(...answer);
      } catch {
        // The next one may take it.
      }
    }
    throw answer[0];
  };
}

/** Parses JSON, whatever its media type is called. */
export function readJsonBody(_contentType: string, text: string): unknown {
  return JSON.parse(text);
}

/** Gives text, in the charset that its media type names. */
export function readTextBody(contentType: string, text: string, bytes?: Uint8Array<ArrayBuffer>): string {
  const charset = /; *charset="?([^\s";]+)/i.exec(contentType)?.[1];
  return charset === undefined ? text : new TextDecoder(charset).decode(bytes);
}

/** Gives the bytes as they came, in a buffer of their own. */
export function readBytesBody(
  _contentType: string,
  _text: string,
  bytes?: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  return bytes?.slice() ?? new Uint8Array();
}
