import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, type Logger, Migrator, PostgresDialect, SqliteDialect } from 'kysely';
import Libsql from 'libsql';
import pg from 'pg';
import { migrations } from './migrations.js';
import type { Database, Tables } from './schema.js';

/** The place of the data: a folder for SQLite, or the URL of a PostgreSQL database. */
export type Storage = { readonly folder: string } | { readonly url: string };

/**
 * Opens the database and brings its schema up to date. Several processes can do so at the same time. `log` receives
 * each query.
 */
export async function openDatabase(storage: Storage, log: Logger = () => undefined): Promise<Database> {
  const dialect = 'url' in storage ? openPostgres(storage.url) : openSqlite(storage.folder);
  const database = new Kysely<Tables>({ dialect, log });
  const { error } = await new Migrator({ db: database, provider: migrations }).migrateToLatest();
  if (error === undefined) return database;
  await database.destroy();
  throw new Error('the schema of the database cannot be brought up to date', { cause: error });
}

function openSqlite(folder: string): SqliteDialect {
  mkdirSync(folder, { recursive: true });
  const file = new Libsql(join(folder, 'practice.db'));
  // With WAL, only `full` keeps every acknowledged write if the machine loses power.
  for (const setting of ['journal_mode = wal', 'synchronous = full', 'foreign_keys = on', 'busy_timeout = 5000'])
    file.pragma(setting);
  return new SqliteDialect({ database: file });
}

function openPostgres(connectionString: string): PostgresDialect {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 5_000,
    // The columns of type bigint and count(*) contain times and counts, which a number can represent exactly.
    types: {
      getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)),
    },
  });
  // Without a listener, an idle connection that the server closes would end the process. The next query connects again.
  pool.on('error', () => undefined);
  return new PostgresDialect({ pool });
}
