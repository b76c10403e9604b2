import { request as send } from 'node:http';
import { connect, type IncomingHttpHeaders, type IncomingHttpStatusHeader } from 'node:http2';
import createFastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { toFastifyPlugin, toFrameworkErrors } from './fastify.js';
import type { Server, ServerResponse } from './server/message.js';

/** Builds a Fastify plugin whose responses show the request. */
const echo = (body: ServerResponse['body'], headers: ServerResponse['headers'] = []): Server => {
  const refuse: Server['refuse'] = (code, message) => ({ code, headers: [], body: message });
  const answer: Server['answer'] = ({ method, target }, reply) =>
    reply({ code: 200, headers: [['content-type', 'text/plain'], ...headers], body: body ?? `${method} ${target}` });
  return { answer, refuse, handle: () => refuse(500, '') };
};

let app: FastifyInstance;
afterEach(() => app?.close());

async function start(
  prefix: string,
  server = echo(undefined),
  register = (_app: FastifyInstance): unknown => 0,
): Promise<void> {
  app = createFastify({ frameworkErrors: toFrameworkErrors(server) });
  register(app);
  await app.register(toFastifyPlugin(server), { prefix });
}

interface Reply {
  readonly code: number | undefined;
  readonly body: string;
}

/** Sends a request with an unchanged request line. */
async function call(path: string, method = 'GET', headers = {}): Promise<Reply> {
  const url = app.server.listening ? addressOf(app) : await app.listen({ port: 0, host: '127.0.0.1' });
  return new Promise((resolve, reject) => {
    const sent = send(url, { path, method, headers, agent: false, timeout: 2000 }, (incoming) => {
      let body = '';
      incoming.setEncoding('utf8').on('data', (chunk) => {
        body += chunk;
      });
      incoming.on('end', () => resolve({ code: incoming.statusCode, body }));
    });
    sent
      .on('timeout', () => sent.destroy())
      .on('error', reject)
      .end();
  });
}

const addressOf = ({ server }: FastifyInstance): string => `http://127.0.0.1:${Object(server.address()).port}`;

test.each([
  ['', '/pets?a=1', 200, 'GET /pets?a=1'],
  ['', '/', 200, 'GET /'],
  ['/', '/pets', 200, 'GET /pets'],
  ['/api', '/api/pets?a=/b', 200, 'GET /pets?a=/b'],
  ['/api', '/api/', 200, 'GET /'],
  ['/api', '/api', 404, 'path: the API has no such path'],
  ['/api', '/api?a=/b', 404, 'path: the API has no such path'],
  // Fastify itself responds to other paths.
  ['/api', '/apis', 404, '{"message":"Route GET:/apis not found","error":"Not Found","statusCode":404}'],
  ['/api/', '/api/pets', 200, 'GET /pets'],
  ['/a/b', '/a/b/pets', 200, 'GET /pets'],
  ['/a/b', '/a/b', 404, 'path: the API has no such path'],
  // The prefix in other spellings.
  ['/api', '/%61pi/pets/a%2Fb', 200, 'GET /pets/a%2Fb'],
  // A target in absolute form (RFC 9112, 3.2.2).
  ['/api', 'HTTP://h/api/pets', 200, 'GET /pets'],
  ['', 'http://h', 200, 'GET /'],
  ['', 'http://h?a=1', 200, 'GET /?a=1'],
  ['/api', '/api/%zz', 400, 'path: is not percent-encoded UTF-8'],
])('with the prefix %j, the response to %s is %i %s', async (prefix, path, code, body) => {
  await start(prefix);
  expect(await call(path)).toEqual({ code, body });
});

test('the server refuses a content type that Fastify cannot parse', async () => {
  await start('/api');
  expect(await call('/api/pets', 'POST', { 'content-type': 'json' })).toEqual({
    code: 415,
    body: 'content-type: must be a media type',
  });
});

test.each(['LINK', 'PROPFIND', 'DELETE', 'OPTIONS'])(
  '%s reaches the server, although Fastify may not know it',
  async (method) => {
    await start('/api');
    expect(await call('/api/pets', method)).toEqual({ code: 200, body: `${method} /pets` });
  },
);

test('a caller that waits for `100 Continue` receives a response', async () => {
  await start('/api');
  const headers = { expect: '100-continue', 'content-length': '0' };
  expect(await call('/api/pets', 'POST', headers)).toEqual({ code: 200, body: 'POST /pets' });
});

