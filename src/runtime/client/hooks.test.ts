import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readJsonLines } from '../read/stream-json.js';
import { NetworkError, TimeoutError } from '../values/errors.js';
import type { ItemStream } from '../values/stream-types.js';
import { bearer } from './auth.js';
import { defineOperation, jsonResponse, makeClient } from './client.js';
import type { CallOptions, Client, Operation, Outcome, StatusKey, Transport } from './contract.js';
import { downloadFrom } from './download.js';
import { type Attempt, withHooks } from './hooks.js';
import { streamItems } from './stream.js';

let server: Server;
let answer: RequestListener;
let told: string[];

beforeEach(async () => {
  told = [];
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

type Any = Outcome<StatusKey, unknown>;
const call: Operation<void, Any, Any> = defineOperation(
  'getIt',
  'GET',
  '*/*',
  bearer('t'),
  { 200: jsonResponse },
  () => '/x',
);

const show = ({ operation, attempt, method, durationMs }: Attempt): string => {
  expect(durationMs).toBeGreaterThanOrEqual(0);
  return `${operation} ${method} ${attempt}`;
};

const stream = streamItems(call, { 200: { 'application/jsonl': readJsonLines } }) as unknown as (
  client: Client,
) => Promise<ItemStream<unknown>>;

function makeHooked(
  transport?: Transport,
  credentials: (refusals: number) => string | Promise<string> = (refusals) => (refusals > 0 ? 'new' : 'old'),
): Client {
  const hooked = withHooks(
    {
      beforeRequest: (attempt) => {
        told.push(`before ${show(attempt)}`);
        attempt.headers['x-trace'] = 'abc';
      },
      afterResponse: (attempt, { status }) => void told.push(`after ${show(attempt)}: ${status}`),
      onError: (attempt, error) => told.push(`error ${show(attempt)}: ${Object(error).name}`),
    },
    transport,
  );
  return makeClient({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    auth: { t: credentials },
    transport: hooked,
  });
}

function run(transport?: Transport, options?: CallOptions): Promise<unknown> {
  return call(makeHooked(transport), undefined, options).catch((error: unknown) => Object(error).name);
}

describe('hooks', () => {
  test('are called for every request, and may add to it', async () => {
    answer = (request, response) =>
      request.headers.authorization === 'Bearer new' && request.headers['x-trace'] === 'abc'
        ? response.writeHead(200, { 'content-type': 'application/json' }).end('1')
        : response.writeHead(401).end();
    expect(await run()).toBe(1);
    expect(told).toEqual([
      'before getIt GET 1',
      'after getIt GET 1: 401',
      'before getIt GET 2',
      'after getIt GET 2: 200',
    ]);
  });

  test('hear of a 404 as a response, because onError is about calls without one', async () => {
    answer = (_request, response) => response.writeHead(404).end();
    expect(await run()).toBe('ApiError');
    expect(told).toEqual(['before getIt GET 1', 'after getIt GET 1: 404']);
  });

  test('are called once with an error, before and inside the body', async () => {
    answer = (request) => request.socket.destroy();
    expect(await run()).toBe('NetworkError');
    expect(told.splice(0)).toEqual(['before getIt GET 1', 'error getIt GET 1: TypeError']);
    answer = () => {};
    expect(await run(undefined, { timeoutMs: 30 })).toBe('TimeoutError');
    expect(told.splice(0)).toEqual(['before getIt GET 1', 'error getIt GET 1: TimeoutError']);
    answer = (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).write('[1,');
    const inBody = (name: string) => ['before getIt GET 1', 'after getIt GET 1: 200', `error getIt GET 1: ${name}`];
    // On a busy machine, the time limit may be reached before the headers arrive.
    for (let timeoutMs = 100; timeoutMs < 30_000 && told.length < 3; timeoutMs *= 4) {
      told.splice(0);
      expect(await run(undefined, { timeoutMs })).toBe('TimeoutError');
    }
    expect(told.splice(0)).toEqual(inBody('TimeoutError'));
    expect(await run(undefined, { maxBytes: 1 })).toBe('SizeLimitError');
    expect(told.splice(0)).toEqual(inBody('SizeLimitError'));
    answer = (_request, response) =>
      response.writeHead(200, { 'content-length': '9' }).write('1', () => response.destroy());
    expect(await run()).toBe('NetworkError');
    expect(told.at(-1)).toBe('error getIt GET 1: NetworkError');
  });

  test('are called with what ended the call before its credentials were there', async () => {
    let give = (_: string): void => undefined;
    const credentials = new Promise<string>((resolve) => {
      give = resolve;
    });
    const client = makeHooked(
      () => Promise.reject(new Error('not sent')),
      () => credentials,
    );
    await expect(call(client, undefined, { timeoutMs: 1 })).rejects.toThrow(TimeoutError);
    give('late');
    await expect.poll(() => told).toEqual(['before getIt GET 1', 'error getIt GET 1: TimeoutError']);
  });

  test('count the requests of a call whose response is a stream or a download', async () => {
    answer = (request, response) =>
      request.headers.authorization === 'Bearer new'
        ? response.writeHead(200, { 'content-type': 'application/jsonl' }).end('1\n')
        : response.writeHead(401).end();
    for await (const item of await stream(makeHooked())) expect(item).toBe(1);
    expect(told.filter((line) => line.startsWith('before'))).toEqual(['before getIt GET 1', 'before getIt GET 2']);
    told.splice(0);
    expect(await (await downloadFrom(call, makeHooked(), undefined)).text()).toBe('1\n');
    expect(told.filter((line) => line.startsWith('before'))).toEqual(['before getIt GET 1', 'before getIt GET 2']);
  });

  test('are called once with the error that ends a stream or a download', async () => {
    answer = (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/jsonl', 'content-length': '9' }).write('1\n', () => {
        setTimeout(() => response.destroy(), 20);
      });
    const cut = ['before getIt GET 1', 'after getIt GET 1: 200', 'error getIt GET 1: NetworkError'];
    const readAll = async (): Promise<void> => {
      for await (const item of await stream(makeHooked())) expect(item).toBe(1);
    };
    await expect(readAll()).rejects.toThrow(NetworkError);
    expect(told.splice(0)).toEqual(cut);
    await expect((await downloadFrom(call, makeHooked(), undefined)).text()).rejects.toThrow(NetworkError);
    expect(told.splice(0)).toEqual(cut);
  });

  test('a transport around them sends again', async () => {
    let count = 0;
    answer = (_request, response) => {
      count += 1;
      if (count === 1) response.destroy();
      else response.writeHead(200, { 'content-type': 'application/json' }).end('2');
    };
    const inner: Transport = (url, init) => fetch(url, init);
    const retry =
      (send: Transport): Transport =>
      (...request) =>
        send(...request).catch(() => send(...request));
    const hooked = withHooks({ onError: ({ attempt }) => told.push(`error ${attempt}`) }, inner);
    const client = makeClient({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      auth: { t: 't' },
      transport: retry(hooked),
    });
    expect(await call(client)).toBe(2);
    expect(told).toEqual(['error 1']);
  });

  test('an error that a hook throws does not change the error of the call', async () => {
    const thrown: unknown[] = [];
    const before = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException').on('uncaughtException', (error) => thrown.push(`${error}`));
    const onError = (): never => {
      throw new Error('hook');
    };
    const transport = withHooks({ onError }, () => Promise.reject(new Error('lost')));
    try {
      await expect(
        call(makeClient({ baseUrl: 'https://a.invalid', auth: { t: 't' }, transport })),
      ).rejects.toMatchObject({ name: 'NetworkError', cause: new Error('lost') });
    } finally {
      process.removeAllListeners('uncaughtException');
      for (const listener of before) process.on('uncaughtException', listener);
    }
    expect(thrown).toEqual(['Error: hook']);
  });
});
