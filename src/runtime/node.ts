import {
  createServer as createHttpServer,
  type Server as HttpServer,
  type IncomingMessage,
  type ServerResponse as NodeResponse,
  type ServerOptions as NodeServerOptions,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { NodeRequest } from './node-request.js';
import { hasContent, type Server, type ServerRequest, type ServerResponse } from './server-message.js';
import { reasonOf } from './server-refusal.js';

/** Handles a request of `node:http`, `node:https` or whatever passes such requests on. */
export type NodeHandler = (request: IncomingMessage, response: NodeResponse) => void;

/** Gives a server as a handler for `node:http`. What comes before a request (408, 417, 431) is answered by `listen` alone. */
export function toNodeHandler(server: Server): NodeHandler {
  return (incoming, outgoing) => {
    void answer(
      server,
      incoming,
      outgoing,
      () => undefined,
      () => false,
    );
  };
}

/** Where `listen` listens; the rest as `node:http` takes it. */
export interface ListenOptions extends NodeServerOptions {
  /** 0, the default, takes any that is free. */
  readonly port?: number;
  /** This machine alone unless told; `0.0.0.0` for everybody. */
  readonly host?: string;
}

/** A server that listens. */
export interface Listening {
  /** Such as `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly http: HttpServer;
  /** Takes no more requests (503), lets those under way end, and cuts what is left after some milliseconds (10,000). */
  close(timeoutMs?: number): Promise<void>;
}

/** Listens with `node:http`, answering also what `node:http` itself refuses in the form of the description's errors. */
export async function listen(server: Server, options: ListenOptions = {}): Promise<Listening> {
  const { port = 0, host = '127.0.0.1', ...rest } = options;
  const http = createHttpServer({ ...rest, requireHostHeader: false });
  const pending = new Map<Duplex, Set<NodeResponse>>();
  let isClosing = false;
  const take = (incoming: IncomingMessage, outgoing: NodeResponse, beforeBody: () => void): void => {
    track(pending, incoming.socket, outgoing);
    const refusal = isClosing ? server.refuse(503, 'the server is stopping') : refuseHost(server, incoming);
    if (refusal) send(refusal, incoming, outgoing, true);
    else void answer(server, incoming, outgoing, beforeBody, () => isClosing);
  };
  http.on('request', (incoming, outgoing) => take(incoming, outgoing, () => undefined));
  http.on('checkContinue', (incoming, outgoing) => take(incoming, outgoing, () => outgoing.writeContinue()));
  http.on('checkExpectation', (incoming, outgoing) => {
    send(server.refuse(417, "expect: must be '100-continue'"), incoming, outgoing, true);
  });
  http.on('clientError', (error, socket) => refuseConnection(server, error, socket, pending.get(socket)));
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, host, () => {
      http.off('error', reject);
      resolve();
    });
  });
  return {
    url: urlOf(http.address()),
    http,
    close: (timeoutMs = 10_000) => {
      isClosing = true;
      return closeServer(http, timeoutMs);
    },
  };
}

async function answer(
  server: Server,
  incoming: IncomingMessage,
  outgoing: NodeResponse,
  beforeBody: () => void,
  isClosing: () => boolean,
): Promise<void> {
  try {
    const request = new NodeRequest(incoming, outgoing, beforeBody);
    const response = await server.handle(request);
    if (outgoing.destroyed || outgoing.headersSent) return;
    send(response, incoming, outgoing, mustClose(request, response.code, incoming) || isClosing());
  } catch {
    // Nothing above throws; should it all the same, this caller alone is cut off.
    outgoing.destroy();
  }
}

function send(response: ServerResponse, incoming: IncomingMessage, outgoing: NodeResponse, close: boolean): void {
  const { code, headers } = response;
  const lines = headers.flat();
  const isBodiless = code === 204 || code === 304;
  const body = isBodiless ? undefined : response.body;
  if (typeof body === 'string' || body instanceof Uint8Array) {
    lines.push('content-length', String(Buffer.byteLength(body)));
  } else if (!isBodiless && !body && incoming.method !== 'HEAD') lines.push('content-length', '0');
  if (close) lines.push('connection', 'close');
  outgoing.writeHead(code, lines);
  if (typeof body === 'object' && !(body instanceof Uint8Array)) void sendStream(body, outgoing);
  else outgoing.end(body);
}

// No faster than the caller reads, and no longer than the caller is there.
async function sendStream(stream: AsyncIterable<string | Uint8Array>, outgoing: NodeResponse): Promise<void> {
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

// The rest of a body that was not read stands before the next request; a short one is read away, a long one is not worth it.
function mustClose(request: ServerRequest, code: number, incoming: IncomingMessage): boolean {
  if (incoming.complete || !hasContent(request)) return false;
  return code === 408 || Number(incoming.headers['content-length'] ?? Number.POSITIVE_INFINITY) > 65_536;
}

function track(pending: Map<Duplex, Set<NodeResponse>>, socket: Duplex, outgoing: NodeResponse): void {
  const responses = pending.get(socket) ?? new Set();
  pending.set(socket, responses.add(outgoing));
  outgoing.once('close', () => {
    responses.delete(outgoing);
    if (responses.size === 0) pending.delete(socket);
  });
}

// RFC 9112, 3.2: one `Host`, neither none nor several.
function refuseHost(server: Server, { rawHeaders, httpVersion }: IncomingMessage): ServerResponse | undefined {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  return httpVersion === '1.1' && hosts.length !== 1 ? server.refuse(400, 'host: must be there once') : undefined;
}

const codes: ReadonlyMap<unknown, readonly [number, string]> = new Map([
  ['HPE_HEADER_OVERFLOW', [431, 'headers: are too large']],
  ['ERR_HTTP_REQUEST_TIMEOUT', [408, 'request: did not arrive in time']],
  ['HPE_INVALID_METHOD', [501, 'method: is not known']],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', [413, 'body: has chunk extensions that are too large']],
]);

function refuseConnection(
  server: Server,
  error: Error,
  socket: Duplex,
  pending: ReadonlySet<NodeResponse> | undefined,
): void {
  // Half an answer cannot be turned into another one.
  if (!socket.writable || [...(pending ?? [])].some((response) => response.headersSent)) {
    socket.destroy();
    return;
  }
  const [code, message] = codes.get('code' in error && error.code) ?? [400, 'request: is no HTTP/1.1'];
  const answer = server.refuse(code, message);
  const body = typeof answer.body === 'string' || answer.body instanceof Uint8Array ? answer.body : '';
  const lines = [
    `HTTP/1.1 ${answer.code} ${reasonOf(answer.code)}`,
    ...answer.headers.map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  socket.end(body, () => socket.destroy());
}

function urlOf(address: AddressInfo | string | null): string {
  if (typeof address !== 'object' || address === null) return String(address);
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
}

async function closeServer(http: HttpServer, timeoutMs: number): Promise<void> {
  const timer = setTimeout(() => http.closeAllConnections(), timeoutMs);
  await new Promise<void>((resolve) => http.close(() => resolve()));
  clearTimeout(timer);
}
