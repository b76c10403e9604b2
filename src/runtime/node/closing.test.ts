import { connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import type { ServerLimits } from '../server/limits.js';
import type { Server } from '../server/message.js';
import { closeInStages } from './closing.js';
import { type Listening, listen } from './node.js';

/** What happens to a connection after a response to a request that has not arrived completely. */
let listening: Listening | undefined;
let seen: string[];
afterEach(() => listening?.close(0));

async function start(limits: ServerLimits = {}, rest = ''): Promise<void> {
  seen = [];
  const answer: Server['answer'] = ({ target }, send) => {
    seen.push(target);
    const reply = (): void => send({ code: 404, headers: [], body: `none of ${target}${rest}` });
    if (target === '/later') setTimeout(reply, 20);
    else reply();
  };
  const refuse: Server['refuse'] = (code) => ({ code, headers: [], body: 'refused' });
  listening = await listen({ limits, answer, refuse, handle: () => refuse(500, '') });
}

interface Caller {
  readonly socket: Socket;
  readonly received: () => string;
  readonly closed: Promise<string>;
}

/** A connection whose caller does not close its side and continues to send after a response. */
function call(text: string): Caller {
  const port = Number(new URL(listening?.url ?? '').port);
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.write(text);
  let received = '';
  socket.setEncoding('latin1').on('error', () => undefined);
  socket.on('data', (chunk) => {
    received += chunk;
  });
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(received)));
  return { socket, received: () => received, closed };
}

const post = (path: string, ...headers: readonly string[]): string =>
  `${[`POST ${path} HTTP/1.1`, 'Host: x', ...headers].join('\r\n')}\r\n\r\n`;

test('a long body is read and dropped after the response, and no request after it is read', async () => {
  await start();
  const { socket, received, closed } = call(post('/large', 'Content-Length: 1000000'));
  await expect.poll(received).toContain('none of /large');
  expect(received().toLowerCase()).toContain('connection: close');
  socket.write('x'.repeat(1_000_000));
  socket.end(post('/next', 'Content-Length: 0'));
  expect(await closed).not.toContain('none of /next');
  expect(seen).toEqual(['/large']);
});

test('a request is ignored if it arrived with one whose response is the last', async () => {
  await start();
  const { socket, closed } = call(`${post('/chunked', 'Transfer-Encoding: chunked')}0\r\n\r\n${post('/next')}`);
  socket.end();
  expect(await closed).not.toContain('/next');
  expect(seen).toEqual(['/chunked']);
});

test('a response is sent completely, even if the bytes after the headers of the request are not a chunk', async () => {
  await start({}, 'x'.repeat(10_000_000));
  const { socket, closed } = call(`${post('/chunked', 'Transfer-Encoding: chunked')}no chunk\r\n`);
  socket.end();
  expect((await closed).length).toBeGreaterThan(10_000_000);
});

test('requests after one with `Connection: close` are ignored, and the response to that one is sent', async () => {
  await start();
  const { socket, closed } = call(post('/last', 'Connection: close', 'Content-Length: 0') + post('/next'));
  socket.end();
  expect((await closed).split('HTTP/1.1 ')).toEqual(['', expect.stringContaining('none of /last')]);
});

test('a short body is read and dropped, and the connection accepts the next request, also after the limit', async () => {
  await start({ drainTimeoutMs: 500 });
  const { socket, received, closed } = call(post('/short', 'Content-Length: 1000'));
  await new Promise((done) => socket.once('data', done));
  socket.write('x'.repeat(1000));
  await new Promise((done) => setTimeout(done, 600));
  socket.write(post('/next', 'Content-Length: 0'));
  await expect.poll(received).toContain('none of /next');
  socket.end();
  await closed;
});

test('the connection accepts the next request if a body of unknown length has arrived before the response', async () => {
  await start();
  const { socket, received, closed } = call(`${post('/later', 'Transfer-Encoding: chunked')}1\r\nx\r\n0\r\n\r\n`);
  await expect.poll(received).toContain('none of /later');
  socket.write(post('/next', 'Content-Length: 0'));
  await expect.poll(received).toContain('none of /next');
  socket.end();
  await closed;
});

test.each([
  ['a short body', 'Content-Length: 1000'],
  ['a long one', 'Content-Length: 1000000'],
  ['one of unknown length', 'Transfer-Encoding: chunked'],
])('the server waits for %s at most until the limit', async (_name, header) => {
  await start({ drainTimeoutMs: 50 });
  const { socket, received } = call(post('/slow', header));
  await expect.poll(received).toContain('none of /slow');
  await expect.poll(() => new Promise((done) => listening?.http.getConnections((_, count) => done(count)))).toBe(0);
  socket.destroy();
});

test.each([
  ['a body', post('/long', 'Content-Length: 100000000')],
  ['what is no request', 'BREW\r\n\r\n'],
])('%s beyond the limit is cut off', async (_, text) => {
  await start({ maxDrainBytes: 1_000_000 });
  const { socket, received, closed } = call(text);
  await expect.poll(received).toContain('HTTP/1.1 4');
  const more = setInterval(() => socket.write('x'.repeat(100_000)), 1);
  await closed;
  clearInterval(more);
  expect(socket.bytesWritten).toBeLessThan(50_000_000);
});

test('a caller that waits for `100 Continue` and gets a refusal sends no body', async () => {
  await start();
  const { socket, received, closed } = call(post('/expected', 'Expect: 100-continue', 'Content-Length: 5'));
  await expect.poll(received).toContain('none of /expected');
  socket.end(post('/next', 'Content-Length: 0'));
  expect(await closed).not.toContain('100 Continue');
  expect(seen).toEqual(['/expected']);
});

test('an interrupted upload affects no other request', async () => {
  await start();
  const { socket, received, closed } = call(post('/large', 'Content-Length: 1000000'));
  await expect.poll(received).toContain('none of /large');
  socket.resetAndDestroy();
  await closed;
  const next = call(post('/next', 'Content-Length: 0'));
  await expect.poll(next.received).toContain('none of /next');
  next.socket.end();
  await next.closed;
});

// Creates a connection that receives the arguments of `push`. Something was already read from it.
function openSocket(isPaused: boolean): { readonly socket: Duplex; readonly read: string[] } {
  const socket = new Duplex({ allowHalfOpen: true, read: () => undefined, write: (_chunk, _, done) => done() });
  const read: string[] = [];
  socket.on('data', (chunk) => read.push(String(chunk))).on('end', () => read.push('end'));
  if (isPaused) socket.pause();
  return { socket, read };
}
const limits = { drainTimeoutMs: 60_000, maxDrainBytes: 10 };

test.each([false, true])('a connection is closed once its caller closes its side (paused: %s)', async (isPaused) => {
  const { socket, read } = openSocket(isPaused);
  closeInStages(socket, limits);
  await expect.poll(() => socket.writableFinished).toBe(true);
  socket.push('unread');
  await new Promise(setImmediate);
  expect(socket.destroyed).toBe(false);
  socket.push(null);
  await expect.poll(() => socket.destroyed).toBe(true);
  expect(read).toEqual([]);
});

test('a connection is closed once its caller has sent too much', async () => {
  const { socket, read } = openSocket(false);
  closeInStages(socket, limits);
  socket.push('x'.repeat(10));
  await new Promise(setImmediate);
  expect(socket.destroyed).toBe(false);
  socket.push('x');
  await expect.poll(() => socket.destroyed).toBe(true);
  expect(read).toEqual([]);
});
