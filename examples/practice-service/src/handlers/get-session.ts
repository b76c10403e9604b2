import type { Handlers } from '../../generated/sandbox/server/index.js';
import type { Caller } from '../caller.js';
import { refuse } from '../refuse.js';
import { isRefusal, resolveScope } from '../scope.js';
import { findSession } from '../sessions.js';
import { toSessionDetail } from '../wire/sessions.js';

/**
 * Get session details
 *
 * Returns the details of a session, with its transcript and its evaluation.
 *
 * `GET /sessions/{session_id}`
 * Source: 4, 4.1, 4.2.
 */
export const getSession: Handlers<Caller>['getSession'] = async (args, context) => {
  const { principal: caller } = context;
  const scope = await resolveScope(caller, args.organizationId);
  if (isRefusal(scope)) return scope;
  const session = await findSession(caller, scope, args.sessionId);
  if (!session) return refuse(404, 'there is no such session');
  return { status: '2XX', body: toSessionDetail(session) };
};
