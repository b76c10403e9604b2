import type { Handlers } from '../../generated/sandbox/server/index.js';
import type { Caller } from '../caller.js';
import { listPage } from '../list-page.js';
import { isRefusal, resolveScope } from '../scope.js';
import { countSessions, listVisibleSessions, sortSessions } from '../sessions.js';
import { toSessionSummary } from '../wire/sessions.js';

/**
 * List sessions
 *
 * Lists sessions. `GET /v2/sessions` lists them too, in another shape.
 *
 * `GET /sessions`
 * Source: 4.1, 4.3, 9.
 */
export const listSessions: Handlers<Caller>['listSessions'] = async (args, context) => {
  const { principal: caller } = context;
  const scope = await resolveScope(caller, args.organizationId);
  if (isRefusal(scope)) return scope;
  const sessions = listVisibleSessions(caller, scope, false);
  const { rows, fields } = await listPage(
    {
      count: () => countSessions(sessions),
      read: (limit, offset) => sortSessions(sessions).selectAll('sessions').limit(limit).offset(offset).execute(),
    },
    args,
  );
  return { status: '2XX', body: { sessions: rows.map(toSessionSummary), ...fields } };
};
