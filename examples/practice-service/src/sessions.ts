import type { Selectable, SelectQueryBuilder } from 'kysely';
import type { Caller } from './caller.js';
import type { Database, Tables } from './database/schema.js';
import { listPage, type PageFields, type PageRequest } from './list-page.js';
import type { Scope } from './scope.js';

/** A query of sessions. */
export type SessionQuery = SelectQueryBuilder<Tables, 'sessions', object>;

/** A session with the name of its scenario. */
export type NamedSession = Selectable<Tables['sessions']> & { readonly scenario_name: string };

/**
 * Lists the sessions that a caller can see, as queries that share no row: those of the caller, and those of the
 * caller's scenarios. In the scope of an organization, only its sessions; `isWhole` includes all of them. For each
 * query, an index has the rows in the order of lists.
 */
export function listVisibleSessions({ database, userId }: Caller, scope: Scope, isWhole: boolean): SessionQuery[] {
  const sessions = database.selectFrom('sessions');
  const { organizationId } = scope;
  const scoped = organizationId === undefined ? sessions : sessions.where('organization_id', '=', organizationId);
  if (isWhole) return [scoped];
  return [
    scoped.where('user_id', '=', userId),
    scoped.where('scenario_owner_id', '=', userId).where('user_id', '<>', userId),
  ];
}

/** Finds a session by its id. */
export async function findSession(
  caller: Caller,
  scope: Scope,
  id: string,
): Promise<Selectable<Tables['sessions']> | undefined> {
  for (const query of listVisibleSessions(caller, scope, scope.isAdmin)) {
    const session = await query.selectAll().where('id', '=', id).executeTakeFirst();
    if (session) return session;
  }
  return undefined;
}

/** Counts the sessions of several queries, and reads one page of them, newest first. */
export function readSessions(
  database: Database,
  queries: readonly SessionQuery[],
  page: PageRequest,
): Promise<{ readonly rows: readonly NamedSession[]; readonly fields: PageFields }> {
  return listPage(
    {
      count: async () => {
        const counts = queries.map((query) => query.select(({ fn }) => fn.countAll<number>().as('count')));
        const rows = await Promise.all(counts.map((count) => count.executeTakeFirstOrThrow()));
        return { total: rows.reduce((sum, { count }) => sum + count, 0) };
      },
      read: (limit, offset) => readPage(database, queries, limit, offset),
    },
    page,
  );
}

function readPage(
  database: Database,
  queries: readonly SessionQuery[],
  limit: number,
  offset: number,
): Promise<NamedSession[]> {
  // The index of a query returns its rows in order, so no row beyond the end of the page is read.
  const [first, ...others] = queries.map((query) => {
    const rows = query
      .select(['id', 'created_at'])
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(offset + limit);
    return database.selectFrom(rows.as('rows')).selectAll();
  });
  if (!first) return Promise.resolve([]);
  const all = others.reduce((union, rows) => union.unionAll(rows), first).as('all_rows');
  const page = database
    .selectFrom(all)
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset);
  return database
    .selectFrom(page.as('page'))
    .innerJoin('sessions', 'sessions.id', 'page.id')
    .innerJoin('scenarios', 'scenarios.id', 'sessions.scenario_id')
    .selectAll('sessions')
    .select('scenarios.name as scenario_name')
    .orderBy('sessions.created_at', 'desc')
    .orderBy('sessions.id')
    .execute();
}
