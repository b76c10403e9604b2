import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerRequest } from './server-message.js';

/** A request of `node:http` as the server sees it. */
export class NodeRequest implements ServerRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: AsyncIterable<Uint8Array>;
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  #signal: AbortSignal | undefined;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, beforeBody: () => void) {
    this.method = incoming.method ?? '';
    this.target = incoming.url ?? '';
    this.headers = readHeaderLines(incoming.rawHeaders);
    this.body = {
      [Symbol.asyncIterator]: () => {
        beforeBody();
        return incoming[Symbol.asyncIterator]();
      },
    };
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
    const values = headers.get(name);
    if (values) values.push(value);
    else headers.set(name, [value]);
  }
  return headers;
}

function signalOf(outgoing: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (outgoing.destroyed) controller.abort();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) controller.abort();
  });
  return controller.signal;
}
