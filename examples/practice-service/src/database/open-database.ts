import { chmodSync, closeSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, type Logger, Migrator, PostgresDialect, SqliteDialect, sql } from 'kysely';
import Libsql from 'libsql';
import pg from 'pg';
import { migrations } from './migrations.js';
import type { Database, Tables } from './schema.js';

/** The place of the data: a folder for SQLite, or the URL of a PostgreSQL database. */
export type Storage = { readonly folder: string } | { readonly url: string };

/**
 * Opens the database and brings its schema up to date. Several processes can do so at the same time. `log` receives
 * each query. Throws an error with the reason if it cannot connect.
 */
export async function openDatabase(storage: Storage, log: Logger = () => undefined): Promise<Database> {
  const dialect = 'url' in storage ? openPostgres(storage.url) : openSqlite(storage.folder);
  const database = new Kysely<Tables>({ dialect, log });
  try {
    await sql`select 1`.execute(database);
  } catch (error) {
    await database.destroy();
    throw new Error(`cannot connect to the database: ${explain(error)}`, { cause: error });
  }
  const { error } = await new Migrator({ db: database, provider: migrations }).migrateToLatest();
  if (error === undefined) return database;
  await database.destroy();
  throw new Error(`the schema of the database cannot be brought up to date: ${explain(error)}`, { cause: error });
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message.includes('client password must be a string'))
    return 'it needs a password, and DATABASE_URL has none';
  // If no address of a host answers, the error has only a code.
  return error.message || ('code' in error ? String(error.code) : error.name);
}

function openSqlite(folder: string): SqliteDialect {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'practice.db');
  closeSync(openSync(path, 'a', 0o600));
  // The files beside it, such as the log, get the rights of this one when they are created.
  for (const name of readdirSync(folder)) if (name.startsWith('practice.db')) chmodSync(join(folder, name), 0o600);
  const file = new Libsql(path);
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
