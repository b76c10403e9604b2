import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inspect, promisify } from 'node:util';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AbortError, InvalidInputError, NetworkError, SizeLimitError, TimeoutError } from '../values/errors.js';
import { jsonBody } from '../write/body.js';
import { type Draft, setHeader } from '../write/draft.js';
import { formBody, writeFormQuery } from '../write/form.js';
import { jsonLinesBody } from '../write/items.js';
import { jsonPart, multipartBody, styledPart, typedPart } from '../write/multipart.js';
import {
  notShownResponse,
  reportAssumed,
  UnboundParameterError,
  writeExtraQuery,
  writeUnnamed,
} from '../write/not-shown.js';
import { bytesBody, textBody } from '../write/other-body.js';
import { startMultipart } from '../write/part.js';
import { positionalBody, positionedPart } from '../write/positional.js';
import { writeForm } from '../write/query-styles.js';
import { requireHeader } from '../write/requires.js';
import { bearer } from './auth.js';
import { ApiError, type BodyReader, defineOperation, jsonResponse, makeClient, type Security } from './client.js';
import type { Client, Operation, Outcome, StatusKey } from './contract.js';
import { succeedByDefault } from './default.js';
import { downloadFrom } from './download.js';
import { isFailure } from './failure.js';
import { followEvents } from './follow.js';
import { withHeaders } from './headers.js';
import { withHooks } from './hooks.js';
import { definePages, PaginationError } from './pages.js';
import { followRedirects } from './redirects.js';
import {
  anyResponse,
  emptyResponse,
  errorResponse,
  mediaResponse,
  readBytesBody,
  readJsonBody,
  readTextBody,
} from './response.js';
import { basic, bearerToken, cookieKey, headerKey, httpScheme, queryKey, secureAny } from './security.js';
import { callAt } from './server.js';
import { streamItems } from './stream.js';

/** A received request. */
interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

let server: Server;
let baseUrl: string;
let seen: Seen[];
let answer: RequestListener;

