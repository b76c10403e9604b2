import type { ServerResponse as HttpResponse, IncomingMessage } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { Writable } from 'node:stream';
import type { ChunkSink, ServerRequest, ServerResponse } from '../server/message.js';
import { isAsyncIterable } from '../values/is-iterable.js';

/** A request of `node:http`, or of `node:http2` in its compatibility form. */
export type NodeIncoming = IncomingMessage | Http2ServerRequest;

/** A response of `node:http`, or of `node:http2` in its compatibility form. */
export type NodeOutgoing = HttpResponse | Http2ServerResponse;

/** A request of `node:http`, as the server reads it. */
export class NodeRequest<Platform> implements ServerRequest<Platform> {
  readonly method: string;
  readonly target: string;
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly hasContent?: boolean;
  readonly platform: Platform;
  readonly #incoming: NodeIncoming;
  readonly #outgoing: NodeOutgoing;
  #signal: AbortSignal | undefined;

  constructor(incoming: NodeIncoming, outgoing: NodeOutgoing, target: string, platform: Platform) {
    this.method = incoming.method ?? '';
    this.target = target;
    this.platform = platform;
    this.headers = new NodeHeaders(incoming.rawHeaders);
    // HTTP/2 frames content without a header.
    if (isHttp2Request(incoming)) this.hasContent = !incoming.stream.endAfterHeaders;
    this.#incoming = incoming;
    this.#outgoing = outgoing;
  }

  get body(): AsyncIterable<Uint8Array> {
    return this.#incoming;
  }

  /** Reads the content without the cost of an iterator. */
  readChunks(sink: ChunkSink): void {
    const incoming = this.#incoming;
    const receive = (chunk: Uint8Array): void => {
      if (sink.take(chunk)) return;
      incoming.off('data', receive).pause();
      sink.end(true);
    };
    // An HTTP/2 request also ends when its caller leaves.
    incoming.on('data', receive).on('end', () => sink.end(!('stream' in incoming && incoming.stream.aborted)));
    // Reads what arrived with the headers, which is usually everything.
    nextTick(readRest, incoming, sink);
  }

  get signal(): AbortSignal {
    this.#signal ??= createSignal(this.#outgoing);
    return this.#signal;
  }

  get clientCertificate(): Uint8Array | undefined {
    const { socket } = this.#incoming;
    if (!('getPeerCertificate' in socket) || typeof socket.getPeerCertificate !== 'function') return undefined;
    if (!('authorized' in socket) || socket.authorized !== true) return undefined;
    const certificate: { readonly raw?: Uint8Array } | undefined = socket.getPeerCertificate();
    return certificate?.raw;
  }
}

// Node resolves its globals at each use, which costs time.
const { nextTick } = process;
const { byteLength } = Buffer;

function readRest(incoming: NodeIncoming, sink: ChunkSink): void {
  if (!sink.wait()) return;
  if (incoming.destroyed) sink.end(false);
  else incoming.on('close', () => sink.end(false));
}

/** Returns whether the caller can no longer receive a response. */
export function isGone(outgoing: NodeOutgoing): boolean {
  // An HTTP/2 response does not report this itself.
  return 'stream' in outgoing ? outgoing.stream.destroyed : outgoing.destroyed;
}

function createSignal(outgoing: NodeOutgoing): AbortSignal {
  const controller = new AbortController();
  if (isGone(outgoing)) controller.abort();
  // The promise keeps the async context of the request.
  const closed = new Promise<void>((resolve) => outgoing.once('close', resolve));
  void closed.then(() => {
    if (!('stream' in outgoing ? outgoing.writableEnded : outgoing.writableFinished)) controller.abort();
  });
  return controller.signal;
}

