import type { Selectable } from 'kysely';
import type { Handlers, ListMeetingBotsReceived } from '../../generated/sandbox/server/index.js';
import type { MeetingBot } from '../../generated/sandbox/types/index.js';
import { type BotQuery, listVisibleBots } from '../bots.js';
import type { Caller } from '../caller.js';
import type { Tables } from '../database/schema.js';
import { toLowerBound, toUpperBound } from '../date-bounds.js';
import { findListMistake, listPage } from '../list-page.js';
import { refuse } from '../refuse.js';
import { isRefusal, resolveScope } from '../scope.js';

/**
 * List meeting bots
 *
 * Lists meeting bots, page by page.
 *
 * `GET /v2/meeting-bots`
 * Source: 4.1, 4.2, 8.
 */
export const listMeetingBots: Handlers<Caller>['listMeetingBots'] = async (args, { principal: caller }) => {
  const mistake = findListMistake(args);
  if (mistake) return refuse(400, mistake);
  const scope = await resolveScope(caller, args.organizationId);
  if (isRefusal(scope)) return scope;
  const bots = filterBots(listVisibleBots(caller, scope), args);
  const { rows, fields } = await listPage(
    {
      count: () => bots.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
      read: (limit, offset) =>
        bots.selectAll().orderBy('created_at', 'desc').orderBy('id').limit(limit).offset(offset).execute(),
    },
    args,
  );
  return { status: '2XX', body: { bots: rows.map(toMeetingBot), ...fields } };
};

function filterBots(bots: BotQuery, args: ListMeetingBotsReceived): BotQuery {
  const { statusFilter, scenarioFilter, fromDate, toDate } = args;
  let filtered = bots;
  if (statusFilter !== undefined) filtered = filtered.where('status', '=', statusFilter);
  if (scenarioFilter !== undefined) filtered = filtered.where('scenario_id', '=', scenarioFilter);
  if (fromDate !== undefined) filtered = filtered.where('created_at', '>=', toLowerBound(fromDate));
  if (toDate !== undefined) filtered = filtered.where('created_at', '<', toUpperBound(toDate));
  return filtered;
}

function toMeetingBot(row: Selectable<Tables['meeting_bots']>): MeetingBot {
  const { id, scenario_id, meeting_url, status } = row;
  return { id, scenario_id, meeting_url, status, created_at: new Date(row.created_at).toISOString() };
}
