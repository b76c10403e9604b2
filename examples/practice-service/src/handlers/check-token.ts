import type { Handlers } from '../../generated/sandbox/server/index.js';
import type { Caller } from '../caller.js';
import { isRefusal, resolveScope } from '../scope.js';

/**
 * Check an API token
 *
 * Validates an API token.
 *
 * `POST /test`
 * Source: 4.1, 4.2, 5.
 */
export const checkToken: Handlers<Caller>['checkToken'] = async (args, context) => {
  const { principal: caller } = context;
  const scope = await resolveScope(caller, args.organizationId);
  if (isRefusal(scope)) return scope;
  // The server refuses a caller with an invalid token before this.
  return { status: 200, body: { success: true, message: 'The token is valid.' } };
};
