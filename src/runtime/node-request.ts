import type { NodeIncoming, NodeOutgoing } from './node-response.js';
import type { ServerRequest } from './server-message.js';

/** A request of `node:http` as the server sees it. */
export class NodeRequest implements ServerRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: AsyncIterable<Uint8Array>;
  readonly hasContent?: boolean;
  readonly #incoming: NodeIncoming;
  readonly #outgoing: NodeOutgoing;
  #signal: AbortSignal | undefined;

  constructor(incoming: NodeIncoming, outgoing: NodeOutgoing, target: string, beforeBody?: () => void) {
    this.method = incoming.method ?? '';
    this.target = target;
    this.headers = readHeaderLines(incoming.rawHeaders);
    this.body = {
      [Symbol.asyncIterator]: () => {
        beforeBody?.();
        return incoming[Symbol.asyncIterator]();
      },
    };
    // HTTP/2 frames content by itself: no header has to tell of it.
    if ('stream' in incoming) this.hasContent = !incoming.stream.endAfterHeaders;
    this.#incoming = incoming;
    this.#outgoing = outgoing;
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

// Not `headersDistinct`: in some versions of Node a header called `__proto__` makes it throw.
function readHeaderLines(rawHeaders: readonly string[]): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    const value = rawHeaders[index + 1] ?? '';
    // Control data of HTTP/2 (RFC 9113, 8.3) is no header.
    if (name.startsWith(':')) continue;
    const values = headers.get(name);
    if (values) values.push(value);
    else headers.set(name, [value]);
  }
  return headers;
}

function signalOf(outgoing: NodeOutgoing): AbortSignal {
  const controller = new AbortController();
  if (outgoing.destroyed) controller.abort();
  outgoing.once('close', () => {
    if (!('stream' in outgoing ? outgoing.writableEnded : outgoing.writableFinished)) controller.abort();
  });
  return controller.signal;
}
