import { makeAbortError, NetworkError, TimeoutError } from '../values/errors.js';
import { isAsyncIterable } from '../values/is-iterable.js';
import type { ItemStream } from '../values/stream-types.js';
import { ApiError } from './client.js';
import type { CallOptions, Client, Operation, Outcome, StatusKey, Transport } from './contract.js';
import { withHeaders } from './headers.js';

/** The options of `followEvents`, in addition to those of a call. */
export interface FollowOptions extends CallOptions {
  /** The milliseconds to wait before reconnecting, 3,000 by default. The server can send another value. */
  readonly retryMs?: number | undefined;
  /** The number of times to reconnect without receiving an event; unlimited by default. */
  readonly retries?: number | undefined;
}

/** The type of the items of a body that is a stream. */
export type ItemOf<Body> = Body extends ItemStream<infer Item> ? Item : never;

/**
 * Returns the server-sent events of an operation. If the response ends or breaks off, reconnects with the last event id
 * (WHATWG HTML, section 9.2.3). Ends when the server responds with 204, or when the caller leaves the loop or aborts.
 * Throws a response that is not a stream.
 */
export async function* followEvents<Args, Success extends Outcome<StatusKey, unknown>>(
  operation: Operation<Args, Success, Outcome<StatusKey, unknown>>,
  client: Client,
  args: Args,
  options: FollowOptions = {},
): AsyncGenerator<ItemOf<Success['body']>, void, void> {
  const { retries = Number.POSITIVE_INFINITY, signal } = options;
  let { retryMs = 3000 } = options;
  let transport = client?.transport;
  for (let tries = 0; ; tries += 1) {
    try {
      const outcome = await operation.outcome({ ...client, transport }, args, options);
      const { code, body } = outcome;
      if (!isStream<ItemOf<Success['body']>>(body)) {
        if (code === 204) return;
        throw new ApiError(operation.id, outcome);
      }
      try {
        for await (const item of body) {
          tries = 0;
          yield item;
        }
      } finally {
        const { lastEventId, retryMs: sent } = body.progress;
        retryMs = sent ?? retryMs;
        if (lastEventId !== undefined) transport = withEventId(lastEventId, client.transport);
      }
      if (tries >= retries) return;
    } catch (error) {
      const isLost = error instanceof NetworkError || error instanceof TimeoutError;
      if (!isLost || tries >= retries) throw error;
    }
    await wait(operation.id, retryMs, signal);
  }
}

function isStream<Item>(body: unknown): body is ItemStream<Item> {
  return isAsyncIterable(body);
}

// The id is sent as UTF-8, one character of the header per byte. An empty id is not sent.
function withEventId(id: string, transport: Transport | undefined): Transport | undefined {
  const bytes = Array.from(new TextEncoder().encode(id), (byte) => String.fromCharCode(byte));
  return id === '' ? transport : withHeaders({ 'last-event-id': bytes.join('') }, transport);
}

function wait(id: string, milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(makeAbortError(id));
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      },
      Math.min(milliseconds, 2e9),
    );
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
  });
}
