import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse as NodeResponse } from 'node:http';
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { Server, ServerResponse } from '../server/message.js';
import { isGone, joinSetHeader, type NodeIncoming, type NodeOutgoing, NodeRequest, sendResponse } from './message.js';
import { toNodeHandler } from './node.js';

type Handle = (incoming: NodeIncoming, outgoing: NodeOutgoing) => void;

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Sends text to a server of `node:http`. Returns the connection and what arrives until it closes. */
async function call(text: string, handle: Handle): Promise<{ socket: Socket; answer: Promise<string> }> {
  const http = createServer((incoming: IncomingMessage, outgoing: NodeResponse) => handle(incoming, outgoing));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const socket = connect(Object(http.address()).port, '127.0.0.1');
  closing.push(
    () => socket.destroy(),
    () => new Promise((done) => http.close(done)),
  );
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    received += chunk;
  });
  const answer = new Promise<string>((done) => socket.on('close', () => done(received)));
  socket.on('error', () => undefined).write(text);
  return { socket, answer };
}

const get = 'GET /x HTTP/1.1\r\nHost: h\r\nConnection: close\r\n';

test('the headers of a request are listed by lower-case name, with one value per line', async () => {
  const { answer } = await call(`${get}X-A: 1\r\nx-a: 2\r\n__proto__: 3\r\n\r\n`, (incoming, outgoing) => {
    const { headers, method, target, hasContent } = new NodeRequest(incoming, outgoing, '/target', undefined);
    const seen: unknown[] = [];
    headers.forEach((values, name, map) => {
      seen.push([name, values, map === headers]);
    });
    outgoing.end(
      JSON.stringify([
        [method, target, hasContent ?? null],
        [headers.get('x-a'), headers.get('x-b') ?? null, headers.get('x-'), headers.has('x-a'), headers.has('y-a')],
        [headers.size, [...headers.keys()], [...headers.values()]],
        [...headers].length === [...headers.entries()].length,
        seen,
      ]),
    );
  });
  const names = ['host', 'connection', 'x-a', '__proto__'];
  const values = [['h'], ['close'], ['1', '2'], ['3']];
  expect(JSON.parse((await answer).split('\r\n\r\n')[1] ?? '')).toEqual([
    ['GET', '/target', null],
    [['1', '2'], null, null, true, false],
    [4, names, values],
    true,
    names.map((name, index) => [name, values[index], true]),
  ]);
});

test('a response that cannot be sent ends its connection and its stream', async () => {
  let isStopped = false;
  const next = async (): Promise<IteratorResult<string>> => ({ done: false, value: 'x' });
  const stop = async (): Promise<IteratorResult<string>> => {
    isStopped = true;
    return { done: true, value: undefined };
  };
  const body = { [Symbol.asyncIterator]: () => ({ next, return: stop }) };
  const response: ServerResponse = { code: 200, headers: [['a b', 'c']], body };
  const answer: Server['answer'] = (_request, send) => send(response);
  const server: Server = { handle: () => response, answer, refuse: () => response };
  const { socket } = await call(`${get}\r\n`, toNodeHandler(server));
  await expect.poll(() => [socket.closed, isStopped]).toEqual([true, true]);
});

