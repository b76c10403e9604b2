import { createServer, get } from 'node:http';
import { connect, createServer as createHttp2Server } from 'node:http2';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Listening, NodeHandler } from '../../src/runtime/node/node.js';
import type { CheckReply } from '../../src/runtime/server/check-replies.js';
import type { Server } from '../../src/runtime/server/message.js';
import { bundleOutput } from '../load-output.js';
import { type Answer, generateServer, removeFolder, send } from './make-server.js';

/** The replies of handlers as the caller receives them, and values that handlers do not receive. */
let folder: string;
let emitted: { createServer(handlers: object, options: object): Server; unimplemented: object };
let checkReplies: CheckReply;
let listen: (server: Server) => Promise<Listening>;
let toNodeHandler: (server: Server) => NodeHandler;
let toFetchHandler: (server: Server) => (request: Request) => Promise<Response>;
beforeAll(async () => {
  folder = await generateServer('test/server/replies.yaml');
  const load = await bundleOutput(join(folder, 'api'));
  emitted = await load('server/index');
  ({ checkReplies } = await load<{ checkReplies: CheckReply }>('server/check-replies'));
  ({ listen, toNodeHandler } = await load<{ listen: typeof listen; toNodeHandler: typeof toNodeHandler }>(
    'server/node',
  ));
  ({ toFetchHandler } = await load<{ toFetchHandler: typeof toFetchHandler }>('server/fetch'));
});
afterAll(() => removeFolder(folder));

let reply: unknown;
let seen: unknown[];
let errors: unknown[];
let server: Server;
let listening: Listening;
beforeEach(async () => {
  [seen, errors] = [[], []];
  const handle = (args: unknown): unknown => {
    seen.push(args);
    return reply;
  };
  const handlers = Object.keys(emitted.unimplemented).map((operation) => [operation, handle]);
  const onError = (error: unknown): unknown => errors.push(String(error));
  server = emitted.createServer(Object.fromEntries(handlers), { onError, checkReplies });
  listening = await listen(server);
});
afterEach(() => listening.close(0));

const ask = (
  method: string,
  target: string,
  body?: string,
  contentType = 'application/json',
  accept = '*/*',
): Promise<Answer> =>
  send(listening.url, method, target, { accept, ...(body && { 'content-type': contentType }) }, body);

describe('a reply whose status is declared without content', () => {
  test.each([
    ['204', {}],
    ['304', 'text'],
  ])('is a 500 if it has a body, and the service receives the error: %s', async (status, body) => {
    reply = { status: Number(status), body };
    expect(await ask('GET', '/notes/a')).toMatchObject({ code: 500 });
    expect(errors).toEqual([`ReplyError: the status '${status}' is declared without a body`]);
  });

  test.each([undefined, null])('is sent if its body is %s', async (body) => {
    reply = { status: 204, body };
    expect(await ask('GET', '/notes/a')).toMatchObject({ code: 204, body: '' });
    expect(errors).toEqual([]);
  });
});

test.each([
  ['text/plain', 'a', 'text/plain'],
  ['text/plain', 'ü', 'text/plain; charset=utf-8'],
  ['text/html; x=y', '€', 'text/html; x=y; charset=utf-8'],
  ['text/html; charset="UTF-8"', '€', 'text/html; charset="UTF-8"'],
])('a reply of %s with the text %j names its charset outside ASCII', async (contentType, body, sent) => {
  reply = { status: 200, contentType, body };
  const answer = await ask('GET', '/text');
  expect(answer).toMatchObject({ code: 200, body, headers: { 'content-type': sent } });
});

