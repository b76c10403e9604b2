import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { Agent, createServer as createHttpServer, IncomingMessage, request as sendHttp } from 'node:http';
import { connect as connectHttp2, createServer as createHttp2Server, Http2ServerRequest } from 'node:http2';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createContextKey, context as openContext, ROOT_CONTEXT } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import express from 'express';
import createFastify from 'fastify';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { FastifyPlugin } from '../../src/runtime/fastify.js';
import type { FetchHandler } from '../../src/runtime/fetch.js';
import type { Listening, NodeHandler } from '../../src/runtime/node/node.js';
import type { Server, ServerRequest } from '../../src/runtime/server/message.js';
import type { ServerSettings } from '../../src/runtime/server/settings.js';
import { bundleOutput } from '../load-output.js';
import { generateServer, removeFolder } from './make-server.js';

/** Every function of the user runs in the async context of its request, in each adapter. */
let folder: string;
let createServer: (handlers: object, options: object) => Server;
let toNodeHandler: (server: Server) => NodeHandler;
let listen: (server: Server) => Promise<Listening>;
let toFastifyPlugin: (server: Server) => FastifyPlugin;
let toFetchHandler: (server: Server) => FetchHandler;

beforeAll(async () => {
  openContext.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  folder = await generateServer('test/server/context.yaml');
  const load = await bundleOutput(join(folder, 'api'));
  ({ createServer } = await load<{ createServer: typeof createServer }>('server/index'));
  ({ toNodeHandler, listen } = await load<{ toNodeHandler: typeof toNodeHandler; listen: typeof listen }>(
    'server/node',
  ));
  ({ toFastifyPlugin } = await load<{ toFastifyPlugin: typeof toFastifyPlugin }>('server/fastify'));
  ({ toFetchHandler } = await load<{ toFetchHandler: typeof toFetchHandler }>('server/fetch'));
});
afterAll(() => {
  openContext.disable();
  removeFolder(folder);
});

/** A way to keep a value for the rest of a request. */
interface Context {
  run<Result>(value: string, run: () => Result): Result;
  get(): unknown;
}

const storage = new AsyncLocalStorage<string>();
const key = createContextKey('request');
const contexts: Readonly<Record<string, Context>> = {
  AsyncLocalStorage: { run: (value, run) => storage.run(value, run), get: () => storage.getStore() },
  OpenTelemetry: {
    run: (value, run) => openContext.with(ROOT_CONTEXT.setValue(key, value), run),
    get: () => openContext.active().getValue(key),
  },
};

/** Sends a body in parts. Resolves with the status code when the response has ended, or has begun if the caller leaves. */
type Send = (path: string, id: string, parts: readonly string[], leaves?: boolean) => Promise<number | undefined>;
interface Started {
  readonly send: Send;
  /** Stops the client and the server. */
  readonly stops: readonly (() => unknown)[];
}

/** Starts a server. A middleware, if there is one, keeps the id of each request. */
type Start = (server: Server, keep: <Result>(id: unknown, run: () => Result) => Result) => Promise<Started>;

const headersOf = (id: string): Record<string, string> => ({
  'x-id': id,
  'x-key': 'k',
  'content-type': 'application/json',
});

/** Sends requests over one connection of HTTP/1.1. */
function sendOver(url: string): Started {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send: Send = async (path, id, parts, leaves) => {
    const outgoing = sendHttp(`${url}${path}`, { method: 'POST', agent, headers: headersOf(id) });
    const response = once(outgoing, 'response');
    for (const part of parts) {
      outgoing.write(part);
      await setTimeout(5);
    }
    outgoing.end();
    const [incoming] = await response;
    await setTimeout(20);
    if (leaves) incoming.destroy();
    else for await (const _ of incoming);
    return incoming.statusCode;
  };
  return { send, stops: [() => agent.destroy()] };
}

