import type { EventEmitter } from 'node:events';
import { METHODS } from 'node:http';
import { type Duplex, Readable } from 'node:stream';
import { closeAfter, continueWhenRead, finishBody } from './node/closing.js';
import { isGone, joinSetHeader, type NodeIncoming, type NodeOutgoing, NodeRequest } from './node/message.js';
import { isUnwanted } from './node/node.js';
import { type Fault, faultOf, findFault, type ReadError, refuseConnection, refuseRequest } from './node/refusals.js';
import type { Server, ServerResponse } from './server/message.js';
import { dropStream, pipeStream } from './server/pipe.js';
import { reasonOf } from './server/refusal.js';
import { isAsyncIterable } from './values/is-iterable.js';

/** The part of a Fastify instance that the plugin uses. */
export interface FastifyHost<Platform extends FastifyCall = FastifyCall> {
  readonly prefix: string;
  readonly server: EventEmitter;
  readonly supportedMethods: string[];
  addHttpMethod(method: string): unknown;
  removeAllContentTypeParsers(): void;
  addContentTypeParser(
    contentType: string,
    parser: (request: object, payload: object, done: (error: null) => void) => void,
  ): unknown;
  route(options: {
    method: string[];
    url: string;
    handler: (request: Platform, reply: FastifyReplyCall) => void;
    errorHandler: (error: RouteError, request: Platform, reply: FastifyReplyCall) => void;
  }): unknown;
}

/** An error that Fastify or a hook reports. */
interface RouteError {
  readonly code?: unknown;
}

/** A request of Fastify. */
export interface FastifyCall {
  readonly raw: NodeIncoming;
}

/** A reply of Fastify. */
export interface FastifyReplyCall {
  readonly raw: NodeOutgoing;
  readonly sent: boolean;
  hijack(): unknown;
  code(code: number): unknown;
  getHeader(name: string): number | string | string[] | undefined;
  removeHeader(name: string): unknown;
  header(name: string, value: string | string[]): unknown;
  serializer(write: (payload: string) => string): unknown;
  send(payload?: string | Uint8Array | Readable): unknown;
}

/** A plugin of Fastify. It needs no prefix. */
export type FastifyPlugin<Platform extends FastifyCall = FastifyCall> = (
  fastify: FastifyHost<Platform>,
  options: object,
  done: () => void,
) => void;

/**
 * Returns a server as a plugin. It handles every request below its prefix and reads the body itself. Hooks of Fastify
 * run as for other routes.
 */
export function toFastifyPlugin<Platform extends FastifyCall = FastifyCall>(
  server: Server<Platform>,
): FastifyPlugin<Platform> {
  return (fastify, _options, done) => {
    fastify.removeAllContentTypeParsers();
    fastify.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    // Fastify responds to unknown methods itself, but the description may use some of them.
    for (const method of METHODS) if (!fastify.supportedMethods.includes(method)) fastify.addHttpMethod(method);
    sendContinueLate(fastify.server);
    const prefix = fastify.prefix.replace(/\/$/, '');
    const handler = (request: Platform, reply: FastifyReplyCall): void => {
      const { raw: incoming } = request;
      const target = findTarget(prefix, incoming.url ?? '');
      const fault = findFault(incoming) ?? (target === undefined ? unknownPath : undefined);
      if (isUnwanted(incoming, reply.raw)) reply.hijack();
      else if (fault) refuseCall(server, fault, request, reply);
      else answerCall(server, new NodeRequest(incoming, reply.raw, target ?? '', request), incoming, reply);
    };
    const urls = prefix === '' ? ['*'] : ['', '/*'];
    // Fastify refuses a content type that it cannot parse. All other errors come from hooks.
    const errorHandler = (error: RouteError, request: Platform, reply: FastifyReplyCall): void => {
      if (error.code !== 'FST_ERR_CTP_INVALID_MEDIA_TYPE') throw error;
      refuseCall(server, badContentType, request, reply);
    };
    for (const url of urls) fastify.route({ method: fastify.supportedMethods, url, handler, errorHandler });
    done();
  };
}

const badContentType: Fault = [415, 'content-type: must be a media type'];
const unknownPath: Fault = [404, 'path: the API has no such path'];

// By default, Node sends `100 Continue` before any hook has seen the request.
function sendContinueLate(http: EventEmitter): void {
  if (http.listenerCount('checkContinue') > 0) return;
  http.on('checkContinue', (incoming: NodeIncoming, outgoing: NodeOutgoing) => {
    continueWhenRead(incoming, outgoing);
    http.emit('request', incoming, outgoing);
  });
}

