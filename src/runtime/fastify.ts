import { answerNode, type NodeHandler } from './node.js';
import type { Server } from './server-message.js';

/** As much of a Fastify instance as the plugin uses. */
export interface FastifyHost {
  readonly prefix: string;
  readonly supportedMethods: string[];
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
    const { prefix } = fastify;
    const handler = ({ raw: incoming }: FastifyCall, reply: FastifyReplyCall): void => {
      reply.hijack();
      answerNode(server, incoming, reply.raw, { target: (incoming.url ?? '').slice(prefix.length) });
    };
    fastify.route({ method: fastify.supportedMethods, url: '/*', handler });
    done();
  };
}
