import { createServer as createHttpServer } from 'node:http';
import { connect, createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo, Server as NetServer } from 'node:net';
import express from 'express';
import { afterEach, expect, test } from 'vitest';
import { createServer, unimplemented } from '../../generated/server/index.js';
import { toNodeHandler } from '../../generated/server/node.js';

/** The server behind code that sets headers before it, as Express middleware does. */
const handle = toNodeHandler(
  createServer<string>(
    {
      ...unimplemented,
      getBalance: () => ({
        status: '2XX',
        body: { balance: 1, currency: 'EUR' },
        extraHeaders: { Vary: 'Accept', 'Set-Cookie': ['a=1', 'b=2'], 'X-Owner': 'server', Link: ['<a>', '<b>'] },
      }),
    },
    { security: { bearer: (token) => token } },
  ),
);

let net: NetServer;
const listenOn = async (server: NetServer): Promise<number> => {
  net = server;
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address: AddressInfo | string | null = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
};
afterEach(() => new Promise((done) => net.close(done)));

test('headers of middleware stay, and values of the same name are joined', async () => {
  const app = express();
  app.use((_request, response, next) => {
    response.cookie('session', 's').vary('Origin').set('X-Owner', 'middleware').set('X-Request-Id', '1');
    next();
  });
  app.use(handle);
  const port = await listenOn(createHttpServer(app));
  const { headers } = await fetch(`http://127.0.0.1:${port}/balance`, {
    headers: { authorization: 'Bearer t', connection: 'close' },
  });
  expect(headers.getSetCookie()).toEqual(['session=s; Path=/', 'a=1', 'b=2']);
  expect(Object.fromEntries(headers)).toMatchObject({
    vary: 'Origin, Accept',
    link: '<a>, <b>',
    'x-owner': 'server',
    'x-request-id': '1',
  });
});

test('headers that are set over HTTP/2 stay too', async () => {
  const http2 = createHttp2Server((incoming, outgoing) => {
    outgoing.setHeader('set-cookie', 'session=s');
    outgoing.setHeader('vary', 'Origin');
    handle(incoming, outgoing);
  });
  const session = connect(`http://127.0.0.1:${await listenOn(http2)}`);
  const headers = await new Promise<object>((done) => {
    session.request({ ':path': '/balance', authorization: 'Bearer t' }).on('response', done);
  });
  session.destroy();
  expect(headers).toMatchObject({
    'set-cookie': ['session=s', 'a=1', 'b=2'],
    vary: 'Origin, Accept',
    link: '<a>, <b>',
  });
});