function answerCall<Platform>(
  server: Server<Platform>,
  request: NodeRequest<Platform>,
  incoming: NodeIncoming,
  reply: FastifyReplyCall,
): void {
  server.answer(request, (response) => {
    const { raw: outgoing, sent } = reply;
    if (sent || isGone(outgoing) || outgoing.headersSent) {
      dropStream(response.body);
      return;
    }
    sendReply(response, reply, finishBody(request, incoming, outgoing, server.limits));
  });
}

function refuseCall(server: Server<never>, [code, message]: Fault, call: FastifyCall, reply: FastifyReplyCall): void {
  const { raw: incoming } = call;
  const request = new NodeRequest(incoming, reply.raw, incoming.url ?? '', call);
  const close = closeAfter(incoming, reply.raw, server.limits);
  sendReply(server.refuse(code, message, request), reply, close);
}

function sendReply({ code, headers, body }: ServerResponse, reply: FastifyReplyCall, close: boolean): void {
  const lines = new Map<string, string[]>();
  for (const [name, value] of headers) lines.set(name.toLowerCase(), [...(lines.get(name.toLowerCase()) ?? []), value]);
  if (close) lines.set('connection', ['close']);
  for (const [name, values] of lines) setHeader(reply, name, values);
  reply.code(code);
  // For JSON, Fastify would add a charset to the content type.
  reply.serializer((text) => text);
  reply.send(
    isAsyncIterable(body) ? Readable.from(pipeStream(body, (items) => sendHeadersFirst(items, reply.raw))) : body,
  );
}

// If a header can have several values, those that hooks have set are kept.
function setHeader(reply: FastifyReplyCall, name: string, values: string[]): void {
  const value = joinSetHeader(name, reply.getHeader(name), values);
  // Fastify would send these lines twice.
  if (name === 'set-cookie') reply.removeHeader(name);
  reply.header(name, value);
}

// The first item may come late, so the headers are sent before it.
async function* sendHeadersFirst<Item>(items: AsyncIterable<Item>, outgoing: NodeOutgoing): AsyncGenerator<Item> {
  // Fastify has set the headers at this point.
  if ('flushHeaders' in outgoing && outgoing.hasHeader('content-type') && !outgoing.headersSent)
    outgoing.flushHeaders();
  yield* items;
}
// Compares segments, because Fastify also matches other spellings of the prefix. Returns `undefined` if no path follows
// the prefix.
function findTarget(prefix: string, url: string): string | undefined {
  const target = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
  const [path = ''] = target.split('?', 1);
  let end = 0;
  for (let count = prefix.split('/').length; count > 1; count -= 1) {
    end = path.indexOf('/', end + 1);
    if (end < 0) return undefined;
  }
  return target.slice(end);
}

/** Fastify calls this for a request that matches no route. */
export type FrameworkErrors = (
  error: { readonly code: string; readonly statusCode?: number | undefined },
  request: FastifyCall,
  reply: Pick<FastifyReplyCall, 'raw' | 'hijack'>,
) => void;

/**
 * Returns the option `frameworkErrors` of Fastify. It responds to requests that the router refuses, such as malformed
 * percent-encoding, with an error body of the description.
 */
export function toFrameworkErrors(server: Server<never>): FrameworkErrors {
  return ({ code, statusCode = 500 }, request, reply) => {
    reply.hijack();
    const message = code === 'FST_ERR_BAD_URL' ? 'path: is not percent-encoded UTF-8' : reasonOf(statusCode);
    refuseRequest(server, [statusCode, message], request.raw, reply.raw, request);
  };
}

/** Fastify calls this for bytes that are not a request. */
export type ClientErrorHandler = (error: ReadError, socket: Duplex) => void;

/**
 * Returns the option `clientErrorHandler` of Fastify. It responds to bytes that are not a request with an error body of
 * the description. It ignores bytes after a request with `Connection: close` (RFC 9112, section 9.6).
 */
export function toClientErrorHandler(server: Server<never>): ClientErrorHandler {
  return (error, socket) => {
    // The previous request has no response yet. Its response closes the connection.
    if (error.code === 'HPE_CLOSED_CONNECTION') return;
    if (socket.writable && error.code !== 'ECONNRESET') refuseConnection(server, faultOf(error), socket);
    else socket.destroy();
  };
}
