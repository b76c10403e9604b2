import { expect, test } from 'vitest';
import { toFetchHandler } from './fetch.js';
import type { Server, ServerResponse } from './server-message.js';

const refusal: ServerResponse = { code: 413, headers: [], body: 'too large' };

const answering = (limits: Server['limits']): Server => ({
  limits,
  handle: async () => refusal,
  answer: (_request, send) => send(refusal),
  refuse: () => refusal,
});

/** Sends a body of pieces to a server that reads none of it; returns how many pieces were read, and whether the rest was cut. */
async function sendUnread(pieces: number, limits: Server['limits']): Promise<{ read: number; isCut: boolean }> {
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
  const response = await toFetchHandler(answering(limits))(request);
  expect([response.status, await response.text()]).toEqual([413, 'too large']);
  return { isCut: await ended, read };
}

test('an unread body is read and dropped after the answer', async () => {
  expect(await sendUnread(5, {})).toEqual({ isCut: false, read: 5 });
});

test('an unread body that is larger than the limit is cut', async () => {
  expect(await sendUnread(50, { maxDrainBytes: 25 })).toEqual({ isCut: true, read: 3 });
});
