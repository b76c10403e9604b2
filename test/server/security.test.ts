import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect, createSecureServer } from 'node:http2';
import { createServer as createHttpsServer, request } from 'node:https';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Listening, NodeHandler } from '../../src/runtime/node/node.js';
import type { Server } from '../../src/runtime/server/message.js';
import type { ServerSettings } from '../../src/runtime/server/settings.js';
import { bundleOutput } from '../load-output.js';
import { generateServer, removeFolder, send } from './make-server.js';

/** Tests which callers are admitted with each kind of credential, and how much a caller may send. */
let folder: string;
let emitted: {
  createServer(handlers: object, options: object): Server;
  ForbiddenError: new (message?: string) => Error;
  UnauthorizedError: new (message?: string) => Error;
};
let node: { listen(server: Server): Promise<Listening>; toNodeHandler(server: Server): NodeHandler };
beforeAll(async () => {
  folder = await generateServer('test/server/security.yaml');
  const load = await bundleOutput(join(folder, 'api'));
  emitted = await load('server/index');
  node = await load('server/node');
});
afterAll(() => removeFolder(folder));

let principals: unknown[];
let listening: Listening;
const make = (settings: Partial<ServerSettings> = {}): Server => {
  const handle = (_: unknown, { principal }: { readonly principal: unknown }) => {
    principals.push(principal);
    return { status: 204 };
  };
  const security = {
    session: (key: string) => (key === 'a+b%20' ? 'session' : undefined),
    login: ({ username, password }: { username: string; password: string }) =>
      password === 'a:b' ? `login ${username}` : undefined,
    digest: (text: string) => (text === 'username="a"' ? 'digest' : undefined),
    certificate: (bytes: Uint8Array) => `certificate of ${bytes.length > 100}`,
  };
  return emitted.createServer({ putEither: handle, getCertified: handle }, { security, ...settings });
};
beforeEach(async () => {
  principals = [];
  listening = await node.listen(make());
});
afterEach(() => listening.close(0));

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;
const post = (
  headers: Record<string, string>,
  body?: string,
): Promise<{ code: number; body: string; headers: object }> =>
  send(listening.url, 'POST', '/either', { ...(body && { 'content-type': 'application/json' }), ...headers }, body);

describe('one of several schemes is enough', () => {
  test.each([
    ['a cookie, as it is sent (RFC 6265, 4.1.1)', { cookie: 'a=b; sid=a+b%20' }, 'session'],
    ['user and password, which may have colons', { authorization: basic('Jörg:a:b') }, 'login Jörg'],
    ['a scheme of HTTP of another name, in any case', { authorization: 'DIGEST  username="a"' }, 'digest'],
    ['one that holds beside one that does not', { cookie: 'sid=no', authorization: basic(':a:b') }, 'login '],
  ])('%s', async (_, headers, principal) => {
    expect((await post(headers)).code).toBe(204);
    expect(principals).toEqual([principal]);
  });

  test.each([
    ['nothing', {}],
    ['an empty cookie', { cookie: 'sid=' }],
    ['a cookie that comes twice', { cookie: 'sid=a+b%20; sid=a+b%20' }],
    ['a cookie that only decodes to the right one', { cookie: 'sid=a%2Bb%20' }],
    ['user and password without a colon', { authorization: basic('a') }],
    ['what is no base64', { authorization: 'Basic %%%' }],
    ['base64 with a space', { authorization: basic('Jörg:a:b').replace(/.$/, ' $&') }],
    ['base64 with a tab', { authorization: basic('Jörg:a:b').replace(/.$/, '\t$&') }],
    ['what is no UTF-8', { authorization: `Basic ${Buffer.from([0xff, 0x3a]).toString('base64')}` }],
    ['a scheme alone', { authorization: 'Basic' }],
    ['a scheme that nobody asked for', { authorization: 'Bearer ü' }],
  ])('not %s', async (_, headers) => {
    const answer = await post(headers, 'not even JSON');
    expect(answer).toMatchObject({
      code: 401,
      headers: { 'www-authenticate': 'ApiKey, Basic realm="api", charset="UTF-8", digest' },
    });
    expect(principals).toEqual([]);
  });
});

