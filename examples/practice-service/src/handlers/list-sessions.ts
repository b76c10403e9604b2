import type { Handlers } from '../../generated/sandbox/server/index.js';
import type { Caller } from '../caller.js';
import { isRefusal, resolveScope } from '../scope.js';
import { listVisibleSessions, readSessions } from '../sessions.js';
import { toSessionSummary } from '../wire/sessions.js';

/**
 * List sessions
 *
 * Lists sessions. `GET /v2/sessions` lists them in a different shape.
 *
 * `GET /sessions`
 * Source: 4.1, 4.3, 9.
 */
export const listSessions: Handlers<Caller>['listSessions'] = async (args, context) => {
  const { principal: caller } = context;
  const scope = await resolveScope(caller, args.organizationId);
  if (isRefusal(scope)) return scope;
  const sessions = listVisibleSessions(caller, scope, false);
  const { rows, fields } = await readSessions(caller.database, sessions, args);
  return { status: '2XX', body: { sessions: rows.map(toSessionSummary), ...fields } };
};