describe('a checked reply', () => {
  test('needs no content where its code has none, and no header where it is null', async () => {
    reply = { status: 'default', code: 204 };
    expect(await ask('GET', '/any')).toMatchObject({ code: 204, body: '' });
    reply = { status: 'default', code: 200 };
    expect(await ask('GET', '/any')).toMatchObject({ code: 500 });
    reply = { status: 200, headers: { 'X-Rank': null }, body: { id: 'a', text: '' } };
    const { code, headers } = await ask('GET', '/notes/a');
    expect(code).toBe(200);
    expect(headers).not.toHaveProperty('x-rank');
  });

  test.each([
    ['a missing field', { status: 200, body: { id: 'a' } }, 'text'],
    ['a value out of bounds', { status: 200, body: { id: 'a', text: '', stars: 6 } }, '/stars'],
    ['a value of another type', { status: 200, body: { id: 'a', text: new Date(0), stars: '1' } }, '/stars'],
    ['a wrong header', { status: 200, body: { id: 'a', text: '' }, headers: { 'X-Rank': 'first' } }, 'X-Rank'],
    ['a wrong error', { status: '4XX', code: 404, body: { message: 'no' } }, 'error'],
  ])('with %s is a 500 without details', async (_, given, place) => {
    reply = given;
    const { code, body } = await ask('GET', '/notes/a');
    expect({ code, body: JSON.parse(body) }).toEqual({
      code: 500,
      body: { error: 'something went wrong on the server' },
    });
    expect(errors).toEqual([expect.stringContaining(`getNote`)]);
    expect(errors[0]).toContain(place);
  });

  test('that is valid is sent unchanged and serialized once', async () => {
    let writings = 0;
    const text = { toJSON: () => `written ${++writings}` };
    const check = emitted.createServer(
      { ...emitted.unimplemented, getNote: () => ({ status: 200, body: { id: 'a', text } }) },
      {},
    );
    const answer = await toFetchHandler(check)(new Request('http://h/notes/a'));
    expect(await answer.json()).toEqual({ id: 'a', text: 'written 1' });
    expect(writings).toBe(1);
    reply = { status: 200, body: { id: 'a', text: '', stars: undefined }, headers: { 'X-Rank': 1 } };
    expect(await ask('GET', '/notes/a')).toMatchObject({ code: 200, body: '{"id":"a","text":""}' });
    expect(errors).toEqual([]);
  });

  test('that streams is checked item by item, and ends at the first wrong item', async () => {
    const items = [
      { id: '1', text: 'one' },
      { id: '2', text: 2 },
      { id: '3', text: 'three' },
    ];
    reply = { status: 200, contentType: 'application/jsonl', body: items };
    await expect(ask('GET', '/lines')).rejects.toThrow(/aborted|socket hang up/);
    expect(errors).toEqual([expect.stringMatching(/listLines.*item 1\/text/)]);
  });
});

test('a text is written in its charset, or refused', async () => {
  reply = { status: 200, body: 'ü' };
  const answer = await toFetchHandler(server)(new Request('http://h/latin'));
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=iso-8859-1');
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(new Uint8Array([0xfc]));
  reply = { status: 200, body: '€' };
  expect((await ask('GET', '/latin')).code).toBe(500);
  expect(errors).toEqual(['ReplyError: the body must be text in iso-8859-1']);
});

