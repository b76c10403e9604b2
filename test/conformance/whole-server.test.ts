import { createServer as createHttpServer } from 'node:http';
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2';
import { type AddressInfo, connect, type Server as NetServer } from 'node:net';
import express from 'express';
import createFastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { toFastifyPlugin } from '../../generated/server/fastify.js';
import { createServer, unimplemented } from '../../generated/server/index.js';
import { listen, toNodeHandler } from '../../generated/server/node.js';

/**
 * `OPTIONS *` is about the whole server (RFC 9110, 9.3.7). A fetch handler never receives it, because no `Request` has
 * such a target.
 */
const server = createServer<string>(unimplemented, { security: { bearer: (token) => token } });
const methods = 'DELETE, GET, HEAD, OPTIONS, PATCH, POST';
let stop: () => unknown = () => undefined;
afterEach(() => stop());

async function portOf(net: NetServer): Promise<number> {
  await new Promise<void>((done) => net.listen(0, '127.0.0.1', done));
  stop = () => net.close();
  return (net.address() as AddressInfo).port;
}

async function startFastify(prefix: string): Promise<number> {
  const app = createFastify();
  await app.register(toFastifyPlugin(server), { prefix });
  await app.listen({ port: 0, host: '127.0.0.1' });
  stop = () => app.close();
  return (app.server.address() as AddressInfo).port;
}

async function listenAlone(): Promise<number> {
  const listening = await listen(server);
  stop = () => listening.close(0);
  return Number(new URL(listening.url).port);
}

function ask(port: number, target = '*'): Promise<string> {
  return new Promise((done) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`OPTIONS ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
    );
    socket.setEncoding('latin1').on('data', (chunk) => {
      received += chunk;
    });
    socket.on('close', () => done(received));
  });
}

const reached = {
  listen: listenAlone,
  'node:http': () => portOf(createHttpServer(toNodeHandler(server))),
  'Express at its root': () => portOf(createHttpServer(express().use(toNodeHandler(server)))),
  'Fastify without a prefix': () => startFastify(''),
};

test.each(Object.keys(reached) as (keyof typeof reached)[])(
  'OPTIONS * through %s is 204 with all methods',
  async (name) => {
    const answer = await ask(await reached[name]());
    expect(answer).toMatch(/^HTTP\/1\.1 204 /);
    expect(/^allow: (.*)\r$/im.exec(answer)?.[1]).toBe(methods);
    expect(answer.endsWith('\r\n\r\n')).toBe(true);
  },
);

test('OPTIONS * over HTTP/2 is 204 with all methods', async () => {
  const port = await portOf(createHttp2Server(toNodeHandler(server)));
  const session = connectHttp2(`http://127.0.0.1:${port}`);
  const stream = session.request({ ':method': 'OPTIONS', ':path': '*' }, { endStream: true });
  const headers = await new Promise<object>((done) => stream.once('response', done));
  session.destroy();
  expect(headers).toMatchObject({ ':status': 204, allow: methods });
});

// A path prefix is not the whole server.
test.each([
  ['Express below a prefix', () => portOf(createHttpServer(express().use('/api', toNodeHandler(server))))],
  ['Fastify below a prefix', () => startFastify('/api')],
])('the framework responds to OPTIONS * through %s', async (_name, start) => {
  expect(await ask(await start())).toMatch(/^HTTP\/1\.1 404 /);
});

test('the Fastify plugin needs no prefix', async () => {
  const url = `http://127.0.0.1:${await startFastify('')}`;
  const codes = await Promise.all(['/', '/balance', '/a/b'].map(async (path) => (await fetch(url + path)).status));
  expect(codes).toEqual([404, 401, 404]);
});
