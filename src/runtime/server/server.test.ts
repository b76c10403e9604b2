import { STATUS_CODES, request as sendRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Listening, listen } from '../node/node.js';
import type { Failure } from '../validate/validators.js';
import { isSameJson } from '../values/same-json.js';
import { readJsonContent } from './body.js';
import { readTextContent } from './content.js';
import { serveDocs } from './docs.js';
import type { Server, ServerResponse } from './message.js';
import { type ErrorForms, ForbiddenError, type Invalid, refuseToHandle, UnauthorizedError } from './refusal.js';
import { writeJsonContent, writeTextContent } from './reply.js';
import type { ServerRoute } from './route.js';
import type { PathNode } from './router.js';
import { checkSecurity, type SecurityContext } from './security.js';
import type { SecurityPlan } from './security-plan.js';
import { buildServer, type ServerBindings, type ServerPlan } from './server.js';

/** Tests a server over loopback. Its plan is written by hand in the form in which it is emitted. */
const errors: ErrorForms = {
  other: { mediaType: 'application/json', body: (message) => ({ error: message, details: {} }) },
};
const json = { mediaType: 'application/json', write: writeJsonContent };
const text = { mediaType: 'text/plain', write: writeTextContent };
const ok = { 200: { code: 200, content: [json] } };

function fail(instancePath: string, message: string): Failure {
  return { instancePath, schemaPointer: '', keyword: '', expected: '', message };
}
const isText = (value: unknown): Failure[] => (typeof value === 'string' ? [] : [fail('', 'must be a string')]);
const isWhole = (value: unknown): Failure[] => (Number.isInteger(value) ? [] : [fail('', 'must be an integer')]);
const hasName = (value: unknown, tell?: (id: string, where: string) => void): Failure[] => {
  tell?.('more-fields', '');
  return typeof value === 'object' && value !== null && 'name' in value ? [] : [fail('/name', 'must be there')];
};

const bearer: SecurityPlan = [[{ scheme: 'bearer', scopes: ['read'] }]];
const plain = { style: 'form', explode: true, shape: ['string'] } as const;

function route(operation: string, members: Partial<ServerRoute> = {}): ServerRoute {
  return {
    operation,
    method: 'GET',
    security: bearer,
    parameters: { list: [] },
    accept: [],
    replies: ok,
    errors,
    ...members,
  };
}

const routes: { readonly [operation: string]: ServerRoute } = {
  getPet: route('getPet', {
    accept: ['application/json'],
    parameters: {
      list: [
        {
          key: 'petId',
          in: 'path',
          name: 'pet_id',
          index: 0,
          required: true,
          value: { ...plain, style: 'simple' },
          validate: isText,
        },
        {
          key: 'limit',
          in: 'query',
          name: 'limit',
          default: 50,
          value: { ...plain, shape: ['integer'] },
          validate: isWhole,
        },
        {
          key: 'page',
          in: 'query',
          name: { gap: 'page-name' },
          value: { ...plain, shape: ['integer'] },
          validate: isWhole,
        },
        {
          key: 'admin',
          in: 'query',
          name: 'admin',
          default: false,
          value: { ...plain, shape: ['boolean'] },
          validate: () => [],
          requires: { header: 'X-Org', isSame: isSameJson },
        },
        {
          key: 'odd',
          in: 'query',
          name: { gap: 'constructor' },
          value: { ...plain, shape: ['integer'] },
          validate: isWhole,
        },
        {
          key: 'tenant',
          in: 'header',
          name: { gap: 'tenant-name' },
          value: { ...plain, style: 'simple' },
          validate: isText,
        },
        { key: 'org', in: 'header', name: 'X-Org', value: { ...plain, style: 'simple' }, validate: isText },
        { key: 'seen', in: 'cookie', name: 'seen|', value: plain, validate: isText },
      ],
      more: 'more-parameters',
    },
  }),
  addPet: route('addPet', {
    method: 'POST',
    body: {
      required: true,
      alternatives: [
        {
          mediaType: 'application/json',
          read: readJsonContent,
          validate: hasName,
          fill: (value) => ({ kind: 'cat', ...Object(value) }),
        },
        { mediaType: 'text/*', read: readTextContent },
        { mediaType: 'text/csv;header=absent', read: readTextContent },
      ],
    },
    replies: {
      '2XX': { code: 200, range: 2, content: [json] },
      '4XX': { range: 4, content: [json, text] },
      304: { code: 304, content: [json] },
      203: { code: 203, content: [json], headers: [{ name: 'X-Tags', required: true, value: 'simple' }] },
      '5XX': { range: 5, content: [{ mediaType: 'image/*', write: writeTextContent }] },
      default: { content: [json] },
    },
  }),
  hello: route('hello', { security: [], replies: { 200: { code: 200, content: [] } } }),
  greetInGerman: route('greetInGerman', { query: [['lang', 'de']], security: [] }),
  both: route('both', {
    security: [
      [
        { scheme: 'bearer', scopes: [] },
        { scheme: 'key', scopes: [] },
      ],
      [],
    ],
  }),
};

function endAt(...operations: readonly string[]): PathNode {
  return { routes: operations.flatMap((operation) => routes[operation] ?? []) };
}

const plan: ServerPlan = {
  paths: {
    literals: new Map<string, PathNode>([
      ['pets', { ...endAt('addPet'), parameter: endAt('getPet') }],
      ['hello', endAt('greetInGerman', 'hello')],
      ['both', endAt('both')],
    ]),
  },
  security: {
    schemes: new Map([
      ['bearer', { type: 'bearer' }],
      ['key', { type: 'apiKey', in: 'header', name: 'X-Key' }],
    ]),
    check: checkSecurity,
  },
  errors,
};