describe('a stream', () => {
  test('of events, lines and sequences has the form of its media type', async () => {
    reply = { status: 200, body: [{ data: 'a\nb', id: '1' }, { data: '' }] };
    expect((await ask('GET', '/events')).body).toBe('id: 1\ndata: a\ndata: b\n\ndata: \n\n');
    const body = [
      { id: '1', text: '\u001e' },
      { id: '2', text: '\n' },
    ];
    reply = { status: 200, contentType: 'application/jsonl', body };
    expect((await ask('GET', '/lines')).body).toBe('{"id":"1","text":"\\u001e"}\n{"id":"2","text":"\\n"}\n');
    reply = { status: 200, contentType: 'application/json-seq', body };
    expect((await ask('GET', '/lines')).body).toBe(body.map((item) => `\u001e${JSON.stringify(item)}\n`).join(''));
  });

  test('of a description before 3.2 has items too, which are checked', async () => {
    const body = [{ id: '1', text: 'one' }];
    reply = { status: 200, contentType: 'application/jsonl', body };
    expect((await ask('GET', '/older')).body).toBe('{"id":"1","text":"one"}\n');
    reply = { status: 200, contentType: 'text/event-stream', body: [{ data: 'a', event: 'new' }] };
    expect((await ask('GET', '/older')).body).toBe('event: new\ndata: a\n\n');
    reply = { status: 200, contentType: 'application/jsonl', body: [{ id: '1' }] };
    await expect(ask('GET', '/older')).rejects.toThrow(/aborted|socket hang up/);
    expect(errors).toEqual([expect.stringMatching(/listOlder.*item 0/)]);
  });

  test('of lines in a request is one array, and each item has the item schema', async () => {
    reply = { status: 204 };
    const lines = '{"id":"1","text":"one"}\n{"id":"2","text":"two"}\n';
    expect((await ask('POST', '/older', lines, 'application/jsonl')).code).toBe(204);
    expect((await ask('POST', '/older', `${lines}{"id":"3"}\n`, 'application/jsonl')).code).toBe(400);
    const [first, ...more] = seen.map((args) => Reflect.get(Object(args), 'body'));
    expect(first).toEqual([{ text: 'one' }, { text: 'two' }]);
    expect(more).toEqual([]);
  });

  test('is produced no faster than it is read, and stops when the caller disconnects', async () => {
    const state = { made: 0, isStopped: false };
    reply = { status: 200, body: makeChunks(state) };
    const request = get(`${listening.url}/file`, { agent: false }, (incoming) => incoming.pause());
    await expect.poll(() => state.made).toBeGreaterThan(0);
    await new Promise((done) => setTimeout(done, 300));
    const made = state.made;
    // At most as much as fits into the buffers of the sockets.
    expect(made).toBeLessThan(200);
    await new Promise((done) => setTimeout(done, 100));
    expect(state.made).toBe(made);
    request.destroy();
    await expect.poll(() => state.isStopped).toBe(true);
  });

  test('over HTTP/2 is produced no faster than it is read, and stops when the caller disconnects', async () => {
    const state = { made: 0, isStopped: false };
    reply = { status: 200, body: makeChunks(state) };
    const own = createHttp2Server(toNodeHandler(server));
    await new Promise<void>((done) => own.listen(0, '127.0.0.1', done));
    const address = own.address();
    const session = connect(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
    const stream = session.request({ ':path': '/file' });
    stream.on('error', () => undefined).pause();
    await expect.poll(() => state.made).toBeGreaterThan(0);
    await new Promise((done) => setTimeout(done, 200));
    const made = state.made;
    expect(made).toBeLessThan(20);
    await new Promise((done) => setTimeout(done, 100));
    expect(state.made).toBe(made);
    stream.destroy();
    await expect.poll(() => state.isStopped).toBe(true);
    session.destroy();
    own.close();
  });

  test('through fetch is produced when it is read, and stops when it is cancelled', async () => {
    const state = { made: 0, isStopped: false };
    reply = { status: 200, body: makeChunks(state) };
    const answer = await toFetchHandler(server)(new Request('http://h/file'));
    const reader = answer.body?.getReader();
    expect(state.made).toBe(0);
    for (let reads = 0; reads < 3; reads += 1) await reader?.read();
    expect(state.made).toBe(3);
    await reader?.cancel();
    expect(state.isStopped).toBe(true);
  });
});

test.each([
  ['a text', 'data'],
  ['an object', { data: 'a' }],
  ['nothing', undefined],
])('%s instead of items is refused before anything is sent', async (_, body) => {
  reply = { status: 200, body };
  expect((await ask('GET', '/events')).code).toBe(500);
  expect(errors).toEqual(['ReplyError: the body must be iterable']);
});

test.each([5, { data: 'a', id: '\0' }, { data: 'a', event: 'b\nc' }])('%j is not an event', async (event) => {
  await listening.close(0);
  const handlers = { ...emitted.unimplemented, watchEvents: () => ({ status: 200, body: [event] }) };
  listening = await listen(emitted.createServer(handlers, { onError: (error: unknown) => errors.push(String(error)) }));
  await expect(ask('GET', '/events')).rejects.toThrow(/aborted|socket hang up/);
  expect(errors).toEqual([expect.stringContaining('ReplyError')]);
});

describe('a quiet stream', () => {
  test('sends its headers before its first item', async () => {
    const none: AsyncIterable<unknown> = {
      [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }),
    };
    reply = { status: 200, body: none };
    const code = await new Promise((done) => {
      const request = get(`${listening.url}/events`, { agent: false }, (incoming) => {
        done(incoming.statusCode);
        request.destroy();
      }).on('error', () => undefined);
    });
    expect(code).toBe(200);
  });

  // The next item never comes, as in a source of events when nothing happens.
  const makeQuiet = (state: { isStopped: boolean; asked: number }): AsyncIterable<unknown> => ({
    [Symbol.asyncIterator]: () => ({
      next: () => (state.asked++ === 0 ? Promise.resolve({ value: { data: 'a' } }) : new Promise(() => undefined)),
      return: () => {
        state.isStopped = true;
        return Promise.resolve({ done: true, value: undefined });
      },
    }),
  });

  test.each([false, true])('stops at once when the caller disconnects (hooks: %j)', async (hasHooks) => {
    const state = { isStopped: false, asked: 0 };
    const answers: unknown[] = [];
    const options = hasHooks ? { checkReplies, onResponse: ({ code }: { code: number }) => answers.push(code) } : {};
    const handlers = { ...emitted.unimplemented, watchEvents: () => ({ status: 200, body: makeQuiet(state) }) };
    const own = await listen(emitted.createServer(handlers, options));
    const request = get(`${own.url}/events`, { agent: false }, (incoming) => incoming.resume().on('error', () => 1));
    // The response may not have arrived yet.
    request.on('error', () => 1);
    await expect.poll(() => state.asked).toBe(2);
    request.destroy();
    await expect.poll(() => state.isStopped).toBe(true);
    await expect.poll(() => answers).toEqual(hasHooks ? [200] : []);
    await own.close(0);
  });

  test('stops at once when it is cancelled through fetch', async () => {
    const state = { isStopped: false, asked: 0 };
    reply = { status: 200, body: makeQuiet(state) };
    const reader = (await toFetchHandler(server)(new Request('http://h/events'))).body?.getReader();
    await reader?.read();
    reader?.read().catch(() => undefined);
    await expect.poll(() => state.asked).toBe(2);
    await reader?.cancel();
    expect(state.isStopped).toBe(true);
  });

  test('that is not read is stopped, and so is a stream of Node', async () => {
    const state = { isStopped: false, asked: 0 };
    reply = { status: 200, body: makeQuiet(state) };
    expect(await ask('HEAD', '/events')).toMatchObject({ code: 200, body: '' });
    expect(state).toEqual({ isStopped: true, asked: 0 });
    const stream = new Readable({ read: () => undefined });
    reply = { status: 200, body: stream };
    expect(await ask('HEAD', '/file')).toMatchObject({ code: 200, body: '' });
    expect(stream.destroyed).toBe(true);
  });

  test.each([
    ['of no content', '/notes/a', { status: 204 }],
    ['without content', '/notes/a', { status: 304 }],
    ['with a status that is not declared', '/events', { status: 299 }],
    ['with a header that cannot be sent', '/events', { status: 200, extraHeaders: { 'x-note': 'a\r\nb: c' } }],
    ['with a content type that is not declared', '/lines', { status: 200, contentType: 'text/csv' }],
  ])('in a reply %s is stopped', async (_, path, given) => {
    const state = { isStopped: false, asked: 0 };
    const stream = new Readable({ read: () => undefined });
    for (const body of [makeQuiet(state), stream]) {
      reply = { ...given, body };
      expect(await ask('GET', path)).toMatchObject({
        code: given.status < 299 || given.status === 304 ? expect.any(Number) : 500,
      });
    }
    expect(state).toEqual({ isStopped: true, asked: 0 });
    expect(stream.destroyed).toBe(true);
  });

  test.each(['http', 'http2'])('is stopped if the caller of %s disconnected before the reply', async (version) => {
    const state = { isStopped: false, asked: 0 };
    let answer: (given: unknown) => void = () => undefined;
    let isCalled = false;
    let isGone = false;
    const watchEvents = (_: unknown, { signal }: { signal: AbortSignal }): unknown => {
      isCalled = true;
      signal.addEventListener('abort', () => (isGone = true));
      return new Promise((resolve) => (answer = resolve));
    };
    const node = toNodeHandler(emitted.createServer({ ...emitted.unimplemented, watchEvents }, {}));
    const own = version === 'http' ? createServer(node) : createHttp2Server(node);
    await new Promise<void>((done) => own.listen(0, '127.0.0.1', done));
    const address = own.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const session = version === 'http' ? undefined : connect(url);
    const request = session?.request({ ':path': '/events' }) ?? get(`${url}/events`, { agent: false });
    request.on('error', () => undefined);
    await expect.poll(() => isCalled).toBe(true);
    request.destroy();
    await expect.poll(() => isGone).toBe(true);
    answer({ status: 200, body: makeQuiet(state) });
    await expect.poll(() => state).toEqual({ isStopped: true, asked: 0 });
    session?.destroy();
    own.close();
  });
});

