import { randomUUID } from 'node:crypto';
import type { Handlers } from '../../generated/sandbox/server/index.js';
import type { Caller } from '../caller.js';
import { describeSession } from '../evaluate.js';
import { refuse } from '../refuse.js';
import { findScenario } from '../scenarios.js';
import { isRefusal, resolveScope } from '../scope.js';
import { toSessionDetail } from '../wire/sessions.js';

/**
 * Create a session
 *
 * Creates a session.
 *
 * `POST /v2/sessions`
 * Source: 4.1, 4.3.
 */
export const createSession: Handlers<Caller>['createSession'] = async (args, context) => {
  const { principal: caller } = context;
  const scope = await resolveScope(caller, args.organizationId);
  if (isRefusal(scope)) return scope;
  const { scenario_id, duration_seconds, transcript } = args.body;
  const scenario = await findScenario(caller, scope, scenario_id);
  if (!scenario) return refuse(404, 'there is no such scenario');
  const { topics, ...evaluation } = describeSession(transcript);
  const row = {
    id: randomUUID(),
    scenario_id,
    scenario_owner_id: scenario.owner_id,
    organization_id: scope.organizationId ?? null,
    user_id: caller.userId,
    user_email: caller.email,
    duration_seconds,
    status: 'completed',
    ...evaluation,
    topics: JSON.stringify(topics),
    transcript: JSON.stringify(transcript),
    created_at: Date.now(),
  };
  await caller.database.insertInto('sessions').values(row).execute();
  return { status: '2XX', body: toSessionDetail(row) };
};
