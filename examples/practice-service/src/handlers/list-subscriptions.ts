import type { Selectable } from 'kysely';
import type { Handlers } from '../../generated/sandbox/server/index.js';
import type { Subscription } from '../../generated/sandbox/types/index.js';
import type { Caller } from '../caller.js';
import type { Tables } from '../database/schema.js';
import { isRefusal, resolveScope } from '../scope.js';
import { toDecimal } from '../wire/amounts.js';

/**
 * List subscriptions
 *
 * Lists the subscriptions to the scenarios and collections that the caller created. The response has no fields for
 * pages.
 *
 * `GET /subscriptions`
 * Source: 4.1, 4.2.
 */
export const listSubscriptions: Handlers<Caller>['listSubscriptions'] = async (args, context) => {
  const { principal: caller } = context;
  const scope = await resolveScope(caller, args.organizationId);
  if (isRefusal(scope)) return scope;
  const { organizationId } = scope;
  let query = caller.database
    .selectFrom('subscriptions')
    .selectAll()
    .where(({ eb, or, selectFrom }) => {
      const scenarios = selectFrom('scenarios').select('scenarios.id').where('owner_id', '=', caller.userId);
      const collections = selectFrom('collections').select('collections.id').where('owner_id', '=', caller.userId);
      if (organizationId === undefined)
        return or([eb('scenario_id', 'in', scenarios), eb('collection_id', 'in', collections)]);
      return or([
        eb('scenario_id', 'in', scenarios.where('organization_id', '=', organizationId)),
        eb('collection_id', 'in', collections.where('organization_id', '=', organizationId)),
      ]);
    })
    .orderBy('created_at', 'desc')
    .orderBy('id');
  if (args.subscriberEmail !== undefined) query = query.where('user_email', '=', args.subscriberEmail);
  const rows = await query.execute();
  return { status: '2XX', body: { subscriptions: rows.map(toSubscription) } };
};

function toSubscription(row: Selectable<Tables['subscriptions']>): Subscription {
  const { id, scenario_id, user_email, plan, currency, status } = row;
  return {
    id,
    scenario_id,
    user_email,
    plan,
    amount: toDecimal(row.amount_minor),
    currency,
    status,
    current_period_end: new Date(row.current_period_end).toISOString(),
    created_at: new Date(row.created_at).toISOString(),
  };
}