test('a request of HTTP/2 has no control data among its headers, and states whether it has content', async () => {
  const seen: unknown[] = [];
  const http = createHttp2Server((incoming, outgoing) => {
    const { headers, hasContent } = new NodeRequest(incoming, outgoing, '/', undefined);
    seen.push([hasContent, [...headers.keys()]]);
    const { signal } = new NodeRequest(incoming, outgoing, '/', undefined);
    sendResponse(
      {
        code: 200,
        headers: [
          ['X-A', '1'],
          ['x-a', '2'],
        ],
        body: 'ok',
      },
      incoming,
      outgoing,
      true,
    );
    outgoing.on('close', () => seen.push(signal.aborted));
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const session = connectHttp2(`http://127.0.0.1:${Object(http.address()).port}`);
  closing.push(
    () => session.destroy(),
    () => new Promise((done) => http.close(() => done(undefined))),
  );
  for (const [method, content] of [
    ['GET', undefined],
    ['POST', 'x'],
  ] as const) {
    const stream = session.request({ ':method': method, 'x-b': '1' }, { endStream: content === undefined });
    const [headers] = await Promise.all([once(stream, 'response'), stream.end(content)]);
    expect(headers[0]).toMatchObject({ 'x-a': '1, 2', 'content-length': '2' });
    expect(headers[0]).not.toHaveProperty('connection');
    await once(stream.resume(), 'close');
  }
  expect(seen).toEqual([[false, ['x-b']], false, [true, ['x-b']], false]);
});

test('the signal of a request is aborted if its caller leaves, and not if the response is complete', async () => {
  const signals: AbortSignal[] = [];
  const answered = await call(`${get}\r\n`, (incoming, outgoing) => {
    const request = new NodeRequest(incoming, outgoing, '/', undefined);
    expect(request.signal).toBe(request.signal);
    signals.push(request.signal);
    outgoing.end('x');
  });
  await answered.answer;
  const left = await call(`${get}\r\n`, (incoming, outgoing) => {
    signals.push(new NodeRequest(incoming, outgoing, '/', undefined).signal);
    left.socket.destroy();
    outgoing.on('close', () => {
      expect(isGone(outgoing)).toBe(true);
      signals.push(new NodeRequest(incoming, outgoing, '/', undefined).signal);
    });
    expect(isGone(outgoing)).toBe(false);
  });
  await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([false, true, true]);
});

describe('the content of a request', () => {
  /** Reads content in chunks, at most `most`. Returns what the sink receives. */
  async function read(text: string, most: number, act: (socket: Socket) => void = () => undefined): Promise<unknown[]> {
    const seen: unknown[] = [];
    const { socket } = await call(text, (incoming, outgoing) => {
      let count = 0;
      new NodeRequest(incoming, outgoing, '/', undefined).readChunks({
        take: (chunk) => {
          seen.push(String(chunk));
          count += 1;
          return count < most;
        },
        wait: () => {
          seen.push('wait');
          act(socket);
          return true;
        },
        end: (isWhole) => seen.push(isWhole),
      });
    });
    await expect.poll(() => seen.some((one) => typeof one === 'boolean')).toBe(true);
    return seen;
  }

  const post = 'POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\n';

  test('that arrives with the headers is complete before the wait', async () => {
    expect((await read(`${post}abcd`, 9)).slice(0, 2)).toEqual(['abcd', 'wait']);
  });

  test('that arrives later is complete at its end', async () => {
    const seen = await read(post, 9, (socket) => socket.write('abcd'));
    expect(seen.slice(0, 3)).toEqual(['wait', 'abcd', true]);
  });

  test('that breaks off is incomplete', async () => {
    expect(await read(`${post}ab`, 9, (socket) => socket.destroy())).toEqual(['ab', 'wait', false]);
  });

  test('is no longer read once the sink has enough', async () => {
    const seen = await read(`${post}ab`, 1, (socket) => socket.write('cd'));
    expect(seen.slice(0, 2)).toEqual(['ab', true]);
    expect(seen).not.toContain('cd');
  });

  test.each([undefined, new Error('broken')])('that breaks off in HTTP/2 with %s is incomplete', async (reason) => {
    const seen: unknown[] = [];
    const http = createHttp2Server((incoming, outgoing) => {
      new NodeRequest(incoming, outgoing, '/', undefined).readChunks({
        take: (chunk) => seen.push(String(chunk)) > 0,
        wait: () => true,
        end: (isWhole) => seen.push(isWhole),
      });
    });
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    const session = connectHttp2(`http://127.0.0.1:${Object(http.address()).port}`);
    closing.push(
      () => session.destroy(),
      () => new Promise((done) => http.close(() => done(undefined))),
    );
    const stream = session.request({ ':method': 'POST' }, { endStream: false }).on('error', () => undefined);
    stream.write('ab');
    await expect.poll(() => seen).toEqual(['ab']);
    stream.destroy(reason);
    await expect.poll(() => seen.slice(0, 2)).toEqual(['ab', false]);
  });
});

async function* items(): AsyncGenerator<string> {
  yield 'a';
  yield 'b';
}

const plain = [
  ['x-a', '1'],
  ['x-a', '2'],
] as const;

test.each<[string, ServerResponse, boolean, string, string, (string | RegExp)[]]>([
  ['text', { code: 200, headers: plain, body: 'abc' }, false, 'GET', 'abc', ['x-a: 1', 'x-a: 2', 'content-length: 3']],
  ['text beyond ASCII', { code: 200, headers: [], body: '\u00fc' }, false, 'GET', '\u00fc', ['content-length: 2']],
  ['bytes', { code: 200, headers: [], body: Buffer.from('\u00fc') }, false, 'GET', '\u00fc', ['content-length: 2']],
  ['nothing', { code: 200, headers: [] }, false, 'GET', '', ['content-length: 0']],
  ['empty text', { code: 200, headers: [], body: '' }, false, 'GET', '', ['content-length: 0']],
  ['a closed connection', { code: 400, headers: [], body: 'x' }, true, 'GET', 'x', ['connection: close']],
  ['HEAD', { code: 200, headers: [], body: 'abc' }, false, 'HEAD', '', ['content-length: 3']],
])('a response of %s', async (_what, response, close, method, body, lines) => {
  const request = `${method} /x HTTP/1.1\r\nHost: h\r\n${close ? '' : 'Connection: close\r\n'}\r\n`;
  const { answer } = await call(request, (incoming, outgoing) => sendResponse(response, incoming, outgoing, close));
  const [head = '', content] = (await answer).split('\r\n\r\n');
  expect([head.split(' ')[1], content]).toEqual([String(response.code), body]);
  expect(head.toLowerCase().split('\r\n')).toEqual(expect.arrayContaining(lines));
});

test.each<[string, ServerResponse, string, string]>([
  ['204', { code: 204, headers: [], body: 'x' }, 'GET', ''],
  ['304', { code: 304, headers: [], body: 'x' }, 'GET', ''],
  ['a stream', { code: 200, headers: [], body: items() }, 'GET', '1\r\na\r\n1\r\nb\r\n0\r\n\r\n'],
  ['HEAD without a body', { code: 200, headers: [] }, 'HEAD', ''],
])('a response of %s has no content-length', async (_what, response, method, body) => {
  const { answer } = await call(`${method} /x HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`, (incoming, outgoing) =>
    sendResponse(response, incoming, outgoing, false),
  );
  const received = await answer;
  const end = received.indexOf('\r\n\r\n');
  expect(received.slice(end + 4)).toBe(body);
  expect(received.slice(0, end).toLowerCase()).not.toContain('content-length');
});

test('headers that a framework has set stay', async () => {
  const { answer } = await call(`${get}\r\n`, (incoming, outgoing) => {
    outgoing.setHeader('set-cookie', 'a=1');
    outgoing.setHeader('vary', 'Origin');
    outgoing.setHeader('x-own', 'framework');
    const headers = [
      ['Set-Cookie', 'b=2'],
      ['Vary', 'Accept'],
      ['X-Own', 'server'],
      ['x-a', '1'],
      ['x-a', '2'],
    ] as const;
    sendResponse({ code: 200, headers }, incoming, outgoing, false);
  });
  const lines = (await answer).toLowerCase().split('\r\n');
  const expected = ['set-cookie: a=1', 'set-cookie: b=2', 'vary: origin, accept', 'x-own: server', 'x-a: 1', 'x-a: 2'];
  expect(lines).toEqual(expect.arrayContaining(expected));
  expect(lines).not.toContain('x-own: framework');
});

test.each([
  ['set-cookie', undefined, ['a'], ['a']],
  ['set-cookie', ['a', 'b'], ['c'], ['a', 'b', 'c']],
  ['vary', 'a', ['b', 'c'], 'a, b, c'],
  ['vary', undefined, ['b'], 'b'],
  ['x', 5, ['b'], 'b'],
  ['x', 'a', ['b', 'c'], ['b', 'c']],
])('%s, set to %j, with %j becomes %j', (name, set, values, expected) => {
  expect(joinSetHeader(name, set, values)).toEqual(expected);
});
