import { answerNode, type NodeHandler, nodeMethods, refuseRequest } from './node.js';
import type { Server } from './server-message.js';
import { reasonOf } from './server-refusal.js';

/** As much of a Fastify instance as the plugin uses. */
export interface FastifyHost {
  readonly prefix: string;
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
  }): unknown;
}

/** A request as Fastify gives it. */
export interface FastifyCall {
  readonly raw: Parameters<NodeHandler>[0];
}

/** A reply as Fastify gives it. */
export interface FastifyReplyCall {
  readonly raw: Parameters<NodeHandler>[1];
  hijack(): unknown;
}

/** A plugin of Fastify, to be registered with or without a prefix. */
export type FastifyPlugin = (fastify: FastifyHost, options: object, done: () => void) => void;

/**
 * Gives a server as a plugin: it answers every request below its prefix, itself reading the body, while hooks of Fastify
 * run as they do for other routes.
 */
export function toFastifyPlugin(server: Server): FastifyPlugin {
  return (fastify, _options, done) => {
    fastify.removeAllContentTypeParsers();
    fastify.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    // Fastify itself would answer those it does not know, of which the description may have some.
    for (const method of nodeMethods) if (!fastify.supportedMethods.includes(method)) fastify.addHttpMethod(method);
    const prefix = fastify.prefix.replace(/\/$/, '');
    const handler = ({ raw: incoming }: FastifyCall, reply: FastifyReplyCall): void => {
      reply.hijack();
      const target = targetBelow(prefix, incoming.url ?? '');
      if (target === undefined) refuseRequest(server, 404, 'path: the API has none such', incoming, reply.raw);
      else answerNode(server, incoming, reply.raw, { target });
    };
    const urls = prefix === '' ? ['/*'] : ['', '/*'];
    for (const url of urls) fastify.route({ method: fastify.supportedMethods, url, handler });
    done();
  };
}

// By its segments, since Fastify finds the prefix also where it is written otherwise; `undefined`: nothing follows it.
function targetBelow(prefix: string, url: string): string | undefined {
  const target = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
  const [path = ''] = target.split('?', 1);
  let end = 0;
  for (let count = prefix.split('/').length; count > 1; count -= 1) {
    end = path.indexOf('/', end + 1);
    if (end < 0) return undefined;
  }
  return target.slice(end);
}

/** What Fastify calls for a request that it can give to no route. */
export type FrameworkErrors = (
  error: { readonly code: string; readonly statusCode?: number | undefined },
  request: FastifyCall,
  reply: FastifyReplyCall,
) => void;

/**
 * Gives the option `frameworkErrors` of Fastify: what its router refuses, such as malformed percent-encoding, is answered
 * in the form of the description's errors.
 */
export function toFrameworkErrors(server: Server): FrameworkErrors {
  return ({ code, statusCode = 500 }, { raw: incoming }, reply) => {
    reply.hijack();
    const message = code === 'FST_ERR_BAD_URL' ? 'path: is not percent-encoded UTF-8' : reasonOf(statusCode);
    refuseRequest(server, statusCode, message, incoming, reply.raw);
  };
}
