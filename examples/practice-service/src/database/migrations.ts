import { type Kysely, type Migration, type MigrationProvider, sql } from 'kysely';

/** Most readers of JSON read a number as a double, so an amount with more digits could change. */
const largestAmount = 999_999_999_999_999;

const first: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await createAccounts(database);
    await createScenarios(database);
    await createSessions(database);
    await createBots(database);
    await createSubscriptions(database);
  },
};

async function createAccounts(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .execute();
  await schema
    .createTable('organizations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('memberships')
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('role', 'text', (column) => column.notNull().check(sql`role in ('admin', 'member')`))
    .addPrimaryKeyConstraint('memberships_key', ['organization_id', 'user_id'])
    .execute();
  await schema
    .createTable('wallets')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('balance_minor', 'bigint', (column) =>
      column.notNull().check(sql`balance_minor between ${sql.lit(-largestAmount)} and ${sql.lit(largestAmount)}`),
    )
    .addColumn('currency', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('tokens')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('wallet_id', 'text', (column) => column.notNull().references('wallets.id'))
    .addColumn('digest', 'text', (column) => column.notNull().unique())
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('revoked_at', 'bigint')
    .execute();
  await schema
    .createTable('rate_windows')
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('window_start', 'bigint', (column) => column.notNull())
    .addColumn('requests', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('rate_windows_key', ['window_start', 'digest'])
    .execute();
  await schema
    .createTable('web_sessions')
    .addColumn('digest', 'text', (column) => column.primaryKey())
    .addColumn('token_id', 'text', (column) => column.notNull().references('tokens.id'))
    .addColumn('csrf', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function createScenarios(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable('scenarios')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('owner_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('organization_id', 'text', (column) => column.references('organizations.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('ai_instructions', 'text', (column) => column.notNull())
    .addColumn('is_public', 'integer', (column) => column.notNull())
    .addColumn('is_recording', 'integer', (column) => column.notNull())
    .addColumn('is_featured', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute();
  await indexByTime(database, 'scenarios', ['owner_id', 'organization_id', 'is_public', 'is_featured']);
  await schema
    .createTable('scenario_access')
    .addColumn('scenario_id', 'text', (column) => column.notNull().references('scenarios.id'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
    .addPrimaryKeyConstraint('scenario_access_key', ['user_id', 'scenario_id'])
    .execute();
  await schema
    .createTable('collections')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('owner_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('organization_id', 'text', (column) => column.references('organizations.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('collections_by_owner').on('collections').columns(['owner_id', 'id']).execute();
}

async function createSessions(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('scenario_id', 'text', (column) => column.notNull().references('scenarios.id'))
    .addColumn('scenario_owner_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('organization_id', 'text', (column) => column.references('organizations.id'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('user_email', 'text', (column) => column.notNull())
    .addColumn('duration_seconds', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('score', 'double precision', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('feedback', 'text', (column) => column.notNull())
    .addColumn('topics', 'text', (column) => column.notNull())
    .addColumn('transcript', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await indexByTime(database, 'sessions', ['user_id', 'organization_id', 'scenario_id', 'user_email']);
  // The index contains the user, so that the index alone is enough to count the sessions that others ran.
  await database.schema
    .createIndex('sessions_by_scenario_owner_id')
    .on('sessions')
    .columns(['scenario_owner_id', 'created_at desc', 'id', 'user_id'])
    .execute();
}

async function createBots(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('meeting_bots')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('scenario_id', 'text', (column) => column.notNull().references('scenarios.id'))
    .addColumn('owner_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('organization_id', 'text', (column) => column.references('organizations.id'))
    .addColumn('meeting_url', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) =>
      column.notNull().check(sql`status in ('pending', 'scheduled', 'in_call_recording', 'call_ended', 'failed')`),
    )
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await indexByTime(database, 'meeting_bots', ['owner_id', 'organization_id', 'scenario_id']);
}

async function createSubscriptions(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('subscriptions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('scenario_id', 'text', (column) => column.notNull().references('scenarios.id'))
    .addColumn('collection_id', 'text', (column) => column.references('collections.id'))
    .addColumn('user_email', 'text', (column) => column.notNull())
    .addColumn('plan', 'text', (column) => column.notNull())
    .addColumn('amount_minor', 'bigint', (column) =>
      column.notNull().check(sql`amount_minor between 0 and ${sql.lit(largestAmount)}`),
    )
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('current_period_end', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await indexByTime(database, 'subscriptions', ['scenario_id', 'collection_id', 'user_email']);
}

/** Creates an index per column. For each value, it contains the rows in the order of lists. */
async function indexByTime(database: Kysely<unknown>, table: string, columns: readonly string[]): Promise<void> {
  for (const column of columns) {
    await database.schema
      .createIndex(`${table}_by_${column}`)
      .on(table)
      .columns([column, 'created_at desc', 'id'])
      .execute();
  }
}

/** The migrations of the schema, in their order. */
export const migrations: MigrationProvider = {
  getMigrations: async (): Promise<Record<string, Migration>> => ({ '0001-first': first }),
};
