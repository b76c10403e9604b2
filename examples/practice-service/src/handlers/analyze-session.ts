import type { Handlers } from '../../generated/sandbox/server/index.js';
import type { Caller } from '../caller.js';
import { describeSession } from '../evaluate.js';
import { refuse } from '../refuse.js';
import { isRefusal, resolveScope } from '../scope.js';
import { findSession } from '../sessions.js';
import { toSessionDetail } from '../wire/sessions.js';

/**
 * Trigger the analysis of a session
 *
 * Triggers the analysis of a session.
 *
 * `POST /sessions/analyze`
 * Source: 4.1, 4.3.
 */
export const analyzeSession: Handlers<Caller>['analyzeSession'] = async (args, context) => {
  const { principal: caller } = context;
  const scope = await resolveScope(caller, args.organizationId);
  if (isRefusal(scope)) return scope;
  const session = await findSession(caller, scope, args.body.session_id);
  if (!session) return refuse(404, 'there is no such session');
  const { topics, ...evaluation } = describeSession(toSessionDetail(session).transcript);
  const row = await caller.database
    .updateTable('sessions')
    .set({ ...evaluation, topics: JSON.stringify(topics) })
    .where('id', '=', session.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { status: '2XX', body: toSessionDetail(row) };
};
