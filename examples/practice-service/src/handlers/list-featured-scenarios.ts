import type { Handlers } from '../../generated/sandbox/server/index.js';
import type { Caller } from '../caller.js';
import { isRefusal, resolveScope } from '../scope.js';
import { toScenario } from '../wire/scenarios.js';

/**
 * List featured public scenarios
 *
 * Lists the featured public scenarios.
 *
 * `GET /featured-scenarios`
 * Source: 4.1, 4.3.
 */
export const listFeaturedScenarios: Handlers<Caller>['listFeaturedScenarios'] = async (args, context) => {
  const { principal: caller } = context;
  const scope = await resolveScope(caller, args.organizationId);
  if (isRefusal(scope)) return scope;
  const rows = await caller.database
    .selectFrom('scenarios')
    .selectAll()
    .where('is_featured', '=', 1)
    .where('is_public', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return { status: '2XX', body: { scenarios: rows.map(toScenario) } };
};
