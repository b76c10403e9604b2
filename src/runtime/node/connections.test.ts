import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Server, ServerResponse } from '../server/message.js';
import { type Listening, listen } from './node.js';

/** Tests how a server stops, seen from its connections. */
const large = 'x'.repeat(20_000_000);
let release: () => void;
let refusalCount: number;
let listening: Listening;
beforeEach(async () => {
  const released = new Promise<void>((done) => {
    release = done;
  });
  const stream = async function* (): AsyncGenerator<string> {
    yield 'one ';
    await released;
    yield 'two';
  };
  const bodies: { readonly [path: string]: () => ServerResponse['body'] } = {
    '/small': () => 'small',
    '/large': () => large,
    '/stream': stream,
  };
  const answer: Server['answer'] = ({ target }, send) => {
    if (target !== '/never') send({ code: 200, headers: [], body: bodies[target]?.() });
  };
  refusalCount = 0;
  const refuse: Server['refuse'] = (code) => {
    refusalCount += 1;
    return { code, headers: [['content-type', 'text/plain']], body: 'refused' };
  };
  listening = await listen({ answer, refuse, handle: () => refuse(500, '') });
});
afterEach(() => listening.close(0));

interface Caller {
  readonly socket: Socket;
  readonly received: () => string;
  readonly ended: Promise<string>;
}

/** Opens a connection that remains open until the server closes it. */
function call(...paths: readonly string[]): Caller {
  const texts = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  const socket = connect(Number(new URL(listening.url).port), '127.0.0.1', () => socket.write(texts.join('')));
  let received = '';
  socket.setEncoding('latin1').on('error', () => undefined);
  socket.on('data', (chunk) => {
    received += chunk;
  });
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(received)));
  return { socket, received: () => received, ended };
}

async function timeOf(ended: Promise<unknown>): Promise<number> {
  const start = performance.now();
  await ended;
  return performance.now() - start;
}

test('a stop does not wait for idle connections', async () => {
  const idle = call('/small');
  await expect.poll(idle.received).toContain('small');
  const silent = call();
  await expect.poll(() => silent.socket.readyState).toBe('open');
  expect(await timeOf(listening.close())).toBeLessThan(2000);
  await Promise.all([idle.ended, silent.ended]);
});

test('a stop waits for the end of a stream, and then ends its connection', async () => {
  const { received, ended } = call('/stream');
  await expect.poll(received).toContain('one');
  const closed = listening.close();
  setTimeout(release, 100);
  expect(await timeOf(ended)).toBeLessThan(2000);
  expect(await ended).toContain('two');
  await closed;
});

test('a stop waits until a response is sent, even if its caller reads slowly', async () => {
  const idle = call('/small');
  const slow = call('/small', '/large');
  await expect.poll(slow.received).toContain('small');
  slow.socket.pause();
  const closed = listening.close();
  setTimeout(() => slow.socket.resume(), 300);
  expect((await slow.ended).length).toBeGreaterThan(large.length);
  await idle.ended;
  expect(await timeOf(closed)).toBeLessThan(2000);
});

test('a stop cuts off the remaining connections after its time limit', async () => {
  const { ended, received } = call('/small', '/never');
  await expect.poll(received).toContain('small');
  await listening.close(100);
  expect(await ended).not.toContain('refused');
});

test('bytes that are not a request are refused once, after the response that is being sent', async () => {
  const { socket, received, ended } = call('/stream');
  await expect.poll(received).toContain('one');
  for (const text of ['BREW\r\n\r\n', 'x']) await new Promise((done) => socket.write(text, () => setTimeout(done, 20)));
  release();
  expect(await ended).toMatch(
    /two.*HTTP\/1\.1 [45]\d\d .*\ncontent-type: text\/plain\r\n.*connection: close\r\n\r\nrefused$/s,
  );
  expect(refusalCount).toBe(1);
});
