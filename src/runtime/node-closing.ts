import type { ServerHttp2Stream } from 'node:http2';
import type { Duplex } from 'node:stream';
import { isHttp2, type NodeIncoming, type NodeOutgoing } from './node-message.js';
import { contentLength } from './read-headers.js';
import { Drain, type ServerLimits } from './server-limits.js';
import type { ServerRequest } from './server-message.js';

/**
 * Closes a connection in stages (RFC 9112, 9.6): sends what was written, closes the writing side, then reads and drops
 * what
 * still comes until the caller closes its side or a limit is reached. A connection that is closed at once while
 * something
 * is unread is reset, and its caller loses the answer.
 */
export function closeInStages(socket: Duplex, limits: ServerLimits = {}): void {
  const drain = new Drain(limits, () => socket.destroy());
  socket.once('close', () => drain.end());
  const readRest = (): void => {
    // What follows is no request any more, and no mistake in one.
    socket.removeAllListeners('data').removeAllListeners('end');
    socket.once('end', () => socket.destroy());
    socket.on('data', (chunk: Uint8Array) => drain.count(chunk)).resume();
  };
  socket.end();
  // Node's parser holds a socket that it has paused, and has to let go of it first.
  if (socket.isPaused()) socket.once('resume', readRest).resume();
  else readRest();
}

/** Tells whether a connection gets its last answer, so that what follows on it is no request (RFC 9112, 9.6). */
export function isEnding(socket: Duplex): boolean {
  return Object.hasOwn(socket, 'destroySoon');
}

/**
 * Makes the answer to a request the last of its connection, which is then closed in stages; `false`: HTTP/2 has no such
 * answer.
 */
export function closeAfter(incoming: NodeIncoming, outgoing: NodeOutgoing, limits: ServerLimits = {}): boolean {
  if (isHttp2(outgoing)) {
    releaseStream(outgoing.stream, incoming, limits);
    return false;
  }
  const { socket } = incoming;
  socket.destroySoon = () => closeInStages(socket, limits);
  return true;
}

/**
 * Decides what becomes of a body that was not read when its request is answered, since it stands before the next
 * request:
 * a short one is read and dropped; `true`: the answer is the last of the connection.
 */
export function settleBody(
  request: ServerRequest,
  incoming: NodeIncoming,
  outgoing: NodeOutgoing,
  limits: ServerLimits = {},
): boolean {
  if (isHttp2(outgoing)) return closeAfter(incoming, outgoing, limits);
  if (incoming.complete || contentLength(request) === 0) return false;
  const isShort = Number(incoming.headers['content-length'] ?? Number.POSITIVE_INFINITY) <= 65_536;
  // Who waits for `100 Continue` and does not get it may never send the body.
  const isLast = !isShort || incoming.headers.expect !== undefined;
  if (isLast || !outgoing.shouldKeepAlive) closeAfter(incoming, outgoing, limits);
  else outgoing.once('finish', () => dropRest(incoming, limits, () => incoming.socket.destroy()));
  return isLast;
}

// Node keeps a stream of HTTP/2 for as long as there is content that nobody reads (RFC 9113, 8.1), or an answer whose
// caller went without calling that an error.
function releaseStream(stream: ServerHttp2Stream, incoming: NodeIncoming, limits: ServerLimits): void {
  stream.once('aborted', () => stream.destroy());
  stream.once('finish', () => dropRest(incoming, limits, () => stream.close()));
}

function dropRest(incoming: NodeIncoming, limits: ServerLimits, cut: () => void): void {
  if (incoming.complete) return;
  const drain = new Drain(limits, cut);
  incoming.once('end', () => drain.end()).once('close', () => drain.end());
  incoming.on('data', (chunk: Uint8Array) => drain.count(chunk)).resume();
}

/** Sends `100 Continue` once somebody reads the body of a request, and never before. */
export function continueWhenRead(incoming: NodeIncoming, outgoing: NodeOutgoing): void {
  const begin = (event: string | symbol): void => {
    if (event !== 'data' && event !== 'readable') return;
    incoming.off('newListener', begin);
    if (!outgoing.headersSent) outgoing.writeContinue();
  };
  incoming.on('newListener', begin);
}