let calls: { readonly args: Record<string, unknown>; readonly principal: unknown }[];
let told: unknown[];
let reply: unknown;
let scopes: readonly string[];
let listening: Listening;
let core: Server;

async function start(bindings: Partial<ServerBindings> = {}): Promise<void> {
  const handle = async (
    args: Record<string, unknown>,
    { principal }: { readonly principal: unknown },
  ): Promise<unknown> => {
    calls.push({ args, principal });
    if (reply instanceof Error) throw reply;
    return reply;
  };
  const server = buildServer(plan, {
    handlers: { getPet: handle, addPet: handle, hello: handle, both: handle, greetInGerman: handle },
    security: {
      bearer: async (token: string, context: SecurityContext) => {
        scopes = context.scopes;
        if (token === 'broken') throw new Error('no database');
        if (token === 'expired') throw new UnauthorizedError('the token has expired');
        if (token === 'weak') throw new ForbiddenError('needs more');
        return token === 'good' ? { id: 'u1' } : null;
      },
      key: (key: string, { before }: SecurityContext) => (key === 'k' ? { before } : undefined),
    },
    onError: (error) => told.push(error),
    ...bindings,
  });
  core = server;
  listening = await listen(server);
}

/** Returns the server's response to a request with a body, as its adapter receives it. */
async function answerWithoutAdapter(method: string, target: string): Promise<ServerResponse> {
  const headers = new Map([
    ['authorization', ['Bearer good']],
    ['content-type', ['text/plain']],
    ['content-length', ['1']],
  ]);
  const body = {
    async *[Symbol.asyncIterator]() {
      yield Buffer.from('x');
    },
  };
  return core.handle({ method, target, headers, body, signal: new AbortController().signal });
}

