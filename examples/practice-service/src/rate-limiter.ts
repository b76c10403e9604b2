import type { Server, ServerRequest } from '../generated/sandbox/server/index.js';
import type { Database } from './database/schema.js';
import { hashSecret } from './tokens.js';

/** How many requests a token may make in each window of time. */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

/**
 * Limits a server: further requests are answered with 429. The database counts them, so that all processes count
 * together.
 */
export function withRateLimit(server: Server, database: Database, limit: RateLimit): Server {
  const admit = async (request: ServerRequest): Promise<Server | undefined> => {
    const count = await countRequest(database, request, limit.seconds * 1000);
    return count <= limit.requests ? server : undefined;
  };
  const answer: Server['answer'] = (request, send) => {
    admit(request).then(
      (admitted) =>
        admitted ? admitted.answer(request, send) : send(server.refuse(429, 'too many requests', request)),
      () => send(server.refuse(500, 'the service failed', request)),
    );
  };
  return {
    limits: server.limits,
    answer,
    handle: (request) => new Promise((resolve) => answer(request, resolve)),
    refuse: (code, message, request) => server.refuse(code, message, request),
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
  // The first request of a window removes the windows before it.
  if (requests === 1) await database.deleteFrom('rate_windows').where('window_start', '<', window_start).execute();
  return requests;
}
