import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from 'node:http';
import { connect, createServer as createHttp2Server, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { Readable } from 'node:stream';
import express from 'express';
import createFastify from 'fastify';
import { toClientErrorHandler, toFastifyPlugin, toFrameworkErrors } from '../../generated/server/fastify.js';
import { toFetchHandler } from '../../generated/server/fetch.js';
import type { Server } from '../../generated/server/index.js';
import { listen, toNodeHandler } from '../../generated/server/node.js';
import { effort } from '../effort.js';

/** A server that is reached through one of its adapters. */
export interface Reached {
  readonly url: string;
  close(timeoutMs?: number): Promise<void>;
}

const adapters = {
  node: (server: Server): Promise<Reached> => listen(server),
  express(server: Server): Promise<Reached> {
    const app = express();
    app.use('/mounted', toNodeHandler(server));
    return listenOn(createHttpServer(app), '/mounted');
  },
  async fastify(server: Server): Promise<Reached> {
    const app = createFastify({
      forceCloseConnections: true,
      frameworkErrors: toFrameworkErrors(server),
      clientErrorHandler: toClientErrorHandler(server),
    });
    await app.register(toFastifyPlugin(server), { prefix: '/mounted' });
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    return { url: `${url}/mounted`, close: () => app.close() };
  },
  fetch: (server: Server): Promise<Reached> => listenOn(createHttpServer(passOn(server)), ''),
  async http2(server: Server): Promise<Reached> {
    const http2 = createHttp2Server(toNodeHandler(server));
    const reached = await listenOn(http2, '');
    const session = connect(reached.url);
    const original = globalThis.fetch;
    globalThis.fetch = async (input, init) => {
      const request = new Request(input, init);
      return request.url.startsWith(reached.url) ? fetchOver(session, request) : original(request);
    };
    return {
      url: reached.url,
      close: async () => {
        globalThis.fetch = original;
        session.destroy();
        await reached.close();
      },
    };
  },
};

/** The name of an adapter. */
export type Adapter = keyof typeof adapters;

let chosen: Adapter = 'node';

/** Chooses the adapter for the tests of this file. */
export function chooseAdapter(name: Adapter): void {
  chosen = name;
}

/**
 * The number of values with which each style is tried. Adapters do not change the texts, so only one adapter is tried
 * with many values.
 */
export function countRuns(): number {
  return chosen === 'node' ? 25 : { part: 2, most: 5, all: 25 }[effort];
}

/** Whether request targets reach the adapter as they were sent. */
export function isAsSent(): boolean {
  return chosen !== 'fetch' && chosen !== 'http2';
}

/** Makes a server reachable through the chosen adapter. */
export function reach(server: Server): Promise<Reached> {
  return adapters[chosen](server);
}

async function listenOn(net: NetServer, prefix: string): Promise<Reached> {
  await new Promise<void>((done) => net.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(net.address() as AddressInfo).port}${prefix}`,
    close: () => new Promise((done) => net.close(() => done())),
  };
}

// Does what a platform of the Fetch standard does before and after it calls the handler.
function passOn(server: Server): RequestListener {
  const handle = toFetchHandler(server);
  return async (incoming, outgoing) => {
    const gone = new AbortController();
    outgoing.once('close', () => gone.abort());
    const response = await handle(toRequest(incoming, gone.signal));
    outgoing.writeHead(response.status, [...response.headers].flat());
    if (response.body) Readable.fromWeb(response.body).pipe(outgoing);
    else outgoing.end();
  };
}

function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (let index = 0; index < incoming.rawHeaders.length; index += 2) {
    headers.append(incoming.rawHeaders[index] ?? '', incoming.rawHeaders[index + 1] ?? '');
  }
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD';
  const body = hasBody && incoming.headers['content-length'] !== '0' ? Readable.toWeb(incoming) : null;
  return new Request(`http://127.0.0.1${incoming.url}`, {
    method: incoming.method ?? '',
    headers,
    signal,
    ...(body && { body, duplex: 'half' }),
  });
}

async function fetchOver(session: ReturnType<typeof connect>, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const sent = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
  const headers = Object.fromEntries(request.headers);
  const stream = session.request(
    { ...headers, ':method': request.method, ':path': pathname + search },
    {
      endStream: sent === undefined,
    },
  );
  if (sent) stream.end(sent);
  const received = await new Promise<Parameters<NonNullable<ServerHttp2Stream['respond']>>[0]>((done, fail) => {
    stream.once('response', done).once('error', fail);
  });
  const lines = Object.entries(received ?? {}).filter(([name]) => !name.startsWith(':'));
  const chunks: Buffer[] = await stream.toArray();
  // The unsent part of a request counts towards the memory of the session.
  if (!stream.destroyed) await new Promise((done) => stream.once('close', done));
  const status = Number(received?.[':status']);
  return new Response(chunks.length > 0 ? new Uint8Array(Buffer.concat(chunks)) : null, {
    status,
    headers: lines.flatMap(([name, value]) => [value ?? []].flat().map((one): [string, string] => [name, String(one)])),
  });
}