interface Answer {
  readonly code: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

function send(
  method: string,
  path: string,
  headers: Record<string, string | string[]> = {},
  body?: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { method, path, headers: { authorization: 'Bearer good', ...headers }, agent: false };
    const outgoing = sendRequest(listening.url, options, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk) => chunks.push(chunk));
      incoming.on('end', () => {
        resolve({ code: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(chunks).toString() });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Sends raw text and returns everything received until the connection ends. */
// Reads until the server closes the connection, or until what came matches a pattern.
function sendRaw(toSend: string | Buffer, until?: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(listening.url).port), '127.0.0.1', () => socket.write(toSend));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
      if (until?.test(answer)) socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

beforeEach(async () => {
  calls = [];
  told = [];
  scopes = [];
  reply = { status: 200, body: { fine: true } };
  await start();
});
afterEach(() => listening.close(0));

describe('the documentation', () => {
  const files = { 'index.html': '<p>All</p>', 'openapi.json': '{}', 'llms.txt': 'All' };

  test('is below its path and the base path, with its own types and policy', async () => {
    await listening.close(0);
    await start({ basePath: '/v1', docs: serveDocs(files) });
    const get = async (path: string): Promise<unknown[]> => {
      const { code, headers, body } = await send('GET', path, { authorization: '' });
      return [code, headers['content-type'], headers['content-security-policy'], body];
    };
    const policy = "frame-ancestors 'self'";
    expect(await get('/v1/docs/')).toEqual([200, 'text/html; charset=utf-8', policy, '<p>All</p>']);
    expect(await get('/v1/docs/index.html?x=1')).toEqual([200, 'text/html; charset=utf-8', policy, '<p>All</p>']);
    expect(await get('/v1/docs/llms.txt')).toEqual([200, 'text/plain; charset=utf-8', undefined, 'All']);
    expect(await get('/v1/docs/openapi.json')).toEqual([200, 'application/json', undefined, '{}']);
    expect(await get('/v1/openapi.json')).toEqual([200, 'application/json', undefined, '{}']);
    expect(await send('GET', '/v1/docs')).toMatchObject({ code: 308, headers: { location: 'docs/' } });
    expect(await send('HEAD', '/v1/docs/')).toMatchObject({ code: 200, body: '', headers: { 'content-length': '10' } });
    for (const path of ['/docs/', '/v1/docs/article.html', '/v1/docs/..%2Fopenapi.json', '/v1/docs/constructor'])
      expect((await send('GET', path)).code).toBe(404);
    expect((await send('POST', '/v1/docs/')).code).toBe(404);
    expect((await send('GET', '/v1/pets/1')).code).toBe(200);
  });

  test('can have another path, and shows the article if there is no other page', async () => {
    await listening.close(0);
    await start({ docs: serveDocs({ 'article.html': 'Article' }, '/help/api') });
    expect(await send('GET', '/help/api')).toMatchObject({ code: 308, headers: { location: 'api/' } });
    expect(await send('GET', '/help/api/')).toMatchObject({ code: 200, body: 'Article' });
    expect((await send('GET', '/openapi.json')).code).toBe(404);
  });
});

describe('a response', () => {
  test('is what the handler returns', async () => {
    const { code, headers, body } = await send('GET', '/pets/a%2Fb?limit=7', {
      'X-Org': 'o1',
      // Only forms write a space as `+`.
      cookie: 'seen%7C=y+e%20s; x=1',
    });
    expect({ code, body }).toEqual({ code: 200, body: '{"fine":true}' });
    expect(headers['content-type']).toBe('application/json');
    expect(headers['content-length']).toBe('13');
    expect(calls).toEqual([
      { args: { petId: 'a/b', limit: 7, admin: false, org: 'o1', seen: 'y+e s' }, principal: { id: 'u1' } },
    ]);
    expect(scopes).toEqual(['read']);
  });

  test('of HEAD is that of GET without content', async () => {
    const { code, headers, body } = await send('HEAD', '/pets/1');
    expect({ code, body, length: headers['content-length'] }).toEqual({ code: 200, body: '', length: '13' });
  });

  test('of OPTIONS lists the methods', async () => {
    const { code, headers } = await send('OPTIONS', '/pets/1');
    expect({ code, allow: headers['allow'] }).toEqual({ code: 204, allow: 'GET, HEAD, OPTIONS' });
    const all = await send('OPTIONS', '*');
    expect({ code: all.code, allow: all.headers['allow'] }).toEqual({ code: 204, allow: 'GET, HEAD, OPTIONS, POST' });
    expect((await send('GET', '*')).code).toBe(400);
    expect(calls).toEqual([]);
  });

  test('has a code of its range, its headers, and no content if its code allows none', async () => {
    const post = (): Promise<Answer> => send('POST', '/pets', { 'content-type': 'application/json' }, '{"name":"Tom"}');
    reply = { status: '2XX', body: [] };
    expect((await post()).code).toBe(200);
    reply = {
      status: '2XX',
      code: 201,
      body: [],
      extraHeaders: { location: '/pets/1', 'set-cookie': ['a=1', 'b=2'], etag: null, link: undefined },
    };
    const created = await post();
    expect(created).toMatchObject({ code: 201, headers: { location: '/pets/1', 'set-cookie': ['a=1', 'b=2'] } });
    expect(created.headers).not.toHaveProperty('etag');
    expect(created.headers).not.toHaveProperty('link');
    reply = { status: '2XX', code: 204, body: [] };
    expect(await post()).toMatchObject({ code: 204, body: '' });
    expect(await answerWithoutAdapter('POST', '/pets')).toEqual({ code: 204, headers: [] });
    reply = { status: 304, body: [] };
    expect(await post()).toMatchObject({ code: 304, body: '' });
    expect(await answerWithoutAdapter('POST', '/pets')).toEqual({ code: 304, headers: [] });
    reply = { status: 203, body: [], headers: { 'X-Tags': ['a', 'b'] } };
    expect((await post()).headers).toMatchObject({ 'x-tags': 'a,b' });
    reply = { status: 'default', code: 300, body: [] };
    expect((await post()).code).toBe(300);
    reply = { status: '5XX', code: 503, contentType: 'image/svg+xml; charset=utf-8', body: '<svg/>' };
    expect(await post()).toMatchObject({ code: 503, headers: { 'content-type': 'image/svg+xml; charset=utf-8' } });
    reply = { status: '4XX', code: 422, contentType: 'text/plain', body: 'no' };
    expect(await post()).toMatchObject({ code: 422, body: 'no', headers: { 'content-type': 'text/plain' } });
    expect(told).toEqual([]);
  });

  test('is a 500 if the code that strips replies cannot be loaded', async () => {
    const lost = new Error('no such module');
    const server = buildServer(
      { ...plan, loadStrip: () => Promise.reject(lost) },
      {
        handlers: Object.fromEntries(Object.keys(routes).map((name) => [name, () => ({ status: 200 })])),
        replies: 'strip',
        security: { bearer: () => ({}), key: () => ({}) },
        onError: (error) => told.push(error),
      },
    );
    const headers = new Map<string, string[]>();
    const request = {
      method: 'GET',
      target: '/hello',
      headers,
      body: { async *[Symbol.asyncIterator]() {} },
      signal: new AbortController().signal,
    };
    for (let index = 1; index <= 2; index += 1) {
      expect((await server.handle(request)).code).toBe(500);
      expect(told).toEqual(Array.from({ length: index }, () => lost));
    }
  });

  test('without declared content has none', async () => {
    reply = { status: 200 };
    expect(await send('GET', '/hello')).toMatchObject({ code: 200, body: '', headers: { 'content-length': '0' } });
    expect((await send('GET', '/hello', { accept: 'image/png' })).code).toBe(200);
  });

  test.each([
    ['an undeclared status', { status: 418, body: {} }],
    ['no reply', undefined],
    ['a code outside its range', { status: '2XX', code: 404, body: {} }],
    ['a range that needs a code', { status: '4XX', contentType: 'text/plain', body: '' }],
    ['no content type where there are several', { status: '4XX', code: 400, body: '' }],
    ['an undeclared content type', { status: '4XX', code: 400, contentType: 'text/html', body: '' }],
    ['a code of a range that has a status of its own', { status: '2XX', code: 203, body: {} }],
    ['a default with a code that has a status of its own', { status: 'default', code: 304, body: {} }],
    ['a default with a code of a declared range', { status: 'default', code: 200, body: {} }],
    ['a default without a code', { status: 'default', body: {} }],
    ['a default with a code that does not end a request', { status: 'default', code: 100, body: {} }],
    ['a default with a code that is too high', { status: 'default', code: 600, body: {} }],
    ['a default with a code that is no integer', { status: 'default', code: 300.5, body: {} }],
    ['another code than that of its status', { status: 304, code: 200, body: {} }],
    ['a content type outside its range', { status: '5XX', code: 503, contentType: 'text/html', body: '' }],
    ['a range as content type', { status: '5XX', code: 503, contentType: 'image/*', body: '' }],
    ['no content type of a range', { status: '5XX', code: 503, body: '' }],
    ['a missing header', { status: 203, body: {} }],
    ['no body', { status: '2XX' }],
    ['an object as text', { status: '4XX', code: 422, contentType: 'text/plain', body: {} }],
    ['no text', { status: '4XX', code: 422, contentType: 'text/plain' }],
    ['a line break in a header', { status: '2XX', body: {}, extraHeaders: { location: 'a\r\nset-cookie: x=1' } }],
    ['a header of the framing', { status: '2XX', body: {}, extraHeaders: { 'Content-Length': '3' } }],
    ['an extra content type', { status: '2XX', body: {}, extraHeaders: { 'Content-Type': 'text/html' } }],
    [
      'a declared header as an extra one',
      { status: 203, body: {}, headers: { 'X-Tags': 'a' }, extraHeaders: { 'x-tags': 'b' } },
    ],
    ['a name that is no name', { status: '2XX', body: {}, extraHeaders: { 'a b': '3' } }],
    ['an inherited status', { status: 'constructor', body: {} }],
  ])('of a handler that returns %s is 500, and onError receives the error', async (_, wrong) => {
    reply = wrong;
    const { code, body } = await send('POST', '/pets', { 'content-type': 'application/json' }, '{"name":"Tom"}');
    expect(code).toBe(500);
    expect(JSON.parse(body)).toEqual({ error: 'something went wrong on the server', details: {} });
    expect(told).toHaveLength(1);
  });

  test('without onError, the error of a handler goes to the console', async () => {
    const write = vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => write.mockRestore());
    await listening.close(0);
    await start({ onError: undefined });
    reply = new Error('secret');
    expect((await send('GET', '/pets/1')).code).toBe(500);
    expect(write.mock.calls).toEqual([[reply]]);
  });

  test('of a handler that throws is 500, without the error', async () => {
    reply = new Error('secret');
    const { code, body } = await send('GET', '/pets/1');
    expect({ code, error: JSON.parse(body).error }).toEqual({ code: 500, error: 'something went wrong on the server' });
    expect(told).toEqual([reply]);
  });

  test('of a handler that throws a ForbiddenError is 403', async () => {
    reply = new ForbiddenError('not your pet');
    expect(await send('GET', '/pets/1')).toMatchObject({ code: 403, body: '{"error":"not your pet","details":{}}' });
  });
});

describe('the route', () => {
  test('that does not exist is 404 before any security function', async () => {
    expect(await send('GET', '/petz/1', { authorization: '' })).toMatchObject({ code: 404 });
  });

  test('without the method is 405, with the allowed methods', async () => {
    const { code, headers } = await send('DELETE', '/pets/1', { authorization: '' });
    expect({ code, allow: headers['allow'] }).toEqual({ code: 405, allow: 'GET, HEAD, OPTIONS' });
  });

  test.each(['/pets/%zz', '/pets/..', '/pets/%2e%2e'])('%s is 400', async (path) => {
    expect((await sendRaw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).split(' ')[1]).toBe('400');
    expect(calls).toEqual([]);
  });

  test('may depend on the query that its path template has', async () => {
    expect(await send('GET', '/hello?a=1&lang=d%65')).toMatchObject({ code: 200, body: '{"fine":true}' });
    reply = { status: 200 };
    expect(await send('GET', '/hello?lang=fr')).toMatchObject({ code: 200, body: '' });
  });

  test('may be in absolute form', async () => {
    const answer = await sendRaw(
      'GET http://x/pets/1 HTTP/1.1\r\nHost: x\r\nAuthorization: bearer good\r\nConnection: close\r\n\r\n',
    );
    expect(answer.split(' ')[1]).toBe('200');
  });
});

test('of thousands of headers each counts, within the limit of their size', async () => {
  const head = `GET /pets/1 HTTP/1.1\r\nHost: x\r\n${'a:1\r\n'.repeat(2100)}Authorization: Bearer good\r\nConnection: close\r\n\r\n`;
  expect((await sendRaw(head)).split(' ')[1]).toBe('200');
});

describe('security', () => {
  test.each([
    ['no credential', ''],
    ['another scheme', 'Basic good'],
    ['a token that does not hold', 'Bearer bad'],
    ['an empty token', 'Bearer '],
    ['a security function that throws an UnauthorizedError', 'Bearer expired'],
  ])('refuses %s with 401', async (_, authorization) => {
    const { code, headers } = await send('GET', '/pets/1', { authorization });
    expect({ code, how: headers['www-authenticate'] }).toEqual({ code: 401, how: 'Bearer' });
    expect(calls).toEqual([]);
  });

  test('calls no function without a credential', async () => {
    await listening.close(0);
    await start({ security: { bearer: () => ({ id: 'anybody' }), key: () => ({ id: 'anybody' }) } });
    expect((await send('GET', '/pets/1', { authorization: '' })).code).toBe(401);
    expect((await send('GET', '/both')).code).toBe(401);
    expect(calls).toEqual([]);
  });

  test('refuses two credentials', async () => {
    const answer = await sendRaw(
      'GET /pets/1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer good\r\nAuthorization: Bearer bad\r\nConnection: close\r\n\r\n',
    );
    expect(answer.split(' ')[1]).toBe('401');
  });

  test('refuses a forbidden caller with 403', async () => {
    const { code, body } = await send('GET', '/pets/1', { authorization: 'Bearer weak' });
    expect({ code, body }).toEqual({ code: 403, body: '{"error":"needs more","details":{}}' });
  });

  test('comes before parameters and before the body', async () => {
    const started = sendRaw('POST /pets HTTP/1.1\r\nHost: x\r\nContent-Length: 2000000\r\n\r\n');
    expect((await started).split(' ')[1]).toBe('401');
  });

  test('responds with 500 if a security function fails, and onError receives the error', async () => {
    const { code, body } = await send('GET', '/pets/1', { authorization: 'Bearer broken' });
    expect({ code, body }).toEqual({ code: 500, body: '{"error":"something went wrong on the server","details":{}}' });
    expect(told).toEqual([new Error('no database')]);
    expect(calls).toEqual([]);
  });

  test('sends the message of an UnauthorizedError, and does not call onError', async () => {
    const { body } = await send('GET', '/pets/1', { authorization: 'Bearer expired' });
    expect({ body, told }).toEqual({ body: '{"error":"the token has expired","details":{}}', told: [] });
  });

  test('requires all schemes of a requirement, and passes the last principal', async () => {
    expect((await send('GET', '/both')).code).toBe(401);
    expect((await send('GET', '/both', { 'x-key': 'wrong' })).code).toBe(401);
    expect((await send('GET', '/both', { 'x-key': 'k' })).code).toBe(200);
    expect(calls.map(({ principal }) => principal)).toEqual([{ before: { id: 'u1' } }]);
  });

  test('accepts anonymous callers where they are allowed, and never an invalid credential', async () => {
    const anonymous = await sendRaw('GET /both HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(anonymous.split(' ')[1]).toBe('200');
    expect((await send('GET', '/both', { authorization: '', 'x-key': '' })).code).toBe(200);
    expect(calls.map(({ principal }) => principal)).toEqual([undefined, undefined]);
    expect((await send('GET', '/both', { authorization: 'Bearer bad', 'x-key': 'k' })).code).toBe(401);
    expect((await send('GET', '/both', { authorization: 'Basic good' })).code).toBe(401);
    expect((await send('GET', '/both', { authorization: 'Bearer' })).code).toBe(401);
    const twice = 'GET /both HTTP/1.1\r\nHost: x\r\nX-Key: k\r\nX-Key: k\r\nConnection: close\r\n\r\n';
    expect((await sendRaw(twice)).split(' ')[1]).toBe('401');
    expect(calls).toHaveLength(2);
  });

  test.each([false, null, undefined])('refuses the principal %j', async (nobody) => {
    await listening.close(0);
    await start({ security: { bearer: () => nobody, key: () => nobody } });
    expect((await send('GET', '/pets/1')).code).toBe(401);
    expect((await send('GET', '/both', { 'x-key': 'k' })).code).toBe(401);
    expect(calls).toEqual([]);
  });

  test('without a function is an error', () => {
    const handlers = { getPet: () => 1, addPet: () => 1, hello: () => 1, both: () => 1, greetInGerman: () => 1 };
    expect(() => buildServer(plan, { handlers, security: { bearer: () => 1 } })).toThrow("no security function 'key'");
    expect(() => buildServer(plan, { handlers: {} })).toThrow('there is no');
  });
});

describe('parameters', () => {
  test.each([
    ['limit=x', "query parameter 'limit': must be an integer"],
    ['limit=1&limit=2', "query parameter 'limit': is given more than once"],
    ['limit=%ff', "query parameter 'limit': is not percent-encoded UTF-8"],
    ['%ff=1', 'query: a name is not percent-encoded UTF-8'],
    ['admin=true', "query parameter 'admin': requires the header 'X-Org'"],
    [
      'limit=x&admin=true',
      "query parameter 'limit': must be an integer; query parameter 'admin': requires the header 'X-Org'",
    ],
  ])('?%s is 400: %s', async (query, error) => {
    const { code, body } = await send('GET', `/pets/1?${query}`);
    expect({ code, error: JSON.parse(body).error }).toEqual({ code: 400, error });
    expect(calls).toEqual([]);
  });

  test('that require a header are read with it, and without it at their default', async () => {
    expect((await send('GET', '/pets/1?admin=true', { 'X-Org': 'o' })).code).toBe(200);
    expect((await send('GET', '/pets/1?admin=false')).code).toBe(200);
  });

  test('given twice as a header are refused', async () => {
    expect((await send('GET', '/pets/1', { 'X-Org': ['a', 'b'] })).code).toBe(400);
  });

  test('without a known wire name are not read', async () => {
    expect((await send('GET', '/pets/1?page=x')).code).toBe(200);
    expect(calls[0]?.args).not.toHaveProperty('page');
  });

  test('with a bound wire name are read', async () => {
    await listening.close(0);
    await start({ wireNames: { 'page-name': 'p' } });
    expect((await send('GET', '/pets/1?p=x')).body).toContain("query parameter 'p': must be an integer");
    expect((await send('GET', '/pets/1?p=3')).code).toBe(200);
    expect(calls[0]?.args).toMatchObject({ page: 3 });
  });

  test('bound to the name of another one are an error', async () => {
    await expect(start({ wireNames: { 'page-name': 'limit' } })).rejects.toThrow(
      "'page' would be a second query parameter 'limit'",
    );
    await expect(start({ wireNames: { 'tenant-name': 'x-org' } })).rejects.toThrow("'tenant' would be a second header");
    // The names of query parameters are case-sensitive.
    await listening.close(0);
    await start({ wireNames: { 'page-name': 'Limit', 'tenant-name': 'limit' } });
    expect((await send('GET', '/pets/1?Limit=3&limit=4')).code).toBe(200);
    expect(calls[0]?.args).toMatchObject({ page: 3, limit: 4 });
  });

  test('that are unknown are ignored, and reported if the description does not show all', async () => {
    await listening.close(0);
    await start({ onNotShown: (id, where) => told.push([id, where]) });
    expect((await send('GET', '/pets/1?limit=1&admin=false')).code).toBe(200);
    expect(told).toEqual([]);
    expect((await send('GET', '/pets/1?limit=1&more=secret&again=1')).code).toBe(200);
    expect(told).toEqual([['more-parameters', 'getPet: query']]);
    // The name of a header parameter.
    expect((await send('GET', '/pets/1?X-Org=1')).code).toBe(200);
    expect(told).toHaveLength(2);
  });

  test('with names that every object has are safe', async () => {
    expect((await send('GET', '/pets/1?__proto__=1&constructor=2&toString=3', { cookie: '__proto__=1' })).code).toBe(
      200,
    );
    expect(calls[0]?.args).toEqual({ petId: '1', limit: 50, admin: false });
  });
});

test.each([
  { maxBytes: Number.NaN },
  { timeoutMs: Number.POSITIVE_INFINITY },
  { timeoutMs: 2 ** 31 },
  { maxDepth: -1 },
])('limits of %j are an error', (limits) => {
  const bind = { handlers: {}, limits };
  expect(() => buildServer(plan, bind)).toThrow(`limits.${Object.keys(limits)[0]} must be a number from 0 to`);
});

describe('a body', () => {
  const post = (type: string, body: string, more: Record<string, string> = {}): Promise<Answer> =>
    send('POST', '/pets', { 'content-type': type, ...more }, body);

  test('is parsed, validated and filled with defaults', async () => {
    reply = { status: '2XX', body: {} };
    expect((await post('application/json; charset=utf-8', '{"name":"Tom"}')).code).toBe(200);
    expect((await post('text/csv', 'a;b')).code).toBe(200);
    expect((await post('text/csv; header=present', 'a;b')).code).toBe(200);
    expect((await post('text/CSV; header=absent; charset=utf-8', 'a;b')).code).toBe(200);
    expect(calls.map(({ args }) => args)).toEqual([
      { body: { kind: 'cat', name: 'Tom' }, contentType: 'application/json' },
      { body: 'a;b', contentType: 'text/csv;header=absent' },
      { body: 'a;b', contentType: 'text/csv' },
      { body: 'a;b', contentType: 'text/csv;header=absent' },
    ]);
  });

  test.each([
    ['no JSON', '{"name":', 'body: must be JSON'],
    ['a wrong value', '{"nom":1}', 'body/name: must be there'],
    ['a key that reaches prototypes', '{"name":1,"__proto__":{"a":1}}', "body: must not have '__proto__'"],
    ['too deep JSON', `{"name":${'['.repeat(200)}`, 'body: is nested more than 100 levels deep'],
    ['no UTF-8', '"\u00ff"', 'body: must be text in utf-8'],
  ])('that is %s is 400', async (_, body, error) => {
    const bytes = Buffer.from(body, 'latin1');
    const head = [
      'POST /pets HTTP/1.1',
      'Host: x',
      'Authorization: Bearer good',
      'Content-Type: application/json',
      'Connection: close',
      `Content-Length: ${bytes.length}`,
    ];
    const answer = await sendRaw(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes]));
    expect(answer).toContain('HTTP/1.1 400 Bad Request');
    expect(answer).toContain(JSON.stringify(error));
    expect(calls).toEqual([]);
  });

  test('that is missing is 400', async () => {
    expect(await send('POST', '/pets')).toMatchObject({
      code: 400,
      body: '{"error":"body: is required","details":{}}',
    });
  });

  test.each([
    ['image/png', {}],
    ['nonsense', {}],
    ['application/json', { 'content-encoding': 'gzip' }],
  ])('of %s with %j is 415', async (type, more) => {
    const { code, headers } = await post(type, '{"name":1}', more);
    expect({ code, accept: headers['accept'] }).toEqual({
      code: 415,
      accept: 'application/json, text/*, text/csv;header=absent',
    });
  });

  test('that is too large is 413, with or without content-length', async () => {
    const large = 'x'.repeat(1_048_577);
    expect((await post('text/plain', large)).code).toBe(413);
    const chunked = await send(
      'POST',
      '/pets',
      { 'content-type': 'text/plain', 'transfer-encoding': 'chunked' },
      large,
    );
    expect(chunked.code).toBe(413);
    expect(calls).toEqual([]);
  });

  test('that does not arrive is 408', async () => {
    await listening.close(0);
    await start({ limits: { timeoutMs: 30 } });
    const answer = await sendRaw(
      'POST /pets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer good\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nabc',
      /within 30 ms/,
    );
    expect(answer).toContain('HTTP/1.1 408 Request Timeout\r\n');
    expect(answer).toContain('body: must arrive within 30 ms');
  });

  test('is requested with 100 only if it will be read', async () => {
    const head =
      'POST /pets HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 3\r\nExpect: 100-continue\r\nConnection: close\r\n';
    reply = { status: '2XX', body: {} };
    expect(await sendRaw(`${head}\r\nabc`)).toMatch(/^HTTP\/1.1 401 /);
    for (const asking of [head, head.replace('100-continue', '100-Continue')])
      expect(await sendRaw(`${asking}Authorization: Bearer good\r\n\r\nabc`)).toMatch(
        /^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK/,
      );
  });

  test('reports the items that it touches', async () => {
    await listening.close(0);
    await start({ onNotShown: (id, where) => told.push([id, where]) });
    reply = { status: '2XX', body: {} };
    await post('application/json', '{"name":"Tom"}');
    expect(told).toEqual([['more-fields', 'addPet: body']]);
  });
});

