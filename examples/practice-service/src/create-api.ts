import { createServer as createDocumentedServer, unimplemented } from '../../../generated/server/index.js';
import { createServer, type ServerRequest, type ServerSettings } from '../generated/sandbox/server/index.js';
import { findCaller, type TokenHolder } from './authenticate.js';
import type { Caller } from './caller.js';
import type { Database } from './database/schema.js';
import { handlers } from './handlers/index.js';
import { refuseNul } from './refuse.js';

/** The API that is served: exactly what is documented, or all of it with the assumptions of the sandbox. */
export type Variant = 'documented' | 'sandbox';

/** The input of the API. */
export interface ApiOptions {
  readonly database: Database;
  readonly variant: Variant;
  readonly publicUrl: string;
  readonly settings?: ServerSettings;
  /** The callers of requests that were admitted without a token. */
  readonly admitted?: WeakMap<ServerRequest, TokenHolder>;
}

/** Creates the server of the API, which an adapter connects to a platform. */
export function createApi({
  database,
  variant,
  publicUrl,
  settings,
  admitted,
}: ApiOptions): ReturnType<typeof createServer> {
  const bearer = async (token: string, call: { readonly request: ServerRequest }): Promise<Caller | undefined> => {
    const caller = admitted?.get(call.request) ?? (await findCaller(database, token));
    return caller && { ...caller, database, publicUrl };
  };
  const options = { ...settings, security: { bearer } };
  const all = refuseNul(handlers);
  if (variant === 'sandbox') return createServer<Caller>(all, options);
  // Without the assumptions, eight operations have no known shape. They respond with 501 and the ids of their gaps.
  const { getScenario, getSession, listSessionsV2, listMeetingBots, deleteMeetingBot } = all;
  const { listSubscriptions, getBalance, checkToken } = all;
  const documented = { getScenario, getSession, listSessionsV2, listMeetingBots, deleteMeetingBot };
  return createDocumentedServer<Caller>(
    { ...unimplemented, ...documented, listSubscriptions, getBalance, checkToken },
    options,
  );
}