beforeEach(async () => {
  seen = [];
  answer = (_request, response) => json(response, 200, { ok: true });
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    seen.push({ method: request.method, url: request.url, headers: request.headers, body: Buffer.concat(chunks) });
    answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

type Any = Outcome<StatusKey, unknown>;
type Build = (draft: Draft, args: never) => string;

function operation(
  build: Build = () => '/x',
  responses: Record<string, BodyReader> = { 200: jsonResponse },
  security?: Security,
): Operation<void, Any, Any> {
  return defineOperation('theOperation', 'POST', 'application/json', security, responses, build);
}

const client = (options: Partial<Client> = {}): Client => makeClient({ baseUrl, ...options });

function json(response: Parameters<RequestListener>[1], status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

describe('outcomes', () => {
  test('a success returns its body; `outcome` returns all of it', async () => {
    expect(await operation()(client())).toEqual({ ok: true });
    const outcome = await operation().outcome(client());
    expect(outcome).toMatchObject({ status: 200, code: 200, body: { ok: true } });
    expect(outcome.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  test('an exact code takes precedence over its range, and a range over default', async () => {
    const all = operation(undefined, { 404: jsonResponse, '4XX': jsonResponse, default: jsonResponse });
    for (const [code, status] of [
      [404, 404],
      [409, '4XX'],
      [500, 'default'],
    ] as const) {
      answer = (_request, response) => json(response, code, {});
      expect(await all.outcome(client())).toMatchObject({ status, code });
    }
  });

  test('every response except a declared success is thrown, with status, code, headers and body, and no secret', async () => {
    answer = (_request, response) => json(response, 404, { error: 'gone' });
    const failing = operation(undefined, { 200: jsonResponse, 404: jsonResponse }, bearer('token'));
    const error = await catchError(failing(client({ auth: { token: 'secret' } })));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 404, code: 404, body: { error: 'gone' }, operation: 'theOperation' });
    expect(isFailure(failing, error)).toBe(true);
    expect(isFailure(operation(), new Error())).toBe(false);
    expect(`${error} ${JSON.stringify(error)}`).not.toContain('secret');
  });

  test.each([
    ['{"error":{"message":"no\\njob"}}', '404: no job', 'no\njob'],
    ['{"error":{"message":1}}', '404', undefined],
    ['{"error":null}', '404', undefined],
    ['{"message":"not declared"}', '404', undefined],
    [JSON.stringify({ error: { message: 'x'.repeat(600) } }), `404: ${'x'.repeat(500)}`, 'x'.repeat(600)],
  ])('the message of a declared error with %s is its own', async (body, text, message) => {
    answer = (_request, response) => response.writeHead(404, { 'content-type': 'application/json' }).end(body);
    const failing = operation(undefined, { 404: errorResponse(jsonResponse, 'error', 'message') });
    const error = await catchError(failing(client()));
    expect(String(error)).toBe(`ApiError: theOperation: ${text}`);
    expect((error as ApiError).outcome.message).toBe(message);
  });

  test.each([402, 522])('%i is no success, although its number contains a 2', async (code) => {
    answer = (_request, response) => json(response, code, {});
    const failing = operation(undefined, { [code]: jsonResponse });
    expect(await catchError(failing(client()))).toMatchObject({ name: 'ApiError', status: code });
  });

  test('an undeclared response is undocumented and keeps its content, by its media type', async () => {
    const bytes = Uint8Array.of(0x7b, 0x7d);
    const cases: [number, string | undefined, string | Uint8Array, unknown?][] = [
      [418, 'text/plain', 'teapot'],
      [200, 'text/html', '<p>'],
      [200, undefined, '<p>'],
      [200, 'application/json', '{"a": '],
      [200, 'application/json', ''],
      [200, 'application/json-seq', '{}'],
      [200, 'application/x-ndjson', '{}'],
      [200, 'Application/XML; charset=utf-8', '<p/>'],
      [404, 'application/json', '{"a":1}', { a: 1 }],
      [404, 'application/problem+json; charset=utf-8', '{"a":1}', { a: 1 }],
      [404, undefined, '{"a":1}', { a: 1 }],
      [404, 'text/plain', Uint8Array.of(0xfc)],
      [200, 'application/octet-stream', bytes],
      [404, 'image/png', bytes],
      [404, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', bytes],
      [404, 'application/pdf', '', new Uint8Array()],
    ];
    for (const [code, type, content, body = content] of cases) {
      answer = (_request, response) =>
        response.writeHead(code, type === undefined ? {} : { 'content-type': type }).end(content);
      const reason = `the response ${code} is not ${code === 404 || code === 418 ? 'described' : 'application/json'}`;
      const outcome = { status: 'undocumented', code, body, reason, contentType: undefined };
      expect(await operation().outcome(client()), `${type}`).toMatchObject(outcome);
      const error = await catchError(operation()(client()));
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({ message: `theOperation: ${reason}`, reason });
      expect(inspect(error)).toContain(reason);
    }
  });

  test('a 2xx response under default is a success only of an operation without 2xx keys', async () => {
    const byDefault = succeedByDefault(operation(undefined, { default: jsonResponse }));
    expect(await byDefault(client())).toEqual({ ok: true });
    expect(
      await catchError(operation(undefined, { 201: jsonResponse, default: jsonResponse })(client())),
    ).toBeInstanceOf(ApiError);
    answer = (_request, response) => json(response, 400, {});
    expect(await catchError(byDefault(client()))).toMatchObject({ status: 'default', code: 400 });
  });

  test('the content type selects the media type', async () => {
    const many = operation(undefined, {
      200: anyResponse(
        jsonResponse,
        mediaResponse('application/problem+json', readJsonBody),
        mediaResponse('text/*', readTextBody),
        mediaResponse('*/*', readBytesBody),
      ),
      204: emptyResponse,
    });
    const cases: [string, string | Buffer, unknown][] = [
      ['application/json', '[1]', [1]],
      ['Application/Problem+JSON ; charset=utf-8', '{"a":1}', { a: 1 }],
      ['text/csv; charset=iso-8859-1', Buffer.from([0xfc]), 'ü'],
      ['text/csv; a="x;charset=iso-8859-1"; charset="utf-8"', 'ü', 'ü'],
      ['image/png', Buffer.from([1, 2, 255]), new Uint8Array([1, 2, 255])],
    ];
    for (const [type, body, expected] of cases) {
      answer = (_request, response) => response.writeHead(200, { 'content-type': type }).end(body);
      expect(await many(client())).toEqual(expected);
    }
    answer = (_request, response) => response.writeHead(204).end();
    expect(await many.outcome(client())).toMatchObject({ status: 204, body: undefined });
    answer = (_request, response) => response.writeHead(200).end('more');
    const bodiless = operation(undefined, { 200: emptyResponse });
    expect(await bodiless.outcome(client())).toMatchObject({ status: 'undocumented', body: 'more' });
  });

  test('a redirect that is declared is a response, so that nothing is sent to another address', async () => {
    answer = (_request, response) => response.writeHead(302, { location: 'https://other.invalid/' }).end();
    const build: Build = (draft) => {
      draft.init.redirect = 'manual';
      return '/x';
    };
    const outcome = await operation(build, { 200: jsonResponse, 302: emptyResponse }).outcome(client());
    expect(outcome).toMatchObject({ status: 302, code: 302 });
    expect(outcome.headers.get('location')).toBe('https://other.invalid/');
    expect(seen).toHaveLength(1);
  });
});

describe('limits', () => {
  test('a time limit, before and inside the body', async () => {
    answer = () => {};
    expect(await catchError(operation()(client(), undefined, { timeoutMs: 50 }))).toBeInstanceOf(TimeoutError);
    answer = (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).write('[');
    expect(await catchError(operation()(client({ limits: { timeoutMs: 50 } })))).toBeInstanceOf(TimeoutError);
    answer = (_request, response) => json(response, 200, 1);
    expect(await operation()(client(), undefined, { timeoutMs: Number.POSITIVE_INFINITY })).toBe(1);
  });

  test('a size limit, with any content-length', async () => {
    answer = (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(100)}"`);
    expect(await catchError(operation()(client(), undefined, { maxBytes: 101 }))).toBeInstanceOf(SizeLimitError);
    expect(await operation()(client(), undefined, { maxBytes: 102 })).toHaveLength(100);
    expect(await catchError(operation()(client({ limits: { maxBytes: 10 } })))).toBeInstanceOf(SizeLimitError);
  });

  test('both by default: 30 seconds and 10 MB', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const asked = new Promise<void>((resolve) => {
        answer = () => resolve();
      });
      let end: unknown;
      const call = operation()(client()).catch((error: unknown) => {
        end = error;
      });
      await asked;
      await vi.advanceTimersByTimeAsync(29_999);
      expect(end).toBeUndefined();
      await vi.advanceTimersByTimeAsync(1);
      await call;
      expect(end).toBeInstanceOf(TimeoutError);
    } finally {
      vi.useRealTimers();
    }
    const send = (bytes: number): void => {
      answer = (_request, response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(bytes - 2)}"`);
    };
    send(10_000_000);
    expect(await operation()(client())).toHaveLength(9_999_998);
    send(10_000_001);
    expect(await catchError(operation()(client()))).toBeInstanceOf(SizeLimitError);
  });

  test('the caller aborts, before and during the call', async () => {
    expect(await catchError(operation()(client(), undefined, { signal: AbortSignal.abort() }))).toBeInstanceOf(
      AbortError,
    );
    expect(seen).toHaveLength(0);
    const controller = new AbortController();
    answer = () => controller.abort();
    expect(await catchError(operation()(client(), undefined, { signal: controller.signal }))).toBeInstanceOf(
      AbortError,
    );
  });

  test('each error says what happened and which option decides', async () => {
    answer = () => {};
    const call = operation(() => '/jobs/1?key=secret');
    const aborted = { signal: AbortSignal.abort() };
    expect(String(await catchError(call(client(), undefined, { timeoutMs: 20 })))).toBe(
      'TimeoutError: theOperation: the response took longer than timeoutMs (20)',
    );
    expect(String(await catchError(call(client(), undefined, aborted)))).toBe(
      'AbortError: theOperation: the signal was aborted',
    );
    answer = (_request, response) => json(response, 200, 'long');
    expect(String(await catchError(call(client(), undefined, { maxBytes: 2 })))).toBe(
      'SizeLimitError: theOperation: the response is larger than maxBytes (2)',
    );
    expect(String(await catchError(call(client({ baseUrl: 'http://127.0.0.1:1/v1' }))))).toMatch(
      /^NetworkError: theOperation: no complete response from http:\/\/127.0.0.1:1\/v1\/jobs\/1: bad port$/,
    );
    const transport = (url: string) => Promise.reject(new Error(`cannot reach ${url}`));
    expect(String(await catchError(call(client({ baseUrl: 'https://api.invalid', transport }))))).toBe(
      'NetworkError: theOperation: no complete response from https://api.invalid/jobs/1: cannot reach https://api.invalid/jobs/1?',
    );
  });

  const server = { url: 'https://files.invalid', variables: {}, roots: ['https://api.invalid'] };
  test.each<[string, (client: Client) => Promise<unknown>]>([
    ['an operation', operation()],
    ['its outcome', operation().outcome],
    ['an operation with a server of its own', callAt(operation(), server)],
    ['its outcome', callAt(operation(), server).outcome],
    ['a stream', streamItems(operation(), {})],
    ['followed events', (client) => followEvents(operation(), client, undefined).next()],
    ['a download', (client) => downloadFrom(operation(), client, undefined)],
    ['pages', (client) => definePages(operation(), { page: ['page', 1], items: 'x' })(client).next()],
  ])('a client that is forgotten is told by %s', async (_style, call) => {
    for (const args of [undefined, {}, { id: 1 }])
      expect(String(await catchError(call(args as unknown as Client)))).toBe(
        "InvalidInputError: 'theOperation' needs a client as its first argument",
      );
  });

  test('a credential that never arrives, hooks and transports that ignore the signal', async () => {
    const never = () => new Promise<never>(() => {});
    const askBearer = operation(undefined, undefined, bearer('t'));
    const askAny = operation(undefined, undefined, secureAny([[['t', bearerToken]]]));
    for (const [call, options] of [
      [askBearer, { auth: { t: never } }],
      [askAny, { auth: { t: never } }],
      [operation(), { transport: never }],
      [operation(), { transport: withHooks({ beforeRequest: never }) }],
    ] as const) {
      expect(await catchError(call(client(options), undefined, { timeoutMs: 30 }))).toBeInstanceOf(TimeoutError);
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 10);
      expect(await catchError(call(client(options), undefined, { signal: controller.signal }))).toBeInstanceOf(
        AbortError,
      );
    }
    expect(seen).toHaveLength(0);
    // Nothing is sent either when the token arrives later.
    let give = (_token: string): void => {};
    const late = client({
      auth: {
        t: () =>
          new Promise<string>((resolve) => {
            give = resolve;
          }),
      },
    });
    expect(await catchError(askBearer(late, undefined, { timeoutMs: 10 }))).toBeInstanceOf(TimeoutError);
    give('secret');
    await new Promise((done) => setTimeout(done, 20));
    expect(seen).toHaveLength(0);
  });

  test('one signal for many calls: each ends, Node prints no warning, and no timer keeps the process running', async () => {
    const contents = `import { defineOperation, makeClient } from './src/runtime/client/client.ts';
const call = defineOperation('c', 'GET', '*/*', undefined, {}, () => '/');
const client = makeClient({ baseUrl: 'https://api.invalid', transport: () => new Promise(() => {}) });
const controller = new AbortController();
const calls = Array.from({ length: 100 }, () => call(client, {}, { signal: controller.signal }).catch(({ name }) => name));
setTimeout(() => controller.abort(), 50);
console.log(new Set(await Promise.all(calls)).size, (await calls[99]), await call(client, {}, { signal: controller.signal }).catch(({ name }) => name));`;
    const stdin = { contents, resolveDir: resolve('.') };
    const { outputFiles } = await build({ stdin, bundle: true, format: 'esm', target: 'es2022', write: false });
    const folder = mkdtempSync(join(tmpdir(), 'lacuna-signal-'));
    const program = join(folder, 'program.mjs');
    writeFileSync(program, outputFiles[0]?.text ?? '');
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [program], { timeout: 15_000 });
    rmSync(folder, { recursive: true });
    expect([stdout, stderr]).toEqual(['1 AbortError AbortError\n', '']);
  });

  test('a broken connection is a network error with its cause', async () => {
    answer = (request) => request.socket.destroy();
    const error = await catchError(operation()(client()));
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toHaveProperty('cause');
    expect(String(error)).toContain('/x: UND_ERR_SOCKET');
    answer = (_request, response) =>
      response
        .writeHead(200, { 'content-length': '9', 'content-type': 'text/plain' })
        .write('1', () => response.destroy());
    expect(await catchError(operation()(client()))).toBeInstanceOf(NetworkError);
  });
});

describe('the base URL', () => {
  test.each([
    'https://api.invalid',
    'https://api.invalid/v1/',
    'http://localhost:1/',
    'http://127.0.0.1',
    'http://[::1]:8080/a',
  ])('%s is accepted', (url) => {
    expect(makeClient({ baseUrl: url }).baseUrl).toBe(url.replace(/\/$/, ''));
  });

  test.each([
    'http://api.invalid',
    'http://localhost.invalid/',
    'http://127.0.0.1.invalid/',
    'http://localhost@api.invalid/',
    'https://user:secret@api.invalid/',
    'https://api.invalid/?key=secret',
    'https://api.invalid/#secret',
    'ftp://api.invalid/',
    'https://{secret}.api.invalid/',
    'https://api.invalid:{secret}/',
    'https://api.invalid/{secret}',
  ])('%s is refused, without being quoted', (url) => {
    const refuse = () => makeClient({ baseUrl: url });
    expect(refuse).toThrow(InvalidInputError);
    expect(refuse).not.toThrow(/secret/);
  });

  test('http to other hosts needs allowHttp', () => {
    expect(makeClient({ baseUrl: 'http://api.invalid', allowHttp: true }).baseUrl).toBe('http://api.invalid');
  });

  test('a relative one is relative to the page, whose own origin may be http', () => {
    for (const [page, base, expected] of [
      ['https://page.invalid/', '//api.invalid', 'https://api.invalid'],
      ['http://page.invalid/app/index.html', '/api', 'http://page.invalid/api'],
      ['http://page.invalid/app/index.html', 'api/', 'http://page.invalid/app/api'],
      ['https://page.invalid/assets/worker.js', '/api', 'https://page.invalid/api'],
      ['http://page.invalid:81/', 'http://page.invalid:81/v1', 'http://page.invalid:81/v1'],
    ] as const) {
      vi.stubGlobal('location', new URL(page));
      expect(makeClient({ baseUrl: base }).baseUrl).toBe(expected);
    }
    for (const other of ['http://page.invalid.evil.invalid', 'http://page.invalid', '//evil.invalid'])
      expect(() => makeClient({ baseUrl: other }), other).toThrow(InvalidInputError);
    vi.unstubAllGlobals();
  });

  test.each([
    ['/api', "'baseUrl' must be absolute, because there is no page"],
    ['undefined/v1', "'baseUrl' must be absolute, because there is no page"],
    ['https://{region}.api.invalid', "'baseUrl' needs a value for each variable in braces"],
    ['https://user:secret@api.invalid', "'baseUrl' must not contain @"],
    ['https://api.invalid?key=secret', "'baseUrl' must not contain ?"],
    ['http://api.invalid', "'baseUrl' must be an https URL, or http with allowHttp"],
    ['ftp://api.invalid', "'baseUrl' must be an https URL, or http with allowHttp"],
    ['https://api invalid', "'baseUrl' must be an https URL, or http with allowHttp"],
    ['localhost:3000', "'baseUrl' must be an https URL, or http with allowHttp"],
  ])('without a page, %s is refused with a message', (base, message) => {
    expect(() => makeClient({ baseUrl: base })).toThrow(message);
    expect(() => makeClient({ baseUrl: base })).toThrow(InvalidInputError);
  });

  test.each(['about:blank', 'blob:https://page.invalid/1', 'data:text/javascript,1'])(
    'a relative one is refused where the page or worker is %s',
    (page) => {
      vi.stubGlobal('location', new URL(page));
      expect(() => makeClient({ baseUrl: '/api' })).toThrow("'baseUrl' must be absolute, because there is no page");
      expect(makeClient({ baseUrl: 'https://api.invalid' }).baseUrl).toBe('https://api.invalid');
      vi.unstubAllGlobals();
    },
  );

  test('a missing one is refused, also in a page', () => {
    for (const options of [undefined, {}, { baseUrl: undefined }, { baseUrl: '' }] as Client[]) {
      const refuse = () => makeClient(options);
      expect(refuse).toThrow("'baseUrl' is missing");
      vi.stubGlobal('location', new URL('https://page.invalid/'));
      expect(refuse).toThrow("'baseUrl' is missing");
      vi.unstubAllGlobals();
    }
  });

  test('a base path stays, and the query comes after the path', async () => {
    await operation((draft) => {
      draft.query += '?a=1';
      return '/x';
    })(client({ baseUrl: `${baseUrl}/v1/` }));
    expect(seen[0]?.url).toBe('/v1/x?a=1');
  });
});

describe('headers and transport', () => {
  test('a value with white space around it is refused, since another one would be sent (RFC 9110, 5.5)', async () => {
    for (const value of [' a', 'a ', '\ta', 'a\t']) {
      const padded = operation((draft) => {
        setHeader(draft, 'X-Tenant', value);
        return '/x';
      });
      await expect(padded(client())).rejects.toThrow("'X-Tenant' must be a trimmed header");
    }
    expect(seen).toHaveLength(0);
  });

  test('headers of the client go with every request', async () => {
    await operation()(client({ transport: withHeaders({ 'X-Tenant': 'ü', 'X-A': null, 'X-B': undefined }) }));
    expect(seen[0]?.headers).toMatchObject({ 'x-tenant': 'ü', accept: 'application/json' });
    expect(Object.keys(seen[0]?.headers ?? {})).not.toContain('x-a');
    expect(Object.keys(seen[0]?.headers ?? {})).not.toContain('x-b');
  });

  test('Accept is refused as a header of the client, because every operation sets it', () => {
    for (const name of ['accept', 'Accept'])
      expect(() => withHeaders({ [name]: 'text/csv' })).toThrow(
        new InvalidInputError(name, "must be the argument 'accept' of a call, or be set by beforeRequest of withHooks"),
      );
  });

  test('fetch receives only its own options, also through transports: `client` has another meaning in Deno', async () => {
    const given: string[][] = [];
    const send: typeof fetch = async (_url, init) => {
      given.push(Object.keys(init ?? {}).sort());
      return Response.json({ ok: true });
    };
    vi.stubGlobal('fetch', send);
    const post = operation((draft) => {
      draft.query = '?a=1';
      jsonBody(draft, {});
      return '/x';
    });
    for (const transport of [undefined, withHeaders({ 'X-A': 'a' }), withHooks({}, followRedirects())])
      expect(await post(client({ transport }))).toEqual({ ok: true });
    vi.unstubAllGlobals();
    expect(given).toEqual([
      ['body', 'headers', 'method', 'signal'],
      ['body', 'headers', 'method', 'redirect', 'signal'],
      ['body', 'headers', 'method', 'redirect', 'signal'],
    ]);
  });

  test('a transport wraps fetch and receives the operation', async () => {
    const told: string[] = [];
    const wrapped = client({
      transport: async (url, init, call) => {
        told.push(`${call.operation} ${init.method} ${new URL(url).pathname}`);
        return fetch(url, init);
      },
    });
    await operation()(wrapped);
    expect(told).toEqual(['theOperation POST /x']);
  });
});

describe('security', () => {
  const authorization = () => seen.at(-1)?.headers.authorization;

  test('a bearer token as value, function or promise', async () => {
    const secured = operation(undefined, undefined, bearer('token'));
    for (const token of ['t', () => 't', async () => 't']) {
      await secured(client({ auth: { token } }));
      expect(authorization()).toBe('Bearer t');
    }
  });

  test('a missing or unsendable credential is refused before sending, and not quoted', async () => {
    const secured = operation(undefined, undefined, bearer('token'));
    const any = operation(undefined, undefined, secureAny([[['token', bearerToken]], [['key', queryKey('k')]]]));
    for (const [auth, reason] of [
      [{ token: undefined }, 'it is undefined'],
      [{ token: () => undefined }, 'its function returned none'],
      [{ token: '' }, 'it is empty'],
      [{ tokn: 'secret' }, 'createClient has none'],
      [undefined, 'createClient has none'],
    ] as const) {
      await expect(secured(client({ auth }))).rejects.toThrow(`'auth.token' must be a credential, but ${reason}`);
      await expect(any(client({ auth }))).rejects.toThrow(
        `'auth.token, or auth.key' must be a credential (auth.token: ${reason}; auth.key: createClient has none)`,
      );
    }
    for (const token of ['secret\r\nx: y', 'secret\n', 'secret\0', 'secret漢']) {
      const error = await catchError(secured(client({ auth: { token } })));
      expect(error).toBeInstanceOf(InvalidInputError);
      expect(String(error)).not.toContain('secret');
    }
    expect(seen).toHaveLength(0);
  });

  test('a function is called once more after a 401, for a new credential', async () => {
    const asked: number[] = [];
    const auth = {
      token: async (refusals: number) => {
        asked.push(refusals);
        return refusals > 0 ? 'new' : 'old';
      },
    };
    answer = (request, response) =>
      request.headers.authorization === 'Bearer new' ? json(response, 200, 'in') : json(response, 401, 'out');
    const readers = { 200: jsonResponse, 401: jsonResponse };
    const build: Build = (draft) => {
      writeForm(draft, 'q', 1);
      jsonBody(draft, { a: 1 });
      return '/x';
    };
    for (const security of [
      bearer('token'),
      secureAny([
        [
          ['token', bearerToken],
          ['key', queryKey('k')],
        ],
      ]),
    ]) {
      asked.length = 0;
      seen = [];
      expect(await operation(build, readers, security)(client({ auth: { ...auth, key: 'v' } }))).toBe('in');
      expect(asked).toEqual([0, 1]);
      expect(seen).toHaveLength(2);
      expect(seen[1]).toMatchObject({ url: seen[0]?.url, body: seen[0]?.body });
    }
    // The client asks once at most, and only if the credential is a function. It does not send an equal one again.
    let count = 0;
    for (const [token, times] of [
      [async () => `old ${++count}`, 2],
      [async () => 'old', 1],
      ['old', 1],
    ] as const) {
      for (const security of [bearer('token'), secureAny([[['token', bearerToken]]])]) {
        seen = [];
        const outcome = await operation(build, readers, security).outcome(client({ auth: { token } }));
        expect(outcome).toMatchObject({ status: 401, body: 'out' });
        expect(seen).toHaveLength(times);
      }
    }
  });

  test('a stream is sent only once', async () => {
    answer = (_request, response) => json(response, 401, 'out');
    const build: Build = (draft) => {
      bytesBody(draft, new Blob(['a']).stream(), 'text/plain');
      return '/x';
    };
    for (const security of [bearer('token'), secureAny([[['token', bearerToken]]])]) {
      const outcome = await operation(build, { 401: jsonResponse }, security).outcome(
        client({ auth: { token: () => 't' } }),
      );
      expect(outcome).toMatchObject({ status: 401, body: 'out' });
    }
    expect(seen).toHaveLength(2);
    seen = [];
    const once: Build = (draft) => {
      jsonLinesBody(draft, items, 'application/jsonl');
      return '/x';
    };
    const items = [1, 2].values();
    await operation(once, { 401: jsonResponse }, bearer('token')).outcome(client({ auth: { token: () => 't' } }));
    expect(seen.map(({ body }) => body.toString())).toEqual(['1\n2\n']);
  });

  test('an error that a function throws is thrown', async () => {
    const failing = () => Promise.reject(new Error('login needed'));
    for (const security of [bearer('token'), secureAny([[['token', bearerToken]]])]) {
      await expect(operation(undefined, undefined, security)(client({ auth: { token: failing } }))).rejects.toThrow(
        'login needed',
      );
    }
    expect(seen).toHaveLength(0);
  });

  test('and, or, optional', async () => {
    const secured = operation(
      undefined,
      undefined,
      secureAny([
        [
          ['a', headerKey('X-A')],
          ['b', queryKey('b&')],
        ],
        [['c', cookieKey('c')]],
        [],
      ]),
    );
    await secured(client({ auth: { a: '1', b: '2 3', c: '4' } }));
    expect(seen.at(-1)).toMatchObject({ url: '/x?b%26=2%203', headers: { 'x-a': '1' } });
    expect(seen.at(-1)?.headers.cookie).toBeUndefined();
    await secured(client({ auth: { a: '1', c: '4' } }));
    expect(seen.at(-1)?.headers).toMatchObject({ cookie: 'c=4' });
    expect(seen.at(-1)?.headers['x-a']).toBeUndefined();
    await secured(client());
    expect(seen.at(-1)?.url).toBe('/x');
    const needed = operation(
      undefined,
      undefined,
      secureAny([
        [
          ['a', bearerToken],
          ['b', headerKey('B')],
        ],
        [['c', bearerToken]],
      ]),
    );
    await expect(needed(client({ auth: { a: '1' } }))).rejects.toThrow('auth.a and auth.b, or auth.c');
    // A credential that is there is not named, and never quoted.
    for (const a of ['secret', () => 'secret'])
      await expect(needed(client({ auth: { a, c: undefined } }))).rejects.toThrow(
        /\(auth\.b: createClient has none; auth\.c: it is undefined\)$/,
      );
  });

  test('basic in UTF-8 (RFC 7617, 2.1), and other schemes', async () => {
    await operation(
      undefined,
      undefined,
      secureAny([[['u', basic]]]),
    )(client({ auth: { u: { username: 'test', password: '123£' } } }));
    expect(authorization()).toBe('Basic dGVzdDoxMjPCow==');
    await operation(
      undefined,
      undefined,
      secureAny([[['u', httpScheme('HOBA')]]]),
    )(client({ auth: { u: 'result=x' } }));
    expect(authorization()).toBe('HOBA result=x');
    const colon = operation(undefined, undefined, secureAny([[['u', basic]]]));
    await expect(colon(client({ auth: { u: { username: 'a:b', password: '' } } }))).rejects.toThrow(InvalidInputError);
  });

  test('a credential that is no text is not sent', async () => {
    for (const security of [bearer('t'), secureAny([[['t', bearerToken]]]), secureAny([[['t', httpScheme('A')]]])]) {
      const call = operation(undefined, undefined, security)(client({ auth: { t: { token: 'secret' } } }));
      await expect(call).rejects.toThrow(/^'auth(\.t|orization)' must be text$/);
    }
    expect(seen).toHaveLength(0);
  });
});

describe('bodies', () => {
  const send = async (build: (draft: Draft) => void): Promise<Seen> => {
    await operation((draft) => {
      build(draft);
      return '/x';
    })(client());
    const [request] = seen.splice(0);
    if (!request) throw new Error('nothing was sent');
    return request;
  };

  test('JSON, and nothing for undefined', async () => {
    const sent = await send((draft) => jsonBody(draft, { a: 'ü', b: undefined }));
    expect(sent.headers['content-type']).toBe('application/json');
    expect(sent.body.toString()).toBe('{"a":"ü"}');
    expect((await send((draft) => jsonBody(draft, null, 'application/merge-patch+json'))).headers['content-type']).toBe(
      'application/merge-patch+json',
    );
    const none = await send((draft) => jsonBody(draft, undefined));
    expect(none.headers['content-type']).toBeUndefined();
    expect(none.body).toHaveLength(0);
  });

  test('text and bytes', async () => {
    expect((await send((draft) => textBody(draft, 'ü', 'text/plain'))).body.toString()).toBe('ü');
    const bytes = new Uint8Array([0, 255, 10]);
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes);
        controller.close();
      },
    });
    for (const value of [bytes, bytes.buffer, new Blob([bytes]), stream]) {
      const sent = await send((draft) => bytesBody(draft, value, 'image/png'));
      expect(sent.headers['content-type']).toBe('image/png');
      expect([...sent.body]).toEqual([0, 255, 10]);
    }
    await expect(
      operation((draft) => {
        bytesBody(draft, { a: 1 }, 'image/png');
        return '/x';
      })(client()),
    ).rejects.toThrow(InvalidInputError);
  });

  test('form-urlencoded (WHATWG URL, 5; OpenAPI 3.2, 4.15.3)', async () => {
    const address = { streetAddress: '123 Example Dr.', city: 'Somewhere', state: 'CA', zip: '99999+1234' };
    const sent = await send((draft) =>
      formBody(
        draft,
        { id: 'f81d4fae', address, tags: ['a', 'b c'], list: [1, 2], none: undefined },
        { list: (form, name, value) => writeForm(form, name, value) },
      ),
    );
    expect(sent.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(sent.body.toString()).toBe(
      'id=f81d4fae&address=%7B%22streetAddress%22%3A%22123+Example+Dr.%22%2C%22city%22%3A%22Somewhere%22%2C%22state%22%3A%22CA%22%2C%22zip%22%3A%2299999%2B1234%22%7D&tags=a&tags=b+c&list=1,2',
    );
    const query = await send((draft) => writeFormQuery(draft, 'form', { foo: 'a + b', bar: true }));
    expect(query.url).toBe('/x?foo=a+%2B+b&bar=true');
  });

  test('multipart/form-data (RFC 7578)', async () => {
    const sent = await send((draft) =>
      multipartBody(
        draft,
        {
          'a"b\r\n': 'ü',
          file: new File(['x'], 'näme".txt', { type: 'text/plain' }),
          many: [new Blob(['1'], { type: 'image/png' }), new Uint8Array([50])],
          meta: { a: [1] },
          json: [1, 2],
          color: { R: 1, G: 2 },
          none: undefined,
        },
        {
          many: typedPart('image/png', 'image/*'),
          json: jsonPart('application/json'),
          color: styledPart((form, name, value) => writeForm(form, name, value)),
        },
      ),
    );
    const form = await new Response(new Uint8Array(sent.body), {
      headers: { 'content-type': sent.headers['content-type'] ?? '' },
    }).formData();
    // Some platforms do not decode names (Deno and Bun).
    const [first, ...names] = [...form.keys()];
    expect(decodeURIComponent(first ?? '')).toBe('a"b\r\n');
    expect(names).toEqual(['file', 'many', 'many', 'meta', 'json', 'color']);
    expect(form.get(first ?? '')).toBe('ü');
    expect(form.get('meta')).toBe('{"a":[1]}');
    expect(form.get('json')).toBe('[1,2]');
    expect(form.get('color')).toBe('R,1,G,2');
    // Parts are not percent-encoded, so a comma in an item would be read as a separator.
    const color = styledPart((draft, name, value) => writeForm(draft, name, value), true);
    expect(() => color(startMultipart(), 'color', ['a,b'])).toThrow("'color' must not contain ','");
    expect(() => color(startMultipart(), 'color', 'a,b')).not.toThrow();
    const file = form.get('file') as File;
    const { name, type } = file;
    expect([decodeURIComponent(name), type.split(';')[0], await file.text()]).toEqual(['näme".txt', 'text/plain', 'x']);
    expect(sent.body.toString().match(/content-type: image\/png/gi)).toHaveLength(2);
    expect(sent.body.toString()).toContain('name="a%22b%0D%0A"');
  });

  test('parts by position (RFC 2046, 5.1.3)', async () => {
    const sent = await send((draft) =>
      positionalBody(
        draft,
        [{ author: 'x' }, new Blob(['p'], { type: 'image/png' }), 'more'],
        'multipart/mixed',
        positionedPart('text/css'),
        positionedPart(),
        positionedPart('image/*'),
      ),
    );
    const boundary = /^multipart\/mixed; boundary=(\w+)$/.exec(sent.headers['content-type'] ?? '')?.[1];
    expect(sent.body.toString()).toBe(
      `--${boundary}\r\nContent-Type: application/json\r\n\r\n{"author":"x"}\r\n` +
        `--${boundary}\r\nContent-Type: image/png\r\n\r\np\r\n--${boundary}\r\nContent-Type: text/css\r\n\r\nmore\r\n--${boundary}--\r\n`,
    );
  });
});

