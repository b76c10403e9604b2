import type { Selectable, SelectQueryBuilder } from 'kysely';
import type { Caller } from './caller.js';
import type { Tables } from './database/schema.js';
import { type Refusal, refuse } from './refuse.js';
import { isRefusal, resolveScope, type Scope } from './scope.js';

type Scenario = Selectable<Tables['scenarios']>;
type ScenarioQuery = SelectQueryBuilder<Tables, 'scenarios', object>;

/**
 * Selects the scenarios that a caller owns, and those that are shared with the caller. In the scope of an organization,
 * those of the organization.
 */
export function listOwnScenarios(caller: Caller, scope: Scope): ScenarioQuery {
  const scenarios = caller.database.selectFrom('scenarios').where('deleted_at', 'is', null);
  if (scope.organizationId !== undefined) return scenarios.where('organization_id', '=', scope.organizationId);
  // A union uses two indexes. For `or`, PostgreSQL would read the whole table.
  const own = caller.database.selectFrom('scenarios as own').select('own.id').where('own.owner_id', '=', caller.userId);
  const shared = caller.database
    .selectFrom('scenario_access')
    .select('scenario_id as id')
    .where('user_id', '=', caller.userId);
  return scenarios.where('id', 'in', own.union(shared));
}

/** Finds a scenario by its id, in the caller's list or among the public ones. */
export async function findScenario(caller: Caller, scope: Scope, id: string): Promise<Scenario | undefined> {
  const own = await listOwnScenarios(caller, scope).selectAll().where('id', '=', id).executeTakeFirst();
  if (own) return own;
  return caller.database
    .selectFrom('scenarios')
    .selectAll()
    .where('id', '=', id)
    .where('is_public', '=', 1)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/**
 * Finds a scenario that the caller can change: one that the caller owns or, for an administrator, one of the
 * organization.
 */
export async function findChangeableScenario(
  caller: Caller,
  organizationId: string | undefined,
  id: string,
): Promise<Scenario | Refusal<403> | Refusal<404>> {
  const scope = await resolveScope(caller, organizationId);
  if (isRefusal(scope)) return scope;
  const scenario = await findScenario(caller, scope, id);
  if (!scenario) return refuse(404, 'there is no such scenario');
  const isAdministered = scope.isAdmin && scenario.organization_id === scope.organizationId;
  if (scenario.owner_id === caller.userId || isAdministered) return scenario;
  return refuse(403, 'only its owner may change a scenario');
}
