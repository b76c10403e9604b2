import {
  createServer as createHttpServer,
  type Server as HttpServer,
  type IncomingMessage,
  METHODS,
  type ServerResponse as NodeResponse,
  type ServerOptions as NodeServerOptions,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { Connections } from './node-connections.js';
import { isGone, type NodeIncoming, type NodeOutgoing, NodeRequest, sendResponse } from './node-message.js';
import { contentLength } from './read-headers.js';
import type { Server, ServerRequest } from './server-message.js';
import { dropStream } from './server-pipe.js';
import { reasonOf } from './server-refusal.js';

/** Handles a request of `node:http`, `node:https`, `node:http2` or whatever passes such requests on, such as Express. */
export type NodeHandler = (request: NodeIncoming, response: NodeOutgoing) => void;

/** Gives a server as a handler for `node:http`. What comes before a request (408, 417, 431) is answered by `listen` alone. */
export function toNodeHandler(server: Server): NodeHandler {
  return (incoming, outgoing) => answerNode(server, incoming, outgoing);
}

/** The methods that Node hands on as requests, which `CONNECT` is none of. */
export const nodeMethods: readonly string[] = METHODS.filter((method) => method !== 'CONNECT');

/** Where `listen` listens; the rest as `node:http` takes it. */
export interface ListenOptions extends NodeServerOptions {
  /** 0, the default, takes any that is free. */
  readonly port?: number;
  /** This machine alone unless told; `0.0.0.0` for everybody. */
  readonly host?: string;
  /** Connections that the system keeps until they are taken, 511 unless told: what comes beyond them all at once is dropped. */
  readonly backlog?: number;
}

/** A server that listens. */
export interface Listening {
  /** Such as `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly http: HttpServer;
  /**
   * Takes no more requests (503 on connections that are still needed), lets those under way end, and cuts what is left
   * after some milliseconds (10,000).
   */
  close(timeoutMs?: number): Promise<void>;
}

/** Listens with `node:http`, answering also what `node:http` itself refuses in the form of the description's errors. */
export async function listen(server: Server, options: ListenOptions = {}): Promise<Listening> {
  const { port = 0, host = '127.0.0.1', backlog, ...rest } = options;
  const http = createHttpServer({ ...rest, requireHostHeader: false });
  // Node would leave out what is beyond a number, in silence; their size is bounded anyway.
  http.maxHeadersCount = 0;
  const connections = new Connections(http);
  const refused = new WeakSet<Duplex>();
  let isClosing = false;
  const take = (incoming: IncomingMessage, outgoing: NodeResponse, options: AnswerOptions): void => {
    if (isClosing) refuseRequest(server, 503, 'the server is stopping', incoming, outgoing);
    else if (!hasHost(incoming)) refuseRequest(server, 400, 'host: must be there once', incoming, outgoing);
    else answerNode(server, incoming, outgoing, options);
    // An answer without a socket waits for the one before.
    if (!outgoing.writableEnded || !outgoing.socket) connections.add(incoming.socket, outgoing);
  };
  const usual: AnswerOptions = { isClosing: () => isClosing };
  http.on('request', (incoming, outgoing) => take(incoming, outgoing, usual));
  const refuseExpectation = (incoming: IncomingMessage, outgoing: NodeResponse): void =>
    refuseRequest(server, 417, "expect: must be '100-continue'", incoming, outgoing);
  http.on('checkContinue', (incoming, outgoing) => {
    // Node takes a list with other expectations in it for this one too.
    if (incoming.headers.expect?.toLowerCase() !== '100-continue') refuseExpectation(incoming, outgoing);
    else take(incoming, outgoing, { ...usual, beforeBody: () => outgoing.writeContinue() });
  });
  http.on('checkExpectation', refuseExpectation);
  const refuseRest = (socket: Duplex, why: readonly [number, string]): void => {
    // What still comes after a mistake is another one, each time.
    if (refused.has(socket)) return;
    refused.add(socket);
    void connections.finish(socket).then((canAnswer) => refuseConnection(server, why, socket, canAnswer));
  };
  http.on('clientError', (error, socket) =>
    refuseRest(socket, codes.get('code' in error && error.code) ?? [400, 'request: is no HTTP/1.1']),
  );
  // Node would end the connection without an answer; it no longer listens to it.
  http.on('connect', (_, socket) => {
    socket.on('error', () => socket.destroy());
    refuseRest(socket, [501, 'method: is not known']);
  });
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, host, backlog, () => {
      http.off('error', reject);
      resolve();
    });
  });
  return {
    url: urlOf(http.address()),
    http,
    close: (timeoutMs = 10_000) => {
      isClosing = true;
      return connections.close(timeoutMs);
    },
  };
}

/** How one request of `node:http` differs from others. */
export interface AnswerOptions {
  /** The request target, where it is not that of the request. */
  readonly target?: string;
  /** Called before the body is read. */
  readonly beforeBody?: () => void;
  /** Tells whether the connection takes no further request. */
  readonly isClosing?: () => boolean;
}

/** Answers one request of `node:http`; never throws. */
export function answerNode(
  server: Server,
  incoming: NodeIncoming,
  outgoing: NodeOutgoing,
  { target = incoming.url ?? '', beforeBody, isClosing }: AnswerOptions = {},
): void {
  const request = new NodeRequest(incoming, outgoing, target, beforeBody);
  server.answer(request, (response) => {
    if (isGone(outgoing) || outgoing.headersSent) {
      dropStream(response.body);
      return;
    }
    try {
      const close = (isClosing?.() ?? false) || mustClose(request, response.code, incoming);
      sendResponse(response, incoming, outgoing, close);
    } catch {
      // Nothing here throws; should it all the same, this caller alone is cut off.
      outgoing.destroy();
      dropStream(response.body);
    }
  });
}

// The rest of a body that was not read stands before the next request; a short one is read away, a long one is not worth it.
function mustClose(request: ServerRequest, code: number, incoming: NodeIncoming): boolean {
  if (incoming.complete || contentLength(request) === 0) return false;
  return code === 408 || Number(incoming.headers['content-length'] ?? Number.POSITIVE_INFINITY) > 65_536;
}

// RFC 9112, 3.2: one `Host`, neither none nor several.
function hasHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  if (httpVersion !== '1.1') return true;
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name === 'Host' || (name?.length === 4 && name.toLowerCase() === 'host')) hosts += 1;
  }
  return hosts === 1;
}

/** Refuses a request that never reached the server; its connection takes no further one. */
export function refuseRequest(
  server: Server,
  code: number,
  message: string,
  incoming: NodeIncoming,
  outgoing: NodeOutgoing,
): void {
  const request = new NodeRequest(incoming, outgoing, incoming.url ?? '');
  sendResponse(server.refuse(code, message, request), incoming, outgoing, true);
}

const codes: ReadonlyMap<unknown, readonly [number, string]> = new Map([
  ['HPE_HEADER_OVERFLOW', [431, 'headers: are too large']],
  ['ERR_HTTP_REQUEST_TIMEOUT', [408, 'request: did not arrive in time']],
  ['HPE_INVALID_METHOD', [501, 'method: is not known']],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', [413, 'body: has chunk extensions that are too large']],
]);

function refuseConnection(
  server: Server,
  [code, message]: readonly [number, string],
  socket: Duplex,
  canAnswer: boolean,
): void {
  if (!socket.writable || !canAnswer) {
    socket.destroy();
    return;
  }
  const answer = server.refuse(code, message);
  dropStream(answer.body);
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
