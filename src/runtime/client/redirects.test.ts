import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NetworkError } from '../values/errors.js';
import { jsonBody } from '../write/body.js';
import { type Draft, setHeader } from '../write/draft.js';
import { bearer } from './auth.js';
import { defineOperation, jsonResponse, makeClient, type Security } from './client.js';
import type { Client, Operation, Outcome, StatusKey } from './contract.js';
import { withHeaders } from './headers.js';
import { followRedirects } from './redirects.js';
import { emptyResponse } from './response.js';
import { basic, cookieKey, headerKey, secureAny } from './security.js';

/** A received request. */
interface Seen {
  readonly line: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let seen: Seen[];
let servers: Server[];
let here: string;
let there: string;
let answer: RequestListener;

async function listen(onRequest: RequestListener): Promise<string> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    seen.push({ line: `${request.method} ${request.headers.host}${request.url}`, headers: request.headers, body });
    onRequest(request, response);
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const done: RequestListener = (_request, response) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end('"done"');

beforeEach(async () => {
  seen = [];
  servers = [];
  here = await listen((request, response) => answer(request, response));
  there = await listen(done);
});
afterEach(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
});

type Any = Outcome<StatusKey, unknown>;

function operation(method: string, security?: Security, build = (_draft: Draft) => '/a'): Operation<void, Any, Any> {
  return defineOperation('move', method, 'application/json', security, { 200: jsonResponse }, build);
}

const client = (options: Partial<Client> = {}): Client => makeClient({ baseUrl: `http://${here}`, ...options });

/** Redirects `/a` to an address, and responds to any other request. */
function redirect(status: number, location: string): RequestListener {
  return (request, response) =>
    request.url === '/a' ? response.writeHead(status, { location }).end('moved') : done(request, response);
}

const credentials: readonly [string, Security, Client['auth'], string][] = [
  ['a bearer token', bearer('k'), { k: 'secret' }, 'authorization'],
  ['a password', secureAny([[['k', basic]]]), { k: { username: 'u', password: 'p' } }, 'authorization'],
  ['a key in a header', secureAny([[['k', headerKey('X-Key')]]]), { k: 'secret' }, 'x-key'],
  ['a key in a cookie', secureAny([[['k', cookieKey('key')]]]), { k: 'secret' }, 'cookie'],
];