async function sendTo(http: NetServer): Promise<Started> {
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { send, stops } = sendOver(urlOf(http));
  return { send, stops: [...stops, () => http.close()] };
}
const urlOf = (http: NetServer): string => `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

const adapters: Readonly<Record<string, Start>> = {
  listen: async (server) => {
    const listening = await listen(server);
    const { send, stops } = sendOver(listening.url);
    return { send, stops: [...stops, () => listening.close(0)] };
  },
  'node:http': (server, keep) => {
    const handle = toNodeHandler(server);
    return sendTo(
      createHttpServer((incoming, outgoing) => keep(incoming.headers['x-id'], () => handle(incoming, outgoing))),
    );
  },
  'node:http2': async (server, keep) => {
    const handle = toNodeHandler(server);
    const http = createHttp2Server((incoming, outgoing) =>
      keep(incoming.headers['x-id'], () => handle(incoming, outgoing)),
    );
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    const session = connectHttp2(urlOf(http));
    const send: Send = async (path, id, parts, leaves) => {
      const stream = session.request({ ':method': 'POST', ':path': path, ...headersOf(id) });
      const response = once(stream, 'response');
      for (const part of parts) {
        stream.write(part);
        await setTimeout(5);
      }
      stream.end();
      const [headers] = await response;
      await setTimeout(20);
      if (leaves) stream.close();
      else for await (const _ of stream);
      return headers[':status'];
    };
    return { send, stops: [() => session.close(), () => http.close()] };
  },
  express: (server, keep) => {
    const app = express();
    app.use(({ headers }, _, next) => keep(headers['x-id'], next));
    app.use(toNodeHandler(server));
    return sendTo(createHttpServer(app));
  },
  fastify: async (server, keep) => {
    const app = createFastify();
    app.addHook('onRequest', ({ headers }, _, done) => keep(headers['x-id'], done));
    await app.register(toFastifyPlugin(server));
    const { send, stops } = sendOver(await app.listen({ port: 0, host: '127.0.0.1' }));
    return { send, stops: [...stops, () => app.close()] };
  },
  fetch: async (server, keep) => {
    const handle = toFetchHandler(server);
    const send: Send = async (path, id, parts, leaves) => {
      const body = ReadableStream.from(
        (async function* () {
          for (const part of parts) {
            yield new TextEncoder().encode(part);
            await setTimeout(5);
          }
        })(),
      );
      const init = { method: 'POST', headers: headersOf(id), body, duplex: 'half' };
      const response = await keep(id, () => handle(new Request(`http://shop${path}`, init as RequestInit)));
      if (leaves) {
        const reader = response.body?.getReader();
        await reader?.read();
        await reader?.cancel();
      } else await response.text();
      return response.status;
    };
    return { send, stops: [] };
  },
};

/** What a function of the user saw: the id of its request, and the kept one. */
type Seen = readonly [place: string, id: string | undefined, kept: unknown];

interface Watched extends Started {
  readonly seen: Seen[];
  /** What the handler received as the request of the platform. */
  readonly platforms: unknown[];
}