describe('what is not shown', () => {
  const unnamed = operation((draft, args: { from?: unknown } = {}) => {
    writeUnnamed(draft, 'from-name', args.from);
    return '/x';
  });

  test('an unnamed parameter is sent under a bound name only', async () => {
    const given = { from: '2026' } as unknown as undefined;
    const error = await catchError(unnamed(client(), given));
    expect(error).toBeInstanceOf(UnboundParameterError);
    expect(error).toMatchObject({ gap: 'from-name', message: expect.stringContaining('from-name') });
    expect(seen).toHaveLength(0);
    const told: string[] = [];
    await unnamed(
      client({ wireNames: { 'from-name': 'from[]' }, onNotShown: (...what) => told.push(what.join(' ')) }),
      given,
    );
    expect(seen[0]?.url).toBe('/x?from%5B%5D=2026');
    expect(told).toEqual(['from-name theOperation']);
    await unnamed(client());
    expect(seen).toHaveLength(2);
  });

  test('names that every object has are not wire names', async () => {
    const inherited = operation((draft) => {
      writeUnnamed(draft, 'toString', 1);
      return '/x';
    });
    await expect(inherited(client({ wireNames: {} }))).rejects.toThrow(UnboundParameterError);
  });

  test('further query parameters, a body of unknown shape', async () => {
    const told: string[] = [];
    const open = operation(
      (draft) => {
        writeExtraQuery(draft, 'more', { sort: 'name', 'a b': ['1', 2], none: undefined });
        return '/x';
      },
      { 200: notShownResponse('shape', jsonResponse) },
    );
    expect(await open(client({ onNotShown: (...what) => told.push(what.join(' ')) }))).toEqual({ ok: true });
    expect(seen[0]?.url).toBe('/x?sort=name&a%20b=1&a%20b=2');
    expect(told).toEqual(['more theOperation', 'shape theOperation']);
  });

  test('items of a repeated request are reported once, and those of the next call again', async () => {
    answer = (request, response) => json(response, request.headers.authorization === 'Bearer 1' ? 200 : 401, 'out');
    const open = operation(
      (draft, args: { body?: unknown } = {}) => {
        writeExtraQuery(draft, 'more', { sort: 'name' });
        jsonBody(draft, reportAssumed(draft, 'shape', args.body));
        return '/x';
      },
      { 200: jsonResponse },
      bearer('token'),
    );
    const told: string[] = [];
    const options = { auth: { token: (refusals: number) => `${refusals}` }, onNotShown: (id: string) => told.push(id) };
    for (const _call of [1, 2]) await open(client(options), { body: 1 } as unknown as undefined);
    expect(seen).toHaveLength(4);
    expect(told).toEqual(['more', 'shape', 'more', 'shape']);
  });

  test('an error of a hook does not end the call', async () => {
    const thrown: unknown[] = [];
    const take = (error: unknown): void => void thrown.push(error);
    const before = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException').on('uncaughtException', take);
    const open = operation(
      (draft) => {
        writeUnnamed(draft, 'from-name', 1);
        writeExtraQuery(draft, 'more', { sort: 'name' });
        return '/x';
      },
      { 200: notShownResponse('shape', jsonResponse) },
    );
    const onNotShown = (id: string): never => {
      throw new Error(`hook: ${id}`);
    };
    try {
      expect(await open(client({ wireNames: { 'from-name': 'from' }, onNotShown }))).toEqual({ ok: true });
    } finally {
      process.removeAllListeners('uncaughtException');
      for (const listener of before) process.on('uncaughtException', listener);
    }
    expect(seen[0]?.url).toBe('/x?from=1&sort=name');
    expect(thrown.map(String)).toEqual(['Error: hook: from-name', 'Error: hook: more', 'Error: hook: shape']);
  });

  test('a parameter that needs a header', async () => {
    const needs = (value: unknown, header?: string | null) =>
      operation((draft) => {
        setHeader(draft, 'X-Org', header);
        requireHeader(draft, 'X-Org', value, false);
        return '/x';
      })(client());
    await expect(needs(true)).rejects.toThrow(/X-Org/);
    await expect(needs(2n ** 62n)).rejects.toThrow(/X-Org/);
    await needs(true, 'o1');
    await needs(false);
    await needs(undefined);
    await needs(null, null);
    expect(seen).toHaveLength(4);
    expect(seen[3]?.headers['x-org']).toBeUndefined();
  });
});