test('a refusal over HTTP/2 has no connection header, so Node does not warn', async () => {
  const warnings: string[] = [];
  const warn = ({ message }: Error): number => warnings.push(message);
  process.on('warning', warn);
  const http2 = createFastify({ http2: true });
  await http2.register(toFastifyPlugin(echo(undefined)), { prefix: '/api' });
  const session = connect(await http2.listen({ port: 0, host: '127.0.0.1' }));
  const headers = await new Promise<IncomingHttpHeaders & IncomingHttpStatusHeader>((done) => {
    session.request({ ':path': '/api' }).on('response', done).resume().end();
  });
  session.destroy();
  await http2.close();
  await new Promise(setImmediate);
  process.off('warning', warn);
  expect(headers).toMatchObject({ ':status': 404 });
  expect(warnings).toEqual([]);
});

test('a request that waits gets one response, also with a second server in the same Fastify', async () => {
  let count = 0;
  await start('/api');
  const second = echo('second');
  const answer: Server['answer'] = (request, reply) => {
    count += 1;
    second.answer(request, reply);
  };
  await app.register(toFastifyPlugin({ ...second, answer }), { prefix: '/other' });
  const headers = { expect: '100-continue', 'content-length': '0' };
  expect(await call('/other/pets', 'POST', headers)).toEqual({ code: 200, body: 'second' });
  expect(count).toBe(1);
});

test('cookies of hooks and of the server are sent once each, and other headers are those of the server', async () => {
  const headers = [
    ['Set-Cookie', 'b=2'],
    ['set-cookie', 'c=3'],
    ['x-owner', 'server'],
  ] as const;
  await start('', echo('{}', headers), (own) =>
    own.addHook('onRequest', async (_request, reply) => {
      reply.header('set-cookie', 'a=1').header('x-owner', 'hook').header('x-hook', '1');
    }),
  );
  const reply = await app.inject('/pets');
  expect(reply.headers).toMatchObject({
    'set-cookie': ['a=1', 'b=2', 'c=3'],
    'x-owner': 'server',
    'x-hook': '1',
    'content-type': 'text/plain',
  });
});

test('the headers of a stream are sent before its first item', async () => {
  let release = (): void => undefined;
  const items = async function* (): AsyncGenerator<string> {
    await new Promise<void>((done) => {
      release = done;
    });
    yield 'late';
  };
  await start('', echo(items()));
  const reply = await fetch(await app.listen({ port: 0, host: '127.0.0.1' }));
  expect(reply.status).toBe(200);
  release();
  expect(await reply.text()).toBe('late');
});

test.each<[string, (reply: FastifyReply) => unknown]>([
  ['Fastify', (reply): unknown => reply.code(503).send('busy')],
  ['Node', (reply): unknown => reply.raw.writeHead(503).end('busy')],
])('a response after that of a hook, through %s, is dropped, and its stream ends', async (_, answerFirst) => {
  let isDropped = false;
  const items = async function* (): AsyncGenerator<string> {
    try {
      yield 'late';
    } finally {
      isDropped = true;
    }
  };
  const stream = items();
  await stream.next();
  let answerLate = (): void => undefined;
  const refuse: Server['refuse'] = (code, message) => ({ code, headers: [], body: message });
  const answer: Server['answer'] = (_request, reply) => {
    answerLate = () => reply({ code: 200, headers: [], body: stream });
  };
  await start('', { answer, refuse, handle: () => refuse(500, '') }, (own) =>
    own.addHook('preHandler', (_request, reply, done) => {
      done();
      answerFirst(reply);
    }),
  );
  expect(await call('/pets')).toEqual({ code: 503, body: 'busy' });
  answerLate();
  await expect.poll(() => isDropped).toBe(true);
});

test('an error of the framework without a status leads to 500', async () => {
  const seen: unknown[] = [];
  const refuse: Server['refuse'] = (code, message) => ({ code, headers: [], body: message });
  await start('', { ...echo(undefined), refuse }, (own) => {
    own.get('/own', (request, reply) => {
      Reflect.apply(toFrameworkErrors({ ...echo(undefined), refuse }), own, [new Error('any'), request, reply]);
      seen.push(reply.sent);
    });
  });
  expect(await call('/own')).toEqual({ code: 500, body: 'Internal Server Error' });
  expect(seen).toEqual([true]);
});
