import type { ServerRequest, ServerSettings } from '../generated/sandbox/server/index.js';
import type { Database } from './database/schema.js';
import { hashSecret } from './tokens.js';

/** The number of requests that a token can make in each time window. */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

/**
 * Creates the check of a server that rejects further requests with 429. The database counts, so the limit applies to
 * all processes together.
 */
export function limitRate(database: Database, limit: RateLimit): NonNullable<ServerSettings['admit']> {
  return async (request) => {
    const count = await countRequest(database, request, limit.seconds * 1000);
    return count <= limit.requests ? request : { code: 429, message: 'too many requests' };
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