describe('a redirect', () => {
  test.each(credentials)('within the origin keeps %s', async (_name, security, auth, header) => {
    answer = redirect(307, '/b');
    expect(await operation('GET', security)(client({ auth }))).toBe('done');
    expect(seen.map(({ line }) => line)).toEqual([`GET ${here}/a`, `GET ${here}/b`]);
    expect(seen[1]?.headers[header]).toBe(seen[0]?.headers[header]);
    expect(seen[1]?.headers[header]).toBeDefined();
  });

  test.each(credentials)('to another origin does not send %s', async (_name, security, auth, header) => {
    answer = redirect(302, `http://${there}/b`);
    expect(await operation('GET', security)(client({ auth }))).toBe('done');
    expect(seen[1]?.line).toBe(`GET ${there}/b`);
    expect(seen[1]?.headers[header]).toBeUndefined();
    expect(seen[1]?.headers.accept).toBe('application/json');
  });

  test('to another origin and back does not send a key again', async () => {
    servers[1]?.removeAllListeners('request');
    servers[1]?.on('request', (_request, response) => response.writeHead(302, { location: `http://${here}/b` }).end());
    answer = redirect(302, `http://${there}/`);
    await operation('GET', credentials[2]?.[1])(client({ auth: { k: 'secret' } }));
    expect(seen.map(({ headers }) => headers['x-key'])).toEqual(['secret', undefined]);
  });

  test('is an error if the request has additional headers, unless followRedirects is used', async () => {
    answer = redirect(302, `http://${there}/b`);
    const own = operation('GET', undefined, (draft) => {
      setHeader(draft, 'X-Tenant', 't');
      return '/a';
    });
    await expect(own(client())).rejects.toBeInstanceOf(NetworkError);
    expect(seen).toHaveLength(1);
    expect(await own(client({ transport: followRedirects() }))).toBe('done');
    expect(seen[1]?.headers['x-tenant']).toBe('t');
    expect(seen[2]?.headers['x-tenant']).toBeUndefined();
  });

  test('does not send headers of the client', async () => {
    answer = redirect(302, `http://${there}/b`);
    await operation('GET')(client({ transport: withHeaders({ 'X-Key': 'secret' }) }));
    expect(seen.map(({ headers }) => headers['x-key'])).toEqual(['secret', undefined]);
  });

  const post = operation('POST', credentials[2]?.[1], (draft) => {
    jsonBody(draft, { a: 1 });
    return '/a';
  });
  test.each([
    [301, 'GET', ''],
    [302, 'GET', ''],
    [303, 'GET', ''],
    [307, 'POST', '{"a":1}'],
    [308, 'POST', '{"a":1}'],
  ])('%i of a POST is followed by a %s (RFC 9110, 15.4)', async (status, method, body) => {
    for (const origin of [here, there]) {
      seen = [];
      answer = redirect(status, `http://${origin}/b`);
      expect(await post(client({ auth: { k: 'secret' } }))).toBe('done');
      expect(seen[1]).toMatchObject({ line: `${method} ${origin}/b`, body });
      expect(seen[1]?.headers['content-type']).toBe(body === '' ? undefined : 'application/json');
    }
  });

  test.each([
    ['HEAD', 303, 'HEAD'],
    ['PUT', 301, 'PUT'],
    ['DELETE', 303, 'GET'],
  ])('%s follows the rules of fetch after %i', async (method, status, expected) => {
    answer = redirect(status, '/b');
    await operation(method, credentials[2]?.[1]).outcome(client({ auth: { k: 'secret' } }));
    expect(seen[1]?.line).toBe(`${expected} ${here}/b`);
  });

  test('that never ends is an error', async () => {
    answer = (request, response) => response.writeHead(302, { location: `${request.url}a` }).end();
    for (const security of [undefined, credentials[2]?.[1]]) {
      seen = [];
      await expect(operation('GET', security)(client({ auth: { k: 'secret' } }))).rejects.toBeInstanceOf(NetworkError);
      // Without a credential, the platform follows redirects. Except for Bun, it follows the same number as browsers.
      expect(seen).toHaveLength(security === undefined && 'Bun' in globalThis ? 127 : 21);
    }
  });

  test.each(['http://api.invalid/b', 'file:///etc/passwd', 'https://user@api.invalid/', 'https://:word@api.invalid/'])(
    'to %s is refused with any credential',
    async (location) => {
      answer = redirect(302, location);
      // With only a bearer token, the platform follows redirects by default.
      const options = credentials.map(([name, , auth]) => ({
        auth,
        ...(name === 'a bearer token' && { transport: followRedirects() }),
      }));
      for (const [index, [, security]] of credentials.entries()) {
        seen = [];
        const error = await operation('GET', security)(client(options[index])).catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({ name: 'NetworkError', cause: { name: 'InvalidInputError' } });
        expect(seen).toHaveLength(1);
      }
    },
  );

  test('that is declared is a response, also with API keys', async () => {
    answer = redirect(302, `http://${there}/b`);
    const declared: Operation<void, Any, Any> = defineOperation(
      'declared',
      'GET',
      '*/*',
      credentials[2]?.[1],
      { 302: emptyResponse },
      (draft) => {
        draft.init.redirect = 'manual';
        return '/a';
      },
    );
    answer = (_request, response) => response.writeHead(302, { location: `http://${there}/b` }).end();
    expect(await declared.outcome(client({ auth: { k: 'secret' } }))).toMatchObject({ status: 302 });
    expect(seen).toHaveLength(1);
  });
});
