import { connect } from 'node:net';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import createFastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toClientErrorHandler, toFastifyPlugin } from '../../generated/server/fastify.js';
import { createServer, unimplemented } from '../../generated/server/index.js';

/** The server as a Fastify plugin, together with plugins that Fastify applications often use. */
let url: string;
const sent: unknown[] = [];
const server = createServer<string>(
  {
    ...unimplemented,
    getBalance: () => ({
      status: '2XX',
      body: { balance: 1, currency: 'EUR' },
      extraHeaders: { vary: 'Accept', 'set-cookie': ['a=1', 'b=2'], 'x-owner': 'server' },
    }),
  },
  { security: { bearer: (token) => token } },
);
const app = createFastify({ clientErrorHandler: toClientErrorHandler(server), genReqId: () => 'id-1' });

beforeAll(async () => {
  await app.register(cors, { origin: ['https://app.example'], credentials: true });
  await app.register(helmet);
  await app.register(cookie);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).header('x-owner', 'hook').setCookie('session', 's');
  });
  app.addHook('onSend', async (_request, _reply, payload) => {
    sent.push(payload);
    return payload;
  });
  await app.register(toFastifyPlugin(server), { prefix: '/api' });
  app.post('/echo', (request) => request.body);
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

test.each([
  ['/api/balance', 200],
  ['/api/nowhere', 404],
])('headers of hooks are sent with the response of %s, which is %i', async (path, code) => {
  const headers = { authorization: 'Bearer t', origin: 'https://app.example' };
  const response = await fetch(url + path, { headers });
  const body = await response.text();
  expect(response.status).toBe(code);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'access-control-allow-origin': 'https://app.example',
    'access-control-allow-credentials': 'true',
    'content-security-policy': expect.stringContaining('default-src'),
    'content-type': 'application/json',
    'x-request-id': 'id-1',
    'x-owner': code === 200 ? 'server' : 'hook',
    vary: code === 200 ? 'Origin, Accept' : 'Origin',
  });
  const own = code === 200 ? ['a=1', 'b=2'] : [];
  expect(response.headers.getSetCookie()).toEqual(expect.arrayContaining([...own, 'session=s; SameSite=Lax']));
  expect(sent.pop()).toBe(body);
});

test('HEAD has the headers of GET, and injected requests receive a response', async () => {
  const headers = { authorization: 'Bearer t' };
  const [head, get] = [
    await app.inject({ method: 'HEAD', url: '/api/balance', headers }),
    await app.inject({ url: '/api/balance', headers }),
  ];
  expect(get.json()).toEqual({ balance: 1, currency: 'EUR' });
  expect({ body: head.body, length: head.headers['content-length'] }).toEqual({
    body: '',
    length: String(get.body.length),
  });
});

test('an invalid content type is refused in the form that the description declares', async () => {
  const response = await fetch(`${url}/api/test`, { method: 'POST', headers: { 'content-type': 'json' }, body: '{}' });
  expect({ code: response.status, body: await response.json() }).toEqual({
    code: 415,
    body: { error: expect.any(String), details: {} },
  });
  const echoed = await fetch(`${url}/echo`, { method: 'POST', headers: { 'content-type': 'json' }, body: '{}' });
  expect(await echoed.json()).toMatchObject({ code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' });
});

test('an error of a hook reaches the error handler of the application', async () => {
  const own = createFastify();
  own.setErrorHandler((error, _request, reply) => reply.code(418).send({ from: 'application', error: String(error) }));
  own.addHook('preHandler', async () => {
    throw new Error('hook');
  });
  await own.register(toFastifyPlugin(server));
  expect((await own.inject({ url: '/balance' })).json()).toEqual({ from: 'application', error: 'Error: hook' });
  await own.close();
});

const sendRaw = (text: string): Promise<string> =>
  new Promise((done) => {
    let received = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text));
    socket.setEncoding('latin1').on('error', () => undefined);
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('close', () => done(received));
  });

test.each([
  ['two hosts', 'GET /api/balance HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n', ['400']],
  ['another version', 'GET /api/balance HTTP/2.0\r\nHost: x\r\nConnection: close\r\n\r\n', ['505']],
  ['no request', '\u0016\u0003\u0001\r\n', ['400']],
  ['an unknown method', 'BREW /api/balance HTTP/1.1\r\nHost: x\r\n\r\n', ['501']],
  [
    'a request after `Connection: close`',
    'GET /api/nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\nGET /api/balance HTTP/1.1\r\nHost: x\r\n\r\n',
    ['404'],
  ],
  [
    'a body that is refused before it is sent',
    'POST /api/test HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 9000000\r\n\r\n',
    ['401'],
  ],
  [
    'a body for another route',
    'POST /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
    ['100', '200'],
  ],
])('%s', async (_name, text, codes) => {
  const answers = (await sendRaw(text)).matchAll(/^HTTP\/1\.1 (\d+)/gm);
  expect([...answers].map(([, code]) => code)).toEqual(codes);
});
