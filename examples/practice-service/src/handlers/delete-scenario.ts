import type { Handlers } from '../../generated/sandbox/server/index.js';
import type { Caller } from '../caller.js';
import { refuse } from '../refuse.js';
import { findChangeableScenario } from '../scenarios.js';

/**
 * Delete a scenario
 *
 * Deletes a scenario.
 *
 * `DELETE /scenarios/{scenario_id}`
 * Source: 4, 4.1, 4.3.
 */
export const deleteScenario: Handlers<Caller>['deleteScenario'] = async (args, { principal: caller }) => {
  const scenario = await findChangeableScenario(caller, args.organizationId, args.scenarioId);
  if ('status' in scenario) return scenario;
  // Its sessions and subscriptions stay.
  const { numUpdatedRows } = await caller.database
    .updateTable('scenarios')
    .set({ deleted_at: Date.now() })
    .where('id', '=', scenario.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n ? { status: '2XX', body: { deleted: true } } : refuse(404, 'there is no such scenario');
};
