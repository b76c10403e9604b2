import type { NodeIncoming, NodeOutgoing } from './node-response.js';
import type { ChunkSink, ServerRequest } from './server-message.js';

/** A request of `node:http` as the server sees it. */
export class NodeRequest implements ServerRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly hasContent?: boolean;
  readonly #incoming: NodeIncoming;
  readonly #outgoing: NodeOutgoing;
  readonly #beforeBody: (() => void) | undefined;
  #signal: AbortSignal | undefined;

  constructor(incoming: NodeIncoming, outgoing: NodeOutgoing, target: string, beforeBody?: () => void) {
    this.method = incoming.method ?? '';
    this.target = target;
    this.headers = new NodeHeaders(incoming.rawHeaders);
    // HTTP/2 frames content by itself: no header has to tell of it.
    if (incoming.httpVersionMajor === 2 && 'stream' in incoming) this.hasContent = !incoming.stream.endAfterHeaders;
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.#beforeBody = beforeBody;
  }

  get body(): AsyncIterable<Uint8Array> {
    return {
      [Symbol.asyncIterator]: () => {
        this.#beforeBody?.();
        return this.#incoming[Symbol.asyncIterator]();
      },
    };
  }

  /** Reads what `body` would give, without the cost of an iterator. */
  readChunks(sink: ChunkSink): void {
    this.#beforeBody?.();
    const incoming = this.#incoming;
    const receive = (chunk: Uint8Array): void => {
      if (sink.take(chunk)) return;
      incoming.off('data', receive).pause();
      sink.end(true);
    };
    const breakOff = (): void => sink.end(false);
    incoming.on('data', receive).on('end', () => sink.end(true));
    incoming.on('close', breakOff);
    // Of HTTP/1.1 there is none unless somebody listens.
    if ('stream' in incoming) incoming.on('error', breakOff);
    if (incoming.destroyed) breakOff();
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

function signalOf(outgoing: NodeOutgoing): AbortSignal {
  const controller = new AbortController();
  if (outgoing.destroyed) controller.abort();
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
