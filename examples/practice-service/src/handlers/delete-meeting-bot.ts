import type { Handlers } from '../../generated/sandbox/server/index.js';
import { listVisibleBots } from '../bots.js';
import type { Caller } from '../caller.js';
import { refuse } from '../refuse.js';
import { isRefusal, resolveScope } from '../scope.js';

/**
 * Cancel a meeting bot
 *
 * Removes a meeting bot, so that it does not join the call. Only pending or scheduled bots can be deleted. The request
 * has no body.
 *
 * `DELETE /v2/meeting-bots/{bot_id}`
 * Source: 3.1, 4, 4.1, 4.2.
 */
export const deleteMeetingBot: Handlers<Caller>['deleteMeetingBot'] = async (args, context) => {
  const { principal: caller } = context;
  const scope = await resolveScope(caller, args.organizationId);
  if (isRefusal(scope)) return scope;
  // A single statement checks and removes, so that exactly one of several simultaneous callers removes the bot.
  const { numDeletedRows } = await caller.database
    .deleteFrom('meeting_bots')
    .where('id', 'in', listVisibleBots(caller, scope).select('id').where('id', '=', args.botId))
    .where('status', 'in', ['pending', 'scheduled'])
    .executeTakeFirstOrThrow();
  if (numDeletedRows > 0n) return { status: '2XX', body: { deleted: true } };
  const bot = await listVisibleBots(caller, scope).select('status').where('id', '=', args.botId).executeTakeFirst();
  if (!bot) return refuse(404, 'there is no such meeting bot');
  return refuse(400, `a meeting bot of status ${bot.status} cannot be cancelled`);
};