// Searches the header lines of a request on demand, because most requests need few of them.
class NodeHeaders implements ReadonlyMap<string, readonly string[]> {
  readonly #raw: readonly string[];
  #all: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(rawHeaders: readonly string[]) {
    this.#raw = rawHeaders;
  }

  get(wanted: string): readonly string[] | undefined {
    let values: string[] | undefined;
    for (let index = 0; index < this.#raw.length; index += 2) {
      const name = this.#raw[index] ?? '';
      if (name.length !== wanted.length || (name !== wanted && name.toLowerCase() !== wanted)) continue;
      const value = this.#raw[index + 1] ?? '';
      if (values) values.push(value);
      else values = [value];
    }
    return values;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  get size(): number {
    return this.#map.size;
  }

  forEach(visit: (values: readonly string[], name: string, map: ReadonlyMap<string, readonly string[]>) => void): void {
    for (const [name, values] of this.#map) visit(values, name, this);
  }

  entries(): ReturnType<ReadonlyMap<string, readonly string[]>['entries']> {
    return this.#map.entries();
  }

  keys(): ReturnType<ReadonlyMap<string, readonly string[]>['keys']> {
    return this.#map.keys();
  }

  values(): ReturnType<ReadonlyMap<string, readonly string[]>['values']> {
    return this.#map.values();
  }

  [Symbol.iterator](): ReturnType<ReadonlyMap<string, readonly string[]>['entries']> {
    return this.#map.entries();
  }

  // In some versions of Node, `headersDistinct` throws for a header called `__proto__`.
  get #map(): ReadonlyMap<string, readonly string[]> {
    if (this.#all) return this.#all;
    const all = new Map<string, string[]>();
    for (let index = 0; index < this.#raw.length; index += 2) {
      const name = (this.#raw[index] ?? '').toLowerCase();
      const value = this.#raw[index + 1] ?? '';
      const values = all.get(name);
      // Pseudo-header fields of HTTP/2 are not headers (RFC 9113, 8.3).
      if (values) values.push(value);
      else if (!name.startsWith(':')) all.set(name, [value]);
    }
    this.#all = all;
    return all;
  }
}

/** Sends a response. With `close`, the connection accepts no further request (HTTP/1.1 only). */
export function sendResponse(
  response: ServerResponse,
  incoming: NodeIncoming,
  outgoing: NodeOutgoing,
  close: boolean,
): void {
  const { code, headers } = response;
  const isBodiless = code === 204 || code === 304;
  const body = isBodiless ? undefined : response.body;
  const lines: string[] = [];
  for (const [name, value] of headers) lines.push(name, value);
  const size = typeof body === 'string' || body instanceof Uint8Array ? byteLength(body) : 0;
  if (size > 0 || (!isBodiless && !isAsyncIterable(body) && incoming.method !== 'HEAD'))
    lines.push('content-length', String(size));
  if (isHttp2(outgoing)) {
    outgoing.writeHead(code, groupLines(lines, outgoing));
  } else {
    if (close) lines.push('connection', 'close');
    // Beside headers that a framework has set, Node would keep only one line per name.
    outgoing.writeHead(code, outgoing.getHeaderNames().length > 0 ? groupLines(lines, outgoing) : lines);
    // The first item may come late, so the headers are sent before it.
    if (isAsyncIterable(body)) outgoing.flushHeaders();
  }
  if (body === undefined) outgoing.end();
  else if (isAsyncIterable(body)) void sendStream(body, outgoing);
  // ASCII text is the same in Latin-1, which Node writes faster.
  else if (body.length === size) outgoing.end(body, 'latin1');
  else outgoing.end(body);
}

/** Returns whether a response is sent over HTTP/2. */
export function isHttp2(outgoing: NodeOutgoing): outgoing is Http2ServerResponse {
  return isHttp2Request(outgoing.req);
}

/** Returns whether a request arrived over HTTP/2. */
export function isHttp2Request(incoming: NodeIncoming): incoming is Http2ServerRequest {
  // The request line of an HTTP/1 request may also name version 2.
  return incoming.httpVersionMajor === 2 && 'stream' in incoming;
}

// Groups several values of one name in a list.
function groupLines(lines: readonly string[], outgoing: NodeOutgoing): Record<string, string | string[]> {
  const groups = new Map<string, string[]>();
  for (let index = 0; index + 1 < lines.length; index += 2) {
    const name = (lines[index] ?? '').toLowerCase();
    groups.set(name, [...(groups.get(name) ?? []), lines[index + 1] ?? '']);
  }
  return Object.fromEntries(
    Array.from(groups, ([name, values]) => [name, joinSetHeader(name, outgoing.getHeader(name), values)]),
  );
}

/**
 * Returns the value to set for a header. A framework may have set the header already: values of `set-cookie` and `vary`
 * are added to it, others replace it.
 */
export function joinSetHeader(
  name: string,
  set: number | string | readonly string[] | undefined,
  values: readonly string[],
): string | string[] {
  const all = [...[set ?? []].flat().map(String), ...values];
  if (name === 'set-cookie') return all;
  if (name === 'vary') return all.join(', ');
  const [value] = values;
  return value !== undefined && values.length === 1 ? value : [...values];
}

// Reads as fast as the caller does, and stops when the caller disconnects.
async function sendStream(stream: AsyncIterable<string | Uint8Array>, outgoing: Writable): Promise<void> {
  const source = stream[Symbol.asyncIterator]();
  const closed = new Promise<void>((resolve) => outgoing.once('close', resolve));
  void closed.then(() => source.return?.()).catch(() => undefined);
  try {
    for (;;) {
      const step = await source.next();
      if (step.done || outgoing.destroyed) break;
      if (!outgoing.write(step.value)) {
        await Promise.race([new Promise<void>((resolve) => outgoing.once('drain', resolve)), closed]);
      }
    }
    outgoing.end();
  } catch {
    outgoing.destroy();
  }
}
