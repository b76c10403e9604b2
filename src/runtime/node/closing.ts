import type { ServerHttp2Stream } from 'node:http2';
import type { Duplex } from 'node:stream';
import { contentLength } from '../server/headers.js';
import { Drain, type ServerLimits } from '../server/limits.js';
import type { ServerRequest } from '../server/message.js';
import { isHttp2, type NodeIncoming, type NodeOutgoing } from './message.js';

/**
 * Closes a connection in stages (RFC 9112, 9.6): sends the written data, closes the writing side, then reads and drops
 * further data until the caller closes its side or a limit is reached. Closing at once while data is unread would reset
 * the connection, and the caller would lose the response.
 */
export function closeInStages(socket: Duplex, limits: ServerLimits = {}): void {
  const drain = new Drain(limits, () => socket.destroy());
  socket.once('close', () => drain.end());
  const readRest = (): void => {
    // The remaining bytes are not a request.
    socket.removeAllListeners('data').removeAllListeners('end');
    socket.once('end', () => socket.destroy());
    socket.on('data', (chunk: Uint8Array) => drain.count(chunk)).resume();
  };
  socket.end();
  // A parser of Node that has paused a socket must release it first.
  if (socket.isPaused()) socket.once('resume', readRest).resume();
  else readRest();
}

/** Returns whether the present response is the last one of a connection, so that no request follows (RFC 9112, 9.6). */
export function isEnding(socket: Duplex): boolean {
  return Object.hasOwn(socket, 'destroySoon');
}

/**
 * Closes a connection in stages after the response to a request. Returns `false` for HTTP/2, which does not need this.
 */
export function closeAfter(incoming: NodeIncoming, outgoing: NodeOutgoing, limits: ServerLimits = {}): boolean {
  if (isHttp2(outgoing)) {
    closeStream(outgoing.stream, incoming, limits);
    return false;
  }
  const { socket } = incoming;
  socket.destroySoon = () => closeInStages(socket, limits);
  return true;
}

/**
 * Handles the unread body of a request that has its response, because the next request comes after it. Reads and drops
 * a short body. For any other body, returns `true`, and the response is the last one of the connection.
 */
export function finishBody(
  request: ServerRequest,
  incoming: NodeIncoming,
  outgoing: NodeOutgoing,
  limits: ServerLimits = {},
): boolean {
  if (isHttp2(outgoing)) return closeAfter(incoming, outgoing, limits);
  if (incoming.complete || contentLength(request) === 0) return false;
  const isShort = Number(incoming.headers['content-length'] ?? Number.POSITIVE_INFINITY) <= 65_536;
  // A sender that waits for `100 Continue` may never send the body.
  const isLast = !isShort || incoming.headers.expect !== undefined;
  if (isLast || !outgoing.shouldKeepAlive) closeAfter(incoming, outgoing, limits);
  else outgoing.once('finish', () => skipRest(incoming, limits, () => incoming.socket.destroy()));
  return isLast;
}

// Node keeps a stream of HTTP/2 while its content is unread (RFC 9113, 8.1), or after its caller disconnected without
// an error.
function closeStream(stream: ServerHttp2Stream, incoming: NodeIncoming, limits: ServerLimits): void {
  stream.once('aborted', () => stream.destroy());
  stream.once('finish', () => skipRest(incoming, limits, () => stream.close()));
}

function skipRest(incoming: NodeIncoming, limits: ServerLimits, cut: () => void): void {
  if (incoming.complete) return;
  const drain = new Drain(limits, cut);
  incoming.once('close', () => drain.end());
  incoming.on('data', (chunk: Uint8Array) => drain.count(chunk)).resume();
}

/** Sends `100 Continue` when the body of a request is first read. */
export function continueWhenRead(incoming: NodeIncoming, outgoing: NodeOutgoing): void {
  const begin = (event: string | symbol): void => {
    if (event !== 'data' && event !== 'readable') return;
    incoming.off('newListener', begin);
    if (!outgoing.headersSent) outgoing.writeContinue();
  };
  incoming.on('newListener', begin);
}
