import type { ServerResponse as HttpResponse, IncomingMessage } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { Writable } from 'node:stream';
import type { ChunkSink, ServerRequest, ServerResponse } from './server-message.js';
import { isStream } from './server-reply.js';

/** A request of `node:http`, or of `node:http2` in its compatibility form. */
export type NodeIncoming = IncomingMessage | Http2ServerRequest;

/** A response of `node:http`, or of `node:http2` in its compatibility form. */
export type NodeOutgoing = HttpResponse | Http2ServerResponse;

/** A request of `node:http` as the server sees it. */
export class NodeRequest implements ServerRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly hasContent?: boolean;
  readonly #incoming: NodeIncoming;
  readonly #outgoing: NodeOutgoing;
  #signal: AbortSignal | undefined;

  constructor(incoming: NodeIncoming, outgoing: NodeOutgoing, target: string) {
    this.method = incoming.method ?? '';
    this.target = target;
    this.headers = new NodeHeaders(incoming.rawHeaders);
    // HTTP/2 frames content by itself: no header has to tell of it.
    if (isHttp2Request(incoming)) this.hasContent = !incoming.stream.endAfterHeaders;
    this.#incoming = incoming;
    this.#outgoing = outgoing;
  }

  get body(): AsyncIterable<Uint8Array> {
    return this.#incoming;
  }

  /** Reads what `body` would give, without the cost of an iterator. */
  readChunks(sink: ChunkSink): void {
    const incoming = this.#incoming;
    const receive = (chunk: Uint8Array): void => {
      if (sink.take(chunk)) return;
      incoming.off('data', receive).pause();
      sink.end(true);
    };
    incoming.on('data', receive).on('end', () => sink.end(true));
    // Of HTTP/1.1 there is none unless somebody listens.
    if ('stream' in incoming) incoming.on('error', () => sink.end(false));
    // What came together with the headers, mostly all of it, is taken before this.
    nextTick(awaitRest, incoming, sink);
  }

  get signal(): AbortSignal {
    this.#signal ??= signalOf(this.#outgoing);
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

// Globals of Node are looked up anew each time.
const { nextTick } = process;
const { byteLength } = Buffer;

function awaitRest(incoming: NodeIncoming, sink: ChunkSink): void {
  if (!sink.wait()) return;
  if (incoming.destroyed) sink.end(false);
  else incoming.on('close', () => sink.end(false));
}

/** Tells whether the caller can no longer be answered. */
export function isGone(outgoing: NodeOutgoing): boolean {
  // A response of HTTP/2 does not know of it itself.
  return 'stream' in outgoing ? outgoing.stream.destroyed : outgoing.destroyed;
}

function signalOf(outgoing: NodeOutgoing): AbortSignal {
  const controller = new AbortController();
  if (isGone(outgoing)) controller.abort();
  outgoing.once('close', () => {
    if (!('stream' in outgoing ? outgoing.writableEnded : outgoing.writableFinished)) controller.abort();
  });
  return controller.signal;
}

// The header lines of a request, looked up where they stand: most requests are asked for a few of them only.
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

  forEach(tell: (values: readonly string[], name: string, map: ReadonlyMap<string, readonly string[]>) => void): void {
    for (const [name, values] of this.#map) tell(values, name, this);
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

  // Not `headersDistinct`: in some versions of Node a header called `__proto__` makes it throw.
  get #map(): ReadonlyMap<string, readonly string[]> {
    if (this.#all) return this.#all;
    const all = new Map<string, string[]>();
    for (let index = 0; index < this.#raw.length; index += 2) {
      const name = (this.#raw[index] ?? '').toLowerCase();
      const value = this.#raw[index + 1] ?? '';
      const values = all.get(name);
      // Control data of HTTP/2 (RFC 9113, 8.3) is no header.
      if (values) values.push(value);
      else if (!name.startsWith(':')) all.set(name, [value]);
    }
    this.#all = all;
    return all;
  }
}

/** Sends a response; `close`: the connection takes no further request (HTTP/1.1 alone). */
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
  if (size > 0 || (!isBodiless && !isStream(body) && incoming.method !== 'HEAD'))
    lines.push('content-length', String(size));
  if (isHttp2(outgoing)) {
    outgoing.writeHead(code, groupLines(lines));
  } else {
    if (close) lines.push('connection', 'close');
    outgoing.writeHead(code, lines);
    // They would wait for the first item, which may be long in coming.
    if (isStream(body)) outgoing.flushHeaders();
  }
  if (body === undefined) outgoing.end();
  else if (isStream(body)) void sendStream(body, outgoing);
  // ASCII is the same in Latin-1, which Node writes faster.
  else if (body.length === size) outgoing.end(body, 'latin1');
  else outgoing.end(body);
}

/** Tells whether a response goes over HTTP/2. */
export function isHttp2(outgoing: NodeOutgoing): outgoing is Http2ServerResponse {
  return isHttp2Request(outgoing.req);
}

/** Tells whether a request came over HTTP/2. */
export function isHttp2Request(incoming: NodeIncoming): incoming is Http2ServerRequest {
  // A request line may say so too.
  return incoming.httpVersionMajor === 2 && 'stream' in incoming;
}

// HTTP/2 knows no list of lines: several values of one name stand together.
function groupLines(lines: readonly string[]): Record<string, string[]> {
  const groups = new Map<string, string[]>();
  for (let index = 0; index + 1 < lines.length; index += 2) {
    const name = (lines[index] ?? '').toLowerCase();
    groups.set(name, [...(groups.get(name) ?? []), lines[index + 1] ?? '']);
  }
  return Object.fromEntries(groups);
}

// No faster than the caller reads, and no longer than the caller is there.
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
