import { isItems } from '../values/is-iterable.js';
import { checkHeader, ReplyError, type ReplyHeader, writeHeaders } from './reply.js';
import type { Items } from './stream.js';

/** How one part of a multipart reply is written. */
export interface ReplyPart {
  /** The media type of the part, unless it is a `Blob` with a type. */
  readonly mediaType: string;
  readonly write: (content: unknown) => string | Blob | Uint8Array;
  /** The declared headers. An item with declared headers is an object with `headers` and `body`. */
  readonly headers?: readonly ReplyHeader[];
}

/**
 * Creates a writer of parts without names (OpenAPI 3.2, 4.14.5.2; RFC 2046, 5.1.1), as they become available. `first`
 * describes the first parts, and `rest` all others.
 */
export function writeParts(
  rest: ReplyPart,
  ...first: readonly ReplyPart[]
): (items: unknown, boundary: string) => AsyncGenerator<string | Uint8Array> {
  // Throws before anything is sent if the body is not a sequence.
  return (items, boundary) => {
    if (!isItems(items)) throw new ReplyError('the body must be iterable');
    return writeEachPart(items, boundary, (index) => first[index] ?? rest);
  };
}

async function* writeEachPart(
  items: Items<unknown>,
  boundary: string,
  planOf: (index: number) => ReplyPart,
): AsyncGenerator<string | Uint8Array> {
  let index = 0;
  for await (const item of items) {
    const { mediaType, write, headers } = planOf(index);
    const { headers: given, body }: { headers?: unknown; body?: unknown } = headers ? Object(item) : { body: item };
    const lines = headers ? writeHeaders(headers, given) : [];
    for (const [name, value] of lines) checkHeader(name, value);
    const content = write(body);
    const type = content instanceof Blob ? content.type || mediaType : mediaType;
    const head = [['content-type', type], ...lines].map(([name, value]) => `${name}: ${value}\r\n`);
    yield `--${boundary}\r\n${head.join('')}\r\n`;
    yield content instanceof Blob ? new Uint8Array(await content.arrayBuffer()) : content;
    yield '\r\n';
    index += 1;
  }
  yield `--${boundary}--\r\n`;
}

/** Writes the bytes of a part. */
export function writePartBytes(content: unknown): Blob | Uint8Array {
  if (content instanceof Blob || content instanceof Uint8Array) return content;
  throw new ReplyError('a part must be a Uint8Array or a Blob');
}
