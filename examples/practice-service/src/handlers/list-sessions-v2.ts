import type { Handlers, ListSessionsV2Received } from '../../generated/sandbox/server/index.js';
import type { Caller } from '../caller.js';
import { toLowerBound, toUpperBound } from '../date-bounds.js';
import { findListMistake } from '../list-page.js';
import { refuse } from '../refuse.js';
import { isRefusal, resolveScope } from '../scope.js';
import { listVisibleSessions, readSessions, type SessionQuery } from '../sessions.js';
import { toEnrichedSession } from '../wire/sessions.js';

/**
 * List sessions, enriched
 *
 * Lists sessions in their enriched form, page by page.
 *
 * `GET /v2/sessions`
 * Source: 4.1, 4.2, 5, 8.
 */
export const listSessionsV2: Handlers<Caller>['listSessionsV2'] = async (args, { principal: caller }) => {
  const mistake = findMistake(args);
  if (mistake) return refuse(400, mistake);
  const scope = await resolveScope(caller, args.organizationId);
  if (isRefusal(scope)) return scope;
  if (args.adminAccess && !scope.isAdmin) return refuse(403, 'only an administrator may list the whole organization');
  const sessions = listVisibleSessions(caller, scope, args.adminAccess).map((query) => filterSessions(query, args));
  const { rows, fields } = await readSessions(caller.database, sessions, args);
  const enriched = rows.map((row) => toEnrichedSession(row, `${caller.publicUrl}/#session=${row.id}`));
  return { status: '2XX', body: { sessions: enriched, ...fields } };
};

function findMistake(args: ListSessionsV2Received): string | undefined {
  if (args.adminAccess && args.organizationId === undefined) return 'admin access needs the header X-Organization-ID';
  return findListMistake(args);
}

function filterSessions(sessions: SessionQuery, args: ListSessionsV2Received): SessionQuery {
  const { scenarioFilter, userEmailFilter, fromDate, toDate } = args;
  let filtered = sessions;
  if (scenarioFilter !== undefined) filtered = filtered.where('scenario_id', '=', scenarioFilter);
  if (userEmailFilter !== undefined) {
    const emails = userEmailFilter.split(',').map((email) => email.trim());
    filtered = filtered.where('user_email', 'in', emails);
  }
  if (fromDate !== undefined) filtered = filtered.where('created_at', '>=', toLowerBound(fromDate));
  if (toDate !== undefined) filtered = filtered.where('created_at', '<', toUpperBound(toDate));
  return filtered;
}
