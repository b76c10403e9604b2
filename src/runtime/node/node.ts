import {
  createServer as createHttpServer,
  type Server as HttpServer,
  type IncomingMessage,
  type ServerResponse as NodeResponse,
  type ServerOptions as NodeServerOptions,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Server } from '../server/message.js';
import { dropStream } from '../server/pipe.js';
import { continueWhenRead, finishBody, isEnding } from './closing.js';
import { Connections } from './connections.js';
import { isGone, type NodeIncoming, type NodeOutgoing, NodeRequest, sendResponse } from './message.js';
import { type Fault, faultOf, findFault, refuseConnection, refuseRequest } from './refusals.js';

/**
 * Handles a request of `node:http`, `node:https` or `node:http2`, or of a framework such as Express that passes such
 * requests on.
 */
export type NodeHandler<Platform extends NodeIncoming = NodeIncoming> = (
  request: Platform,
  response: NodeOutgoing,
) => void;

/**
 * Returns a server as a handler for `node:http`. Only `listen` responds to errors that occur before a request reaches
 * the handler (408, 417, 431).
 */
export function toNodeHandler<Platform extends NodeIncoming = NodeIncoming>(
  server: Server<Platform>,
): NodeHandler<Platform> {
  return (incoming, outgoing) => {
    if (isUnwanted(incoming, outgoing)) return;
    const fault = findFault(incoming);
    if (fault) refuseRequest(server, fault, incoming, outgoing);
    else answerRequest(server, incoming, outgoing);
  };
}

/** The address of `listen`, and the options of `node:http`. */
export interface ListenOptions extends NodeServerOptions {
  /** The port; 0, the default, chooses a free one. */
  readonly port?: number;
  /** The address to listen on. By default only this machine can connect; `0.0.0.0` means all interfaces. */
  readonly host?: string;
  /** The number of connections that the system queues before it drops further ones; 511 by default. */
  readonly backlog?: number;
}

/** A listening server. */
export interface Listening {
  /** The address, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly http: HttpServer;
  /**
   * Stops the server: refuses further requests (503 on open connections), waits for pending ones, and cuts off the rest
   * after the given milliseconds (10,000 by default).
   */
  close(timeoutMs?: number): Promise<void>;
}

/** Listens with `node:http`. Requests that `node:http` itself refuses also get an error body of the description. */
export async function listen(server: Server<IncomingMessage>, options: ListenOptions = {}): Promise<Listening> {
  const { port = 0, host = '127.0.0.1', backlog, ...rest } = options;
  const http = createHttpServer({ ...rest, requireHostHeader: false });
  // By default, Node silently drops headers beyond a count. Their size is limited anyway.
  http.maxHeadersCount = 0;
  const listener = new Listener(server, http);
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, host, backlog, () => {
      http.off('error', reject);
      resolve();
    });
  });
  return { url: formatUrl(http.address()), http, close: (timeoutMs = 10_000) => listener.close(timeoutMs) };
}

/** Handles the requests of a `node:http` server. */
class Listener {
  readonly #server: Server<IncomingMessage>;
  readonly #connections: Connections;
  readonly #refused = new WeakSet<Duplex>();
  #isClosing = false;

  constructor(server: Server<IncomingMessage>, http: HttpServer) {
    this.#server = server;
    this.#connections = new Connections(http);
    http.on('request', (incoming, outgoing) => this.#take(incoming, outgoing));
    http.on('checkContinue', (incoming, outgoing) => {
      continueWhenRead(incoming, outgoing);
      // Node also emits this event for a list that contains other expectations.
      const isAlone = incoming.headers.expect?.toLowerCase() === '100-continue';
      this.#take(incoming, outgoing, isAlone ? undefined : unknownExpectation);
    });
    http.on('checkExpectation', (incoming, outgoing) => this.#take(incoming, outgoing, unknownExpectation));
    http.on('clientError', (error, socket) => this.#refuseRest(socket, faultOf(error)));
    // Node would close the connection without a response, and removes its own listeners.
    http.on('connect', (_, socket) => {
      socket.on('error', () => socket.destroy());
      this.#refuseRest(socket, [501, 'method: is unknown']);
    });
  }

  close(timeoutMs: number): Promise<void> {
    this.#isClosing = true;
    return this.#connections.close(timeoutMs);
  }

  #take(incoming: IncomingMessage, outgoing: NodeResponse, known?: Fault): void {
    if (isUnwanted(incoming, outgoing)) return;
    const fault = this.#isClosing ? stopping : (known ?? findFault(incoming));
    if (fault) refuseRequest(this.#server, fault, incoming, outgoing);
    else answerRequest(this.#server, incoming, outgoing, () => this.#isClosing);
    // If a response has no socket, it is waiting for the previous response.
    if (!outgoing.writableEnded || !outgoing.socket) this.#connections.add(incoming.socket, outgoing);
  }

  #refuseRest(socket: Duplex, fault: Fault): void {
    // Node reports another error for each further byte after a mistake.
    if (this.#refused.has(socket)) return;
    this.#refused.add(socket);
    void this.#connections.finish(socket).then((canAnswer) => {
      if (isEnding(socket)) return;
      if (socket.writable && canAnswer) refuseConnection(this.#server, fault, socket);
      else socket.destroy();
    });
  }
}

const stopping: Fault = [503, 'the server is stopping'];
const unknownExpectation: Fault = [417, "expect: must be '100-continue'"];

/** Returns whether a request arrived after one whose response is the last of the connection. */
export function isUnwanted(incoming: NodeIncoming, outgoing: NodeOutgoing): boolean {
  return outgoing.socket === null && isEnding(incoming.socket);
}

// Responds to a request. Never throws.
function answerRequest<Platform extends NodeIncoming>(
  server: Server<Platform>,
  incoming: Platform,
  outgoing: NodeOutgoing,
  isClosing: () => boolean = () => false,
): void {
  const request = new NodeRequest(incoming, outgoing, incoming.url ?? '', incoming);
  server.answer(request, (response) => {
    if (isGone(outgoing) || outgoing.headersSent) {
      dropStream(response.body);
      return;
    }
    try {
      const close = finishBody(request, incoming, outgoing, server.limits);
      sendResponse(response, incoming, outgoing, close || isClosing());
    } catch {
      // This code should never throw. If it does, only this caller is disconnected.
      outgoing.destroy();
      dropStream(response.body);
    }
  });
}

function formatUrl(address: AddressInfo | string | null): string {
  if (typeof address !== 'object' || address === null) return String(address);
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
}
