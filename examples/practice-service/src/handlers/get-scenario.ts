import type { Handlers } from '../../generated/sandbox/server/index.js';
import type { Caller } from '../caller.js';
import { refuse } from '../refuse.js';
import { findScenario } from '../scenarios.js';
import { isRefusal, resolveScope } from '../scope.js';
import { toScenario } from '../wire/scenarios.js';

/**
 * Get one scenario
 *
 * Returns a scenario that the caller owns or can access.
 *
 * `GET /scenarios/{scenario_id}`
 * Source: 4, 4.1, 4.2.
 */
export const getScenario: Handlers<Caller>['getScenario'] = async (args, context) => {
  const { principal: caller } = context;
  const scope = await resolveScope(caller, args.organizationId);
  if (isRefusal(scope)) return scope;
  const scenario = await findScenario(caller, scope, args.scenarioId);
  if (!scenario) return refuse(404, 'there is no such scenario');
  return { status: '2XX', body: toScenario(scenario) };
};
