import type { EventEmitter } from 'node:events';
import { type Duplex, Readable } from 'node:stream';
import { isAsyncIterable } from './is-iterable.js';
import { isUnwanted, nodeMethods } from './node.js';
import { closeAfter, continueWhenRead, settleBody } from './node-closing.js';
import { isGone, joinSetHeader, type NodeIncoming, type NodeOutgoing, NodeRequest } from './node-message.js';
import { type Fault, faultOf, findFault, type ReadError, refuseConnection, refuseRequest } from './node-refusals.js';
import type { Server, ServerResponse } from './server-message.js';
import { dropStream, pipeStream } from './server-pipe.js';
import { reasonOf } from './server-refusal.js';

/** The part of a Fastify instance that the plugin uses. */
export interface FastifyHost {
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
    handler: (request: FastifyCall, reply: FastifyReplyCall) => void;
    errorHandler: (error: RouteError, request: FastifyCall, reply: FastifyReplyCall) => void;
  }): unknown;
}

/** An error of Fastify or of a hook. */
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
export type FastifyPlugin = (fastify: FastifyHost, options: object, done: () => void) => void;

/**
 * Returns a server as a plugin, which answers every request below its prefix and reads the body itself. Hooks of
 * Fastify run as for other routes.
 */
export function toFastifyPlugin(server: Server): FastifyPlugin {
  return (fastify, _options, done) => {
    fastify.removeAllContentTypeParsers();
    fastify.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    // Fastify answers unknown methods itself, but the description may have some of them.
    for (const method of nodeMethods) if (!fastify.supportedMethods.includes(method)) fastify.addHttpMethod(method);
    sendContinueLate(fastify.server);
    const prefix = fastify.prefix.replace(/\/$/, '');
    const handler = ({ raw: incoming }: FastifyCall, reply: FastifyReplyCall): void => {
      const target = findTarget(prefix, incoming.url ?? '');
      const fault = findFault(incoming) ?? (target === undefined ? unknownPath : undefined);
      if (isUnwanted(incoming, reply.raw)) reply.hijack();
      else if (fault) refuseCall(server, fault, incoming, reply);
      else answerCall(server, new NodeRequest(incoming, reply.raw, target ?? ''), incoming, reply);
    };
    const urls = prefix === '' ? ['*'] : ['', '/*'];
    // Fastify refuses a content type that it cannot parse. All other errors are those of hooks.
    const errorHandler = (error: RouteError, { raw: incoming }: FastifyCall, reply: FastifyReplyCall): void => {
      if (error.code !== 'FST_ERR_CTP_INVALID_MEDIA_TYPE') throw error;
      refuseCall(server, badContentType, incoming, reply);
    };
    for (const url of urls) fastify.route({ method: fastify.supportedMethods, url, handler, errorHandler });
    done();
  };
}

const badContentType: Fault = [415, 'content-type: is no media type'];
const unknownPath: Fault = [404, 'path: the API has none such'];

// Node sends `100 Continue` before anything has seen the request.
function sendContinueLate(http: EventEmitter): void {
  if (http.listenerCount('checkContinue') > 0) return;
  http.on('checkContinue', (incoming: NodeIncoming, outgoing: NodeOutgoing) => {
    continueWhenRead(incoming, outgoing);
    http.emit('request', incoming, outgoing);
  });
}

function answerCall(server: Server, request: NodeRequest, incoming: NodeIncoming, reply: FastifyReplyCall): void {
  server.answer(request, (response) => {
    const { raw: outgoing, sent } = reply;
    if (sent || isGone(outgoing) || outgoing.headersSent) {
      dropStream(response.body);
      return;
    }
    sendReply(response, reply, settleBody(request, incoming, outgoing, server.limits));
  });
}

function refuseCall(server: Server, [code, message]: Fault, incoming: NodeIncoming, reply: FastifyReplyCall): void {
  const request = new NodeRequest(incoming, reply.raw, incoming.url ?? '');
  const close = closeAfter(incoming, reply.raw, server.limits);
  sendReply(server.refuse(code, message, request), reply, close);
}

function sendReply({ code, headers, body }: ServerResponse, reply: FastifyReplyCall, close: boolean): void {
  const lines = new Map<string, string[]>();
  for (const [name, value] of headers) lines.set(name.toLowerCase(), [...(lines.get(name.toLowerCase()) ?? []), value]);
  if (close) lines.set('connection', ['close']);
  for (const [name, values] of lines) setHeader(reply, name, values);
  reply.code(code);
  // Fastify adds a charset to the content type of JSON.
  reply.serializer((text) => text);
  reply.send(
    isAsyncIterable(body) ? Readable.from(pipeStream(body, (items) => sendHeadersFirst(items, reply.raw))) : body,
  );
}

// Headers that hooks have set stay if several values add up.
function setHeader(reply: FastifyReplyCall, name: string, values: string[]): void {
  const value = joinSetHeader(name, reply.getHeader(name), values);
  // Fastify would repeat them.
  if (name === 'set-cookie') reply.removeHeader(name);
  reply.header(name, value);
}

// Headers are sent before the first item, which may come late.
async function* sendHeadersFirst<Item>(items: AsyncIterable<Item>, outgoing: NodeOutgoing): AsyncGenerator<Item> {
  // Fastify has set the headers by now.
  if ('flushHeaders' in outgoing && outgoing.hasHeader('content-type') && !outgoing.headersSent)
    outgoing.flushHeaders();
  yield* items;
}
// Compares segments, since Fastify also matches other spellings of the prefix. `undefined` means that no path follows
// it.
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
 * Returns the option `frameworkErrors` of Fastify. It answers what the router refuses, such as malformed
 * percent-encoding, in the form of the description's errors.
 */
export function toFrameworkErrors(server: Server): FrameworkErrors {
  return ({ code, statusCode = 500 }, { raw: incoming }, reply) => {
    reply.hijack();
    const message = code === 'FST_ERR_BAD_URL' ? 'path: is not percent-encoded UTF-8' : reasonOf(statusCode);
    refuseRequest(server, [statusCode, message], incoming, reply.raw);
  };
}

/** Fastify calls this for bytes that are not a request. */
export type ClientErrorHandler = (error: ReadError, socket: Duplex) => void;

/**
 * Returns the option `clientErrorHandler` of Fastify, which answers bytes that are not a request in the form of the
 * description's errors. It ignores what follows a request with `Connection: close` (RFC 9112, section 9.6).
 */
export function toClientErrorHandler(server: Server): ClientErrorHandler {
  return (error, socket) => {
    // That request is still to be answered, which closes the connection.
    if (error.code === 'HPE_CLOSED_CONNECTION') return;
    if (socket.writable && error.code !== 'ECONNRESET') refuseConnection(server, faultOf(error), socket);
    else socket.destroy();
  };
}