async function startWatched(start: Start, context: Context, hasTrace: boolean): Promise<Watched> {
  const seen: Seen[] = [];
  const platforms: unknown[] = [];
  const see = (place: string, request: ServerRequest | undefined): void => {
    seen.push([place, request?.headers.get('x-id')?.[0], context.get()]);
  };
  type Args = { readonly body: { readonly text: string } };
  const server = createServer(
    {
      addNote: async ({ body }: Args, { request, platform }: { request: ServerRequest; platform: unknown }) => {
        see('handler', request);
        platforms.push(platform);
        if (body.text === 'fail') throw new Error('failed');
        return { status: 201, body };
      },
      repeatNote: ({ body }: Args, { request, signal }: { request: ServerRequest; signal: AbortSignal }) => {
        see('handler', request);
        signal.addEventListener('abort', () => see('abort', request));
        const items = async function* (): AsyncGenerator<object> {
          try {
            for (let index = 0; index < 40 || body.text === 'endless'; index += 1) {
              // Some items wait for the connection, some for a timer.
              if (index % 8 === 0) await setTimeout(1);
              see('item', request);
              yield { text: body.text.padEnd(20_000) };
            }
          } finally {
            see('end', request);
          }
        };
        return { status: 200, body: items() };
      },
    },
    {
      security: {
        key: (key: string, { request }: { request: ServerRequest }) => {
          see('security', request);
          return { key };
        },
      },
      admit: (request) => {
        see('admit', request);
        return request;
      },
      onInvalid: ({ request }) => {
        see('onInvalid', request);
        return undefined;
      },
      onError: (_, { request }) => see('onError', request),
      onResponse: ({ request }) => see('onResponse', request),
      ...(hasTrace && { trace: ({ request }, run) => context.run(`${request.headers.get('x-id')}`, run) }),
    } satisfies ServerSettings & { security: object },
  );
  const started = await start(server, (id, run) => (hasTrace ? run() : context.run(String(id), run)));
  return { ...started, seen, platforms };
}

const noContext: Context = { run: (_, run) => run(), get: () => undefined };
const platformOf: Readonly<Record<string, unknown>> = {
  listen: expect.any(IncomingMessage),
  'node:http': expect.any(IncomingMessage),
  'node:http2': expect.any(Http2ServerRequest),
  express: expect.objectContaining({ originalUrl: '/notes' }),
  fastify: expect.objectContaining({ id: expect.any(String), raw: expect.any(IncomingMessage) }),
  fetch: expect.any(Request),
};

describe.each(Object.entries(adapters))('in %s', (name, start) => {
  test('a handler receives the request of the platform', async () => {
    const { send, stops, platforms } = await startWatched(start, noContext, false);
    onTestFinished(() => {
      for (const stop of stops) stop();
    });
    expect(await send('/notes', 'added', ['{"text":"a"}'])).toBe(201);
    expect(platforms).toEqual([platformOf[name]]);
  });

  describe.each(Object.entries(contexts))('with %s', (_, context) => {
    // `listen` has no middleware.
    const keepers = name === 'listen' ? ['trace'] : ['trace', 'a middleware'];
    test.each(keepers)('what %s keeps is seen by every function', async (keeper) => {
      const hasTrace = keeper === 'trace';
      const { send, stops, seen } = await startWatched(start, context, hasTrace);
      onTestFinished(() => {
        for (const stop of stops) stop();
      });
      const codes = await Promise.all([
        send('/notes', 'added', ['{"text":', '"a"}']),
        send('/notes', 'whole', ['{"text":"a"}']),
        send('/notes', 'failed', ['{"text":"fail"}']),
        send('/notes', 'invalid', ['{"text":', '1}']),
        send('/lines', 'streamed', ['{"text":', '"a"}']),
        send('/lines', 'again', ['{"text":"b"}']),
        send('/lines', 'left', ['{"text":', '"endless"}'], true),
      ]);
      expect(codes).toEqual([201, 201, 500, 400, 200, 200, 200]);
      const listPlaces = (): string[] =>
        [...new Set(seen.map(([place, id]) => (id === 'left' ? `${place}, left` : place)))].sort();
      const places = ['admit', 'end', 'handler', 'item', 'onError', 'onInvalid', 'onResponse', 'security'];
      const left = ['abort', 'admit', 'end', 'handler', 'item', 'onResponse', 'security'].map(
        (place) => `${place}, left`,
      );
      if (name === 'fetch') left.shift();
      await expect.poll(listPlaces).toEqual([...places, ...left].sort());
      const inside = seen.filter(([place]) => !hasTrace || place !== 'admit');
      expect(inside.filter(([, id, kept]) => id === undefined || id !== kept)).toEqual([]);
    });
  });
});
