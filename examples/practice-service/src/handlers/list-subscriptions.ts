import type { Expression, Selectable } from 'kysely';
import type { Handlers } from '../../generated/sandbox/server/index.js';
import type { Subscription } from '../../generated/sandbox/types/index.js';
import type { Caller } from '../caller.js';
import type { Tables } from '../database/schema.js';
import { isRefusal, resolveScope, type Scope } from '../scope.js';
import { toDecimal } from '../wire/amounts.js';

/**
 * List subscriptions
 *
 * Lists the subscriptions to the scenarios and collections that the caller created. The response has no pagination
 * fields.
 *
 * `GET /subscriptions`
 * Source: 4.1, 4.2.
 */
export const listSubscriptions: Handlers<Caller>['listSubscriptions'] = async (args, context) => {
  const { principal: caller } = context;
  const scope = await resolveScope(caller, args.organizationId);
  if (isRefusal(scope)) return scope;
  let query = caller.database
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', 'in', listVisibleIds(caller, scope))
    .orderBy('created_at', 'desc')
    .orderBy('id');
  if (args.subscriberEmail !== undefined) query = query.where('user_email', '=', args.subscriberEmail);
  const rows = await query.execute();
  return { status: '2XX', body: { subscriptions: rows.map(toSubscription) } };
};

// A union uses two indexes. For a condition with `or`, PostgreSQL would read the whole table.
function listVisibleIds({ database, userId }: Caller, { organizationId }: Scope): Expression<string> {
  let scenarios = database.selectFrom('scenarios').select('scenarios.id').where('owner_id', '=', userId);
  let collections = database.selectFrom('collections').select('collections.id').where('owner_id', '=', userId);
  if (organizationId !== undefined) {
    scenarios = scenarios.where('organization_id', '=', organizationId);
    collections = collections.where('organization_id', '=', organizationId);
  }
  const subscriptions = database.selectFrom('subscriptions as visible').select('visible.id');
  return subscriptions
    .where('visible.scenario_id', 'in', scenarios)
    .union(subscriptions.where('visible.collection_id', 'in', collections))
    .$asScalar();
}

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
