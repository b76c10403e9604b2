import { randomUUID } from 'node:crypto';
import type { Handlers } from '../../generated/sandbox/server/index.js';
import type { Caller } from '../caller.js';
import { isRefusal, resolveScope } from '../scope.js';
import { toScenario } from '../wire/scenarios.js';

/**
 * Create a scenario
 *
 * Creates a scenario.
 *
 * `POST /scenarios`
 * Source: 2.1, 4.1, 4.3.
 */
export const createScenario: Handlers<Caller>['createScenario'] = async (args, context) => {
  const { principal: caller } = context;
  const scope = await resolveScope(caller, args.organizationId);
  if (isRefusal(scope)) return scope;
  const { name, description, ai_instructions, is_public, is_recording } = args.body;
  const row = {
    id: randomUUID(),
    owner_id: caller.userId,
    organization_id: scope.organizationId ?? null,
    name,
    description,
    ai_instructions,
    is_public: Number(is_public),
    is_recording: Number(is_recording),
    is_featured: 0,
    created_at: Date.now(),
    deleted_at: null,
  };
  await caller.database.insertInto('scenarios').values(row).execute();
  return { status: '2XX', body: toScenario(row) };
};