async function* makeChunks(state: { made: number; isStopped: boolean }): AsyncGenerator<Uint8Array> {
  try {
    for (;;) {
      state.made += 1;
      yield new Uint8Array(100_000);
    }
  } finally {
    state.isStopped = true;
  }
}

describe('no content', () => {
  test.each([204, 304])('is sent with a %i', async (status) => {
    reply = { status };
    const { code, headers, body } = await ask('GET', '/notes/a');
    expect({ code, body }).toEqual({ code: status, body: '' });
    expect(headers).not.toHaveProperty('content-length');
    expect(headers).not.toHaveProperty('content-type');
  });

  test('is sent after HEAD, whose headers are those of GET', async () => {
    reply = { status: 200, body: { id: 'a', text: 'ü' } };
    const [head, whole] = [await ask('HEAD', '/notes/a'), await ask('GET', '/notes/a')];
    expect(head.body).toBe('');
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(whole.body)));
    expect(head.headers['content-type']).toBe(whole.headers['content-type']);
  });
});

test.each(['a\r\nx: y', 'a\nb', 'a\rb', 'a\0b'])('a header with %j is never sent', async (value) => {
  reply = { status: 200, body: { id: 'a', text: '' }, extraHeaders: { 'x-note': value } };
  const { code, headers } = await ask('GET', '/notes/a');
  expect(code).toBe(500);
  expect(headers).not.toHaveProperty('x');
});

test.each(['application/json', 'application/x-www-form-urlencoded'])(
  'readOnly properties are removed from a %s body before its handler sees it',
  async (contentType) => {
    reply = { status: 204 };
    const note = { id: '1', text: 'x', author: { name: 'A', since: '2026-01-01' }, tags: [{ name: 't', at: 'now' }] };
    const isJson = contentType === 'application/json';
    const { code } = await ask('PUT', '/notes/a', isJson ? JSON.stringify(note) : 'id=1&text=x', contentType);
    expect(code).toBe(204);
    const body = isJson ? { text: 'x', author: { name: 'A' }, tags: [{ name: 't' }] } : { text: 'x' };
    expect(seen).toEqual([{ id: 'a', contentType, body }]);
  },
);
