import type { Handlers } from '../../generated/sandbox/server/index.js';
import type { Caller } from '../caller.js';
import { refuse } from '../refuse.js';
import { findChangeableScenario } from '../scenarios.js';
import { toScenario } from '../wire/scenarios.js';

/**
 * Update a scenario
 *
 * Updates a scenario.
 *
 * `PATCH /scenarios/{scenario_id}`
 * Source: 2.1, 4, 4.1, 4.3.
 */
export const updateScenario: Handlers<Caller>['updateScenario'] = async (args, { principal: caller }) => {
  const scenario = await findChangeableScenario(caller, args.organizationId, args.scenarioId);
  if ('status' in scenario) return scenario;
  const { is_public, is_recording, ...texts } = args.body;
  const row = await caller.database
    .updateTable('scenarios')
    .set({
      ...texts,
      ...(is_public === undefined ? {} : { is_public: Number(is_public) }),
      ...(is_recording === undefined ? {} : { is_recording: Number(is_recording) }),
    })
    .where('id', '=', scenario.id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!row) return refuse(404, 'there is no such scenario');
  return { status: '2XX', body: toScenario(row) };
};
