import type { Handlers } from '../../generated/sandbox/server/index.js';
import type { Caller } from '../caller.js';
import { listPage } from '../list-page.js';
import { listOwnScenarios } from '../scenarios.js';
import { isRefusal, resolveScope } from '../scope.js';
import { toScenario } from '../wire/scenarios.js';

/**
 * List scenarios
 *
 * Lists scenarios.
 *
 * `GET /scenarios`
 * Source: 4.1, 4.3.
 */
export const listScenarios: Handlers<Caller>['listScenarios'] = async (args, context) => {
  const { principal: caller } = context;
  const scope = await resolveScope(caller, args.organizationId);
  if (isRefusal(scope)) return scope;
  const scenarios = listOwnScenarios(caller, scope);
  const { rows, fields } = await listPage(
    {
      count: () => scenarios.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
      read: (limit, offset) =>
        scenarios.selectAll().orderBy('created_at', 'desc').orderBy('id').limit(limit).offset(offset).execute(),
    },
    args,
  );
  return { status: '2XX', body: { scenarios: rows.map(toScenario), ...fields } };
};
