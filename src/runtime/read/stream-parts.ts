import { type ReadItems, type StreamContext, StreamItemError, type StreamPart } from '../values/stream-types.js';
import { findParameter } from './media-type.js';
import { checkItemSize, parseItem } from './stream-text.js';

/**
 * Reads the parts of a multipart response (RFC 2046, 5.1.1). Returns each part when the delimiter after it has arrived.
 */
export async function* readParts(
  bytes: AsyncIterable<Uint8Array>,
  context: StreamContext,
): AsyncGenerator<StreamPart, void, void> {
  const boundary = getBoundary(context);
  const delimiter = new TextEncoder().encode(`\r\n--${boundary}`);
  let isPreamble = true;
  // The first delimiter may be at the start of the body.
  let rest: Uint8Array<ArrayBuffer> = new Uint8Array([13, 10]);
  for await (const chunk of bytes) {
    let from = Math.max(0, rest.length - delimiter.length);
    rest = joinBytes(rest, chunk);
    for (;;) {
      const at = findBytes(rest, delimiter, from);
      if (at < 0) break;
      const found = rest.subarray(0, at);
      rest = rest.subarray(at + delimiter.length);
      from = 0;
      if (!isPreamble) {
        if (isLast(found, true, context)) return;
        yield readPart(found, context);
      }
      isPreamble = false;
    }
    if (!isPreamble && isLast(rest, false, context)) return;
    checkItemSize(rest.length, context);
  }
  if (isPreamble || !isLast(rest, true, context)) throw new StreamItemError(context.operation, '');
}

/** How a part is read. `part`: its headers and bytes. */
type PartFormat = 'json' | 'text' | 'bytes' | 'part';

/**
 * Creates a reader of the parts of a multipart response. `first` are the formats of the first parts, and `rest` is that
 * of all others.
 */
export function readPartItems(rest: PartFormat, ...first: readonly PartFormat[]): ReadItems {
  return async function* (bytes, context) {
    let index = 0;
    for await (const part of readParts(bytes, context)) {
      yield readContent(part, first[index] ?? rest, context);
      index += 1;
    }
  };
}

function readContent(part: StreamPart, format: PartFormat, context: StreamContext): unknown {
  const { headers, body } = part;
  if (format === 'part') return part;
  if (format === 'bytes') return body;
  // JSON is always UTF-8 (RFC 8259, 8.1).
  if (format === 'json') return parseItem(decodeJson(body, context), context);
  return new TextDecoder(findParameter(headers.get('content-type') ?? '', 'charset')).decode(body);
}

function decodeJson(body: Uint8Array, { operation }: StreamContext): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new StreamItemError(operation, '', 'is not UTF-8');
  }
}

function getBoundary({ contentType, operation }: StreamContext): string {
  const boundary = findParameter(contentType, 'boundary');
  if (!boundary) throw new StreamItemError(operation, contentType);
  return boundary;
}

// The delimiter after the last part ends in two hyphens. Only white space may follow them on the line, which is
// complete if it has a line end or if nothing follows (`isWhole`).
function isLast(bytes: Uint8Array, isWhole: boolean, { operation }: StreamContext): boolean {
  if (bytes[0] !== 45 || bytes[1] !== 45) return false;
  const end = findBytes(bytes, lineEnd, 0);
  if (end < 0 && !isWhole) return false;
  if (!isBlank(bytes.subarray(2, end < 0 ? bytes.length : end))) throw new StreamItemError(operation, '');
  return true;
}

function isBlank(bytes: Uint8Array): boolean {
  return new TextDecoder().decode(bytes).trim() === '';
}

// After a delimiter come white space and a line end, the headers, an empty line and the content.
function readPart(bytes: Uint8Array<ArrayBuffer>, { operation }: StreamContext): StreamPart {
  const start = findBytes(bytes, lineEnd, 0);
  const end = findBytes(bytes, headEnd, start);
  if (start < 0 || end < 0 || !isBlank(bytes.subarray(0, start)))
    throw new StreamItemError(operation, new TextDecoder().decode(bytes));
  const headers = new Headers();
  const lines = new TextDecoder()
    .decode(bytes.subarray(start, end))
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  for (const line of lines) {
    const [, name, value = ''] = /^([^:\s]+):(.*)$/s.exec(line) ?? [];
    if (name !== undefined) headers.append(name, value.trim());
  }
  return { headers, body: bytes.slice(end + headEnd.length) };
}

const lineEnd: Uint8Array = /* @__PURE__ */ new Uint8Array([13, 10]);
const headEnd: Uint8Array = /* @__PURE__ */ new Uint8Array([13, 10, 13, 10]);

function findBytes(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  const [first = 0] = wanted;
  for (let at = bytes.indexOf(first, from); at >= 0 && from >= 0; at = bytes.indexOf(first, at + 1)) {
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return at;
  }
  return -1;
}

function joinBytes(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}