describe('a handler that refuses its caller', () => {
  const answerTo = async (
    thrown: () => Error,
    isLate: boolean,
  ): Promise<{ code: number; headers: object; body: string }> => {
    const errors: unknown[] = [];
    const handle = (): unknown => {
      if (isLate) return Promise.reject(thrown());
      throw thrown();
    };
    await listening.close(0);
    const security = { session: () => 'a', login: () => 'a', digest: () => 'a', certificate: () => 'a' };
    const onError = (error: unknown): number => errors.push(error);
    listening = await node.listen(
      emitted.createServer({ putEither: handle, getCertified: handle }, { security, onError }),
    );
    const answer = await post({ cookie: 'sid=1' });
    expect(errors).toHaveLength(answer.code === 500 ? 1 : 0);
    return answer;
  };

  test.each([true, false])('with an UnauthorizedError leads to 401 and the challenges (later: %s)', async (isLate) => {
    expect(await answerTo(() => new emitted.UnauthorizedError('the session has ended'), isLate)).toMatchObject({
      code: 401,
      headers: { 'www-authenticate': 'ApiKey, Basic realm="api", charset="UTF-8", digest' },
      body: expect.stringContaining('the session has ended'),
    });
  });

  test('with a ForbiddenError leads to 403, and with any other error to 500', async () => {
    expect((await answerTo(() => new emitted.ForbiddenError(), true)).code).toBe(403);
    expect((await answerTo(() => new TypeError('fetch failed'), true)).code).toBe(500);
  });
});

describe('over TLS', () => {
  const tls = { key: '', cert: '' };
  beforeAll(() => {
    const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost';
    const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
    expect(spawnSync('openssl', [...request.split(' '), ...files]).status).toBe(0);
    tls.key = readFileSync(join(folder, 'key.pem'), 'utf8');
    tls.cert = readFileSync(join(folder, 'cert.pem'), 'utf8');
  });
  const start = async (server: NetServer): Promise<number> => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return (server.address() as AddressInfo).port;
  };

  test('only a verified client certificate is a credential', async () => {
    const options = { ...tls, ca: tls.cert, requestCert: true, rejectUnauthorized: false };
    const https = createHttpsServer(options, node.toNodeHandler(make()));
    const port = await start(https);
    const codeOf = (shown: object): Promise<number | undefined> =>
      new Promise((done, fail) => {
        const from = { host: '127.0.0.1', port, path: '/certified', rejectUnauthorized: false, agent: false, ...shown };
        request(from, (incoming) => done(incoming.resume().statusCode))
          .on('error', fail)
          .end();
      });
    expect([await codeOf({}), await codeOf(tls)]).toEqual([401, 204]);
    expect(principals).toEqual(['certificate of true']);
    https.close();
  });

  test('HTTP/2 has the same responses', async () => {
    const http2 = createSecureServer({ ...tls, allowHTTP1: true }, node.toNodeHandler(make()));
    const session = connect(`https://127.0.0.1:${await start(http2)}`, { rejectUnauthorized: false });
    const headers = { ':method': 'POST', ':path': '/either', cookie: 'sid=a+b%20' };
    const stream = session.request(headers, { endStream: true });
    const code = await new Promise((done) => stream.once('response', (given) => done(given[':status'])));
    expect(code).toBe(204);
    session.destroy();
    http2.close();
  });
});

describe('limits that are reported', () => {
  test.each([
    ['bytes', { maxBytes: 5 }, '123456', 413, 'body: must be at most 5 bytes'],
    ['depth', { maxDepth: 2 }, '[[[1]]]', 400, 'body: is nested more than 2 levels deep'],
  ])('of %s apply', async (_, limits, body, code, detail) => {
    await listening.close(0);
    listening = await node.listen(make({ limits }));
    const cookie = 'sid=a+b%20';
    const answer = await post({ cookie }, body);
    expect({ code: answer.code, detail: JSON.parse(answer.body).detail }).toEqual({ code, detail });
    expect((await post({ cookie }, '[[1]]')).code).toBe(204);
  });
});