describe('pages', () => {
  const fields = {
    page: ['page', 1],
    limit: ['limit', 2],
    items: 'items',
    total: 'total',
    pageField: 'page',
    limitField: 'limit',
  } as const;
  const list = operation((draft, args: { page: number }) => {
    draft.query += `?page=${args.page}`;
    return '/x';
  });
  const collect = async (from?: number): Promise<unknown[]> => {
    const found: unknown[] = [];
    const start = (from === undefined ? undefined : { page: from }) as undefined;
    for await (const page of definePages(list, fields)(client(), start)) found.push(page);
    return found;
  };

  test('one after the other, up to the total', async () => {
    answer = (request, response) => {
      const page = Number(new URL(request.url ?? '', baseUrl).searchParams.get('page'));
      json(response, 200, { items: page < 3 ? [1, 2] : [5], total: 5, page, limit: 2 });
    };
    expect(await collect()).toHaveLength(3);
    expect(await collect(3)).toHaveLength(1);
    expect(seen.map(({ url }) => url)).toEqual(['/x?page=1', '/x?page=2', '/x?page=3', '/x?page=3']);
  });

  test('without another request if the last page is full', async () => {
    answer = (request, response) => {
      const page = Number(new URL(request.url ?? '', baseUrl).searchParams.get('page'));
      json(response, 200, { items: [1, 2], total: 4, page, limit: 2 });
    };
    expect(await collect()).toHaveLength(2);
    expect(seen.map(({ url }) => url)).toEqual(['/x?page=1', '/x?page=2']);
  });

  test('up to an empty or short page if no total is known', async () => {
    answer = (request, response) => json(response, 200, { items: request.url === '/x?page=2' ? [3] : [1, 2] });
    expect(await collect()).toHaveLength(2);
    answer = (request, response) => json(response, 200, { items: request.url === '/x?page=2' ? [] : [1, 2] });
    expect(await collect()).toHaveLength(1);
  });

  test('up to a response without a list of items', async () => {
    answer = (_request, response) => json(response, 200, { items: null, total: 9, limit: 2 });
    expect(await collect()).toEqual([]);
    expect(seen).toHaveLength(1);
  });

  test('a server that ignores the page parameter does not make the loop endless', async () => {
    answer = (_request, response) => json(response, 200, { items: [1, 2], total: 9, page: 1, limit: 2 });
    expect(await catchError(collect())).toBeInstanceOf(PaginationError);
    expect(seen).toHaveLength(2);
  });
});

async function catchError(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
