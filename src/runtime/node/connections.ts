import type { Server as HttpServer, ServerResponse as NodeResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** The connections of a `node:http` server, and the pending responses of each. */
export class Connections {
  readonly #http: HttpServer;
  readonly #open = new Map<Duplex, NodeResponse[]>();
  #isClosing = false;

  constructor(http: HttpServer) {
    this.#http = http;
    http.on('connection', (socket: Socket) => {
      this.#open.set(socket, []);
      socket.once('close', () => {
        this.#open.delete(socket);
        if (this.#isClosing) this.#closeIdle();
      });
    });
  }

  /** Adds a pending response. */
  add(socket: Duplex, outgoing: NodeResponse): void {
    const calls = this.#open.get(socket) ?? [];
    while (calls.length > 0 && !isUnderWay(calls[0])) calls.shift();
    calls.push(outgoing);
  }

  /**
   * Waits for the responses to the requests that have arrived completely. Then returns whether the rest of the
   * connection can be refused. A response that has begun cannot be replaced.
   */
  async finish(socket: Duplex): Promise<boolean> {
    for (const outgoing of this.#open.get(socket) ?? []) {
      if (!outgoing.req.complete) return !outgoing.headersSent;
      if (isUnderWay(outgoing)) await waitForClose(outgoing);
    }
    return true;
  }

  /** Stops accepting connections, closes idle ones, waits for the others, and cuts them off after a time. */
  async close(timeoutMs: number): Promise<void> {
    this.#isClosing = true;
    const http = this.#http;
    // Node would also close connections that only appear idle.
    http.closeIdleConnections = () => undefined;
    const ended = new Promise<void>((resolve) => http.close(() => resolve()));
    Reflect.deleteProperty(http, 'closeIdleConnections');
    for (const [socket, calls] of this.#open) {
      if (calls.some(isUnderWay)) void closeConnection(socket, calls);
      else if (socket.writableLength > 0) sendGoAway(socket);
      // Node considers a connection busy if it has never sent anything.
      else if ('bytesRead' in socket && socket.bytesRead === 0) socket.destroy();
    }
    this.#closeIdle();
    const timer = setTimeout(() => {
      for (const socket of this.#open.keys()) socket.destroy();
    }, timeoutMs);
    await ended;
    clearTimeout(timer);
  }

  // Node considers a connection idle if its response is written but not yet sent. If there is such a connection, none
  // is closed yet.
  #closeIdle(): void {
    for (const { writableLength } of this.#open.keys()) if (writableLength > 0) return;
    this.#http.closeIdleConnections();
  }
}

async function closeConnection(socket: Duplex, calls: readonly NodeResponse[]): Promise<void> {
  for (let call = calls.find(isUnderWay); call; call = calls.find(isUnderWay)) await waitForClose(call);
  sendGoAway(socket);
}

// Closes the connection after it has sent the buffered data.
function sendGoAway(socket: Duplex): void {
  socket.end(() => socket.destroy());
}

function isUnderWay(outgoing: NodeResponse | undefined): boolean {
  return outgoing !== undefined && !outgoing.writableFinished && !outgoing.destroyed;
}

function waitForClose(outgoing: NodeResponse): Promise<void> {
  return new Promise((resolve) => outgoing.once('close', resolve));
}
