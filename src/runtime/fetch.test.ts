import { expect, test } from 'vitest';
import { toFetchHandler } from './fetch.js';
import type { Server, ServerResponse } from './server/message.js';

const refusal: ServerResponse = { code: 413, headers: [], body: 'too large' };

/** A server that refuses a request after some pieces of its body. */
function refuseAfter(count: number, limits: Server['limits']): Server {
  const readAndSend: Server['answer'] = async (request, send) => {
    const pieces = request.body?.[Symbol.asyncIterator]();
    for (let index = 0; index < count; index++) await pieces?.next();
    send(refusal);
  };
  return { limits, handle: async () => refusal, answer: readAndSend, refuse: () => refusal };
}

test('a handler receives the request, or what the second argument returns', async () => {
  const seen: unknown[] = [];
  const handle: Server['handle'] = ({ platform }) => {
    seen.push(platform);
    return refusal;
  };
  const server: Server = { handle, answer: () => undefined, refuse: () => refusal };
  const request = new Request('http://h/x');
  await toFetchHandler(server)(request);
  await toFetchHandler(server, (_: Request, env: string, more: number) => [env, more])(request, 'env', 1);
  expect(seen).toEqual([request, ['env', 1]]);
});

/**
 * Sends a body in pieces to a server that reads some of it, by default none. Returns how many pieces were taken, and
 * whether the rest was cut off.
 */
async function sendUnread(
  pieces: number,
  limits: Server['limits'],
  readFirst = 0,
): Promise<{ read: number; isCut: boolean }> {
  let read = 0;
  let end: (isCut: boolean) => void;
  const ended = new Promise<boolean>((done) => {
    end = done;
  });
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (read === pieces) {
          controller.close();
          end(false);
          return;
        }
        read += 1;
        controller.enqueue(new Uint8Array(10));
      },
      cancel: () => end(true),
    },
    { highWaterMark: 0 },
  );
  const request = new Request('http://h/x', { method: 'POST', body, duplex: 'half' } as RequestInit);
  const response = await toFetchHandler(refuseAfter(readFirst, limits))(request);
  expect([response.status, await response.text()]).toEqual([413, 'too large']);
  return { isCut: await ended, read };
}

test('an unread body is read and dropped after the response', async () => {
  expect(await sendUnread(5, {})).toEqual({ isCut: false, read: 5 });
});

test('the rest of a body is read and dropped after the response', async () => {
  expect(await sendUnread(5, {}, 2)).toEqual({ isCut: false, read: 5 });
});

test('an unread body that is larger than the limit is cut off', async () => {
  expect(await sendUnread(50, { maxDrainBytes: 25 })).toEqual({ isCut: true, read: 3 });
});

test.each([false, true])(
  'the source of a stream ends when the caller leaves, before the response: %s',
  async (isBefore) => {
    let leave = (): void => undefined;
    const left = new Promise<void>((done) => {
      leave = done;
    });
    async function* endless(): AsyncGenerator<string> {
      try {
        for (;;) yield 'x';
      } finally {
        leave();
      }
    }
    const source = endless();
    await source.next();
    const caller = new AbortController();
    const stream: ServerResponse = { code: 200, headers: [], body: source };
    const server: Server = {
      limits: {},
      handle: async () => stream,
      answer: (_request, send) => send(stream),
      refuse: () => refusal,
    };
    if (isBefore) caller.abort();
    await toFetchHandler(server)(new Request('http://h/x', { signal: caller.signal }));
    caller.abort();
    await left;
  },
);

test.each([
  ['http://h', '/'],
  ['http://h:8080/a//b?c=//d?#e?f', '/a//b?c=//d?'],
])('the target of a request of %s is %s', async (url, target) => {
  const handle: Server['handle'] = async (request) => ({ code: 200, headers: [], body: request.target });
  const response = await toFetchHandler({ ...refuseAfter(0, {}), handle })(new Request(url));
  expect(await response.text()).toBe(target);
});

test.each([204, 205, 304])('a response with the status code %i has no content', async (code) => {
  const handle: Server['handle'] = async () => ({ code, headers: [], body: 'x' });
  const response = await toFetchHandler({ ...refuseAfter(0, {}), handle })(new Request('http://h/x'));
  expect([response.status, response.body]).toEqual([code, null]);
});

test('a body that other code reads is left to it', async () => {
  const request = new Request('http://h/x', { method: 'POST', body: 'text' });
  const reader = request.body?.getReader();
  expect((await toFetchHandler(refuseAfter(0, {}))(request)).status).toBe(413);
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('text');
});

test.each([undefined, 'text'])('a server receives the headers of a request and its body: %j', async (text) => {
  const seen: unknown[] = [];
  const handle: Server['handle'] = async ({ method, headers, hasContent, body }) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of body ?? []) chunks.push(Buffer.from(chunk));
    seen.push(method, headers.get('x-a'), hasContent, Buffer.concat(chunks).toString());
    return refusal;
  };
  const request = new Request('http://h/x', { method: 'POST', headers: { 'X-A': '1' }, body: text ?? null });
  await toFetchHandler({ ...refuseAfter(0, {}), handle })(request);
  expect(seen).toEqual(['POST', ['1'], text !== undefined, text ?? '']);
});
