import type { ServerRequest, ServerSettings } from '../generated/sandbox/server/index.js';
import type { Variant } from './create-api.js';
import type { Database } from './database/schema.js';
import { hashSecret } from './tokens.js';

/** The number of requests that a token can make in each time window. */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

/**
 * Creates the hooks of a server that rejects further requests with 429. The database counts, so the limit applies to
 * all processes together. That `Retry-After` says when the time window ends is an assumption of the sandbox.
 */
export function limitRate(
  database: Database,
  { requests, seconds }: RateLimit,
  variant: Variant,
): Pick<ServerSettings, 'admit' | 'onInvalid'> {
  const milliseconds = seconds * 1000;
  return {
    admit: async (request) => {
      const count = await countRequest(database, request, milliseconds);
      return count <= requests ? request : { code: 429, message: 'too many requests' };
    },
    onInvalid: ({ code, response }) => {
      if (code !== 429 || variant !== 'sandbox') return response;
      const rest = Math.ceil((milliseconds - (Date.now() % milliseconds)) / 1000);
      return { ...response, headers: [...response.headers, ['retry-after', String(rest)]] };
    },
  };
}

async function countRequest(database: Database, request: ServerRequest, milliseconds: number): Promise<number> {
  const digest = hashSecret(request.headers.get('authorization')?.join() ?? '');
  const window_start = Math.floor(Date.now() / milliseconds) * milliseconds;
  const { requests } = await database
    .insertInto('rate_windows')
    .values({ digest, window_start, requests: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['window_start', 'digest'])
        .doUpdateSet(({ eb }) => ({ requests: eb('rate_windows.requests', '+', 1) })),
    )
    .returning('requests')
    .executeTakeFirstOrThrow();
  // The first request of a window removes the earlier windows.
  if (requests === 1) await database.deleteFrom('rate_windows').where('window_start', '<', window_start).execute();
  return requests;
}
