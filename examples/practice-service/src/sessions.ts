import type { SelectQueryBuilder } from 'kysely';
import type { Caller } from './caller.js';
import type { Tables } from './database/schema.js';
import type { Scope } from './scope.js';

/** A query of sessions with their scenarios. */
export type SessionQuery = SelectQueryBuilder<Tables, 'sessions' | 'scenarios', object>;

/**
 * Selects the sessions that a caller may see: those of the caller and those of the caller's scenarios; in the scope of
 * an organization only its own, and with `isWhole` all of these.
 */
export function listVisibleSessions({ database, userId }: Caller, scope: Scope, isWhole: boolean): SessionQuery {
  const sessions = database.selectFrom('sessions').innerJoin('scenarios', 'scenarios.id', 'sessions.scenario_id');
  const scoped =
    scope.organizationId === undefined
      ? sessions
      : sessions.where('sessions.organization_id', '=', scope.organizationId);
  if (isWhole) return scoped;
  return scoped.where(({ eb, or }) =>
    or([eb('sessions.user_id', '=', userId), eb('sessions.scenario_owner_id', '=', userId)]),
  );
}

/** Counts the sessions of a query. */
export function countSessions(query: SessionQuery): Promise<{ readonly total: number }> {
  return query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
}

/** Sorts the sessions of a query, the newest first. */
export function sortSessions(query: SessionQuery): SessionQuery {
  return query.orderBy('sessions.created_at', 'desc').orderBy('sessions.id');
}