describe('a refusal', () => {
  test('of a media type that the caller does not accept is 406', async () => {
    const { code, body } = await send('GET', '/pets/1', { accept: 'text/html' });
    expect({ code, error: JSON.parse(body).error }).toEqual({
      code: 406,
      error: 'accept: must allow application/json',
    });
    expect(calls).toEqual([]);
  });

  test('of a handler that is not written is 501, with its open gaps', async () => {
    await listening.close(0);
    const handlers = {
      getPet: refuseToHandle('getPet', ['pet-shape']),
      addPet: () => 1,
      hello: () => 1,
      both: () => 1,
      greetInGerman: () => 1,
    };
    await start({ handlers });
    const { code, body } = await send('GET', '/pets/1');
    expect({ code, error: JSON.parse(body).error }).toEqual({
      code: 501,
      error: 'getPet is not implemented; not shown: pet-shape',
    });
    expect(refuseToHandle('addPet', [])).toThrow(
      expect.objectContaining({ name: 'NotImplementedError', message: 'addPet is not implemented' }),
    );
    expect(told).toEqual([]);
  });

  test('can be changed by onInvalid, which receives the reason', async () => {
    await listening.close(0);
    const seen: Invalid[] = [];
    await start({
      onInvalid: (invalid) => {
        seen.push(invalid);
        return { ...invalid.response, headers: [['x-mine', 'yes']], body: 'mine' };
      },
    });
    expect(await send('GET', '/pets/1?limit=x')).toMatchObject({
      code: 400,
      body: 'mine',
      headers: { 'x-mine': 'yes' },
    });
    expect(seen[0]).toMatchObject({
      code: 400,
      operation: 'getPet',
      mistakes: [{ place: "query parameter 'limit'", message: 'must be an integer' }],
    });
  });

  test('that Node writes can be changed too', async () => {
    await listening.close(0);
    const seen: Invalid[] = [];
    await start({
      onInvalid: (invalid) => {
        seen.push(invalid);
        return { ...invalid.response, code: 400, body: 'mine' };
      },
    });
    await sendRaw('CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(seen[0]?.message).toBe('method: is unknown');
    expect(await sendRaw('BREW /hello HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(/^HTTP\/1.1 400 Bad Request\r\n.*mine$/s);
  });

  test('does not change if onInvalid throws or returns what cannot be sent', async () => {
    for (const onInvalid of [
      () => {
        throw new Error('hook');
      },
      ({ response }: Invalid) => ({ ...response, headers: [['a', 'b\r\nc: d'] as const] }),
    ]) {
      await listening.close(0);
      await start({ onInvalid });
      const { code, headers } = await send('GET', '/petz');
      expect({ code, c: headers['c'] }).toEqual({ code: 404, c: undefined });
    }
    expect(told).toHaveLength(2);
  });

  test.each([
    ['GET / HTTP/1.1\r\n\r\n', '400'],
    ['GET /hello HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n', '400'],
    [
      'POST /pets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer good\r\nConnection: close\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
      '501',
    ],
    ['GET / HTTP/1.1\r\nHost: x\r\nX: a\u0000b\r\n\r\n', '400'],
    ['BREW /hello HTTP/1.1\r\nHost: x\r\n\r\n', '501'],
    ['CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n', '501'],
    ['GET /hello HTTP/2.0\r\nHost: x\r\nConnection: close\r\n\r\n', '505'],
    ['GET /hello HTTP/3.0\r\nHost: x\r\n\r\n', '505'],
    ['GET /hello\r\n\r\n', '400'],
    ['GET /hello HTTP/1.0\r\nHost: x\r\nHost: x\r\n\r\n', '400'],
    ['\x16\x03\x01\x02\x00\x01\x00\r\n', '400'],
    ['BREW\r\n\r\n', '400'],
    ['BREW coffee /hello HTTP/1.1\r\nHost: x\r\n\r\n', '400'],
    ['hello /hello HTTP/1.1\nHost: x\n\n', '501'],
    ['POST /pets HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n', '400'],
    ['POST /pets HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n', '400'],
    [`GET /hello HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, '431'],
    ['POST /pets HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nContent-Length: 1\r\n\r\n', '417'],
    ['POST /pets HTTP/1.1\r\nHost: x\r\nExpect: 100-continue, tea\r\nContent-Length: 1\r\n\r\n', '417'],
  ])('of %j by node is %s in the form of the description', async (request, code) => {
    const answer = await sendRaw(request);
    expect(answer.split('\r\n')[0]).toBe(`HTTP/1.1 ${code} ${STATUS_CODES[code]}`);
    expect(answer).toContain('"details":{}');
    // The `date` header of a response (RFC 9110, 6.6.1).
    expect(answer).toMatch(/\r\ndate: \w{3}, .* GMT\r\n/i);
  });

  test('waits for the responses to earlier complete requests', async () => {
    const later = (): Promise<unknown> => new Promise((done) => setTimeout(() => done({ status: 200 }), 50));
    const items = { ...json, write: (body: unknown) => body as AsyncIterable<string> };
    const streamed = route('greetInGerman', { security: [], replies: { 200: { code: 200, content: [items] } } });
    const bodyOf = async function* (): AsyncGenerator<string> {
      yield 'one ';
      await new Promise((done) => setTimeout(done, 50));
      yield 'two';
    };
    const paths: PathNode = {
      literals: new Map([
        ['hello', endAt('hello')],
        ['stream', { routes: [streamed] }],
        ['pets', endAt('addPet')],
      ]),
    };
    const handlers = { hello: later, greetInGerman: () => ({ status: 200, body: bodyOf() }), addPet: later };
    const own = await listen(
      buildServer({ ...plan, paths }, { handlers, security: { bearer: () => 1, key: () => 1 } }),
    );
    const codesOf = async (...parts: readonly string[]): Promise<string[]> => {
      const socket = connect(Number(new URL(own.url).port), '127.0.0.1', () => socket.write(parts.join('')));
      let answer = '';
      for await (const chunk of socket.setEncoding('latin1')) answer += chunk;
      return [...answer.matchAll(/HTTP\/1.1 (\d{3})|two/g)].map(([all, code]) => code ?? all);
    };
    const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
    const post = 'POST /pets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer t\r\nContent-Type: text/plain\r\n';
    expect(await codesOf(get('/hello'), 'GET / no')).toEqual(['200', '400']);
    expect(await codesOf(get('/stream'), 'GET / no')).toEqual(['200', 'two', '400']);
    expect(await codesOf(get('/stream'), get('/hello'), get('/none'), 'GET / no')).toEqual([
      '200',
      'two',
      '200',
      '404',
      '400',
    ]);
    expect(await codesOf(get('/hello'), `${post}Transfer-Encoding: chunked\r\n\r\nno`)).toEqual(['200', '400']);
    await own.close();
  });

  test('of a request that arrives while the server stops is 503', async () => {
    let release: (value: unknown) => void = () => undefined;
    await listening.close(0);
    await start({
      handlers: {
        getPet: () => 1,
        addPet: () => 1,
        both: () => 1,
        greetInGerman: () => 1,
        hello: () =>
          new Promise((resolve) => {
            release = () => resolve({ status: 200 });
          }),
      },
    });
    const connections: Socket[] = [];
    listening.http.on('connection', (one) => connections.push(one));
    const answers = sendRaw('GET /hello HTTP/1.1\r\nHost: x\r\n\r\n');
    const socket = connect(Number(new URL(listening.url).port), '127.0.0.1');
    const second = new Promise<string>((resolve) => {
      let got = '';
      socket.on('data', (chunk) => {
        got += chunk;
      });
      socket.on('close', () => resolve(got));
    });
    socket.write('GET /hello HTTP/1.1\r\nHost: x\r\n');
    await expect.poll(() => connections.map(({ bytesRead }) => bytesRead > 0)).toEqual([true, true]);
    const closed = listening.close();
    socket.write('\r\n');
    expect(await second).toMatch(/^HTTP\/1.1 503 /);
    release(undefined);
    expect(await answers).toMatch(/^HTTP\/1.1 200 OK/);
    await closed;
  });
});

describe('a hook', () => {
  test('receives every response: its operation, its code, its duration', async () => {
    const answers: unknown[] = [];
    await listening.close(0);
    const began = performance.now();
    await start({
      onResponse: ({ operation, code, milliseconds }) =>
        answers.push([operation, code, milliseconds > 0 && milliseconds < performance.now() - began]),
    });
    await send('GET', '/pets/1');
    await send('GET', '/pets/1?limit=x');
    await send('GET', '/petz');
    await send('OPTIONS', '/pets/1');
    await sendRaw('GET /hello HTTP/1.1\r\n\r\n');
    await sendRaw('BREW /hello HTTP/1.1\r\nHost: x\r\n\r\n');
    await sendRaw('POST /pets HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nContent-Length: 1\r\n\r\n');
    expect(answers).toEqual([
      ['getPet', 200, true],
      ['getPet', 400, true],
      [undefined, 404, true],
      [undefined, 204, true],
      [undefined, 400, true],
      [undefined, 501, true],
      [undefined, 417, true],
    ]);
  });

  test('wraps every operation, and sees its response, refusals too', async () => {
    const spans: unknown[] = [];
    await listening.close(0);
    const trace: ServerBindings['trace'] = async ({ operation }, run) => {
      spans.push(operation);
      spans.push((await run()).code);
    };
    await start({ trace });
    expect(await send('GET', '/pets/1')).toMatchObject({ code: 200 });
    expect(await send('GET', '/pets/1?limit=x')).toMatchObject({ code: 400 });
    expect(spans).toEqual(['getPet', 200, 'getPet', 400]);
  });

  const traces: { readonly [name: string]: NonNullable<ServerBindings['trace']> } = {
    'runs it twice': async (_, run) => [await run(), await run()],
    'does not wait for it': async (_, run) => void run(),
    'fails while it runs': (_, run) => {
      void run();
      return Promise.reject(new Error('no tracer'));
    },
  };
  test.each(Object.keys(traces))('that wraps an operation and %s has it answered once', async (name) => {
    await listening.close(0);
    await start({ trace: traces[name] });
    expect(await send('GET', '/pets/1')).toMatchObject({ code: 200, body: '{"fine":true}' });
    expect(calls).toHaveLength(1);
  });

  test('that fails does not change the response', async () => {
    const fail = (): never => {
      throw new Error('hook');
    };
    await listening.close(0);
    await start({ onResponse: fail, trace: async (_, run) => run().then(fail) });
    expect(await send('GET', '/pets/1')).toMatchObject({ code: 200 });
    expect(told).toHaveLength(2);
    await listening.close(0);
    await start({ trace: async () => undefined });
    expect(await send('GET', '/pets/1')).toMatchObject({ code: 500 });
  });
});

test('the signal of a request is aborted when its caller disconnects', async () => {
  await listening.close(0);
  const aborted = new Promise<boolean>((resolve) => {
    const hello = (_: unknown, { signal }: { readonly signal: AbortSignal }): Promise<unknown> =>
      new Promise((done) => {
        signal.addEventListener('abort', () => {
          resolve(signal.aborted);
          done({ status: 200 });
        });
        socket.destroy();
      });
    const handlers = { getPet: () => 1, addPet: () => 1, both: () => 1, greetInGerman: () => 1, hello };
    let socket = connect(1);
    socket.on('error', () => undefined);
    void start({ handlers }).then(() => {
      socket = connect(Number(new URL(listening.url).port), '127.0.0.1');
      socket.write('GET /hello HTTP/1.1\r\nHost: x\r\n\r\n');
    });
  });
  expect(await aborted).toBe(true);
});
