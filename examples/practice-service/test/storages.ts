import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import pg from 'pg';
import { effort } from '../../../test/effort.js';
import type { Storage } from '../src/database/open-database.js';

/** A kind of database. It creates empty databases. Of the users of PostgreSQL, only `guest` needs a password. */
export interface StorageKind {
  readonly name: string;
  create(): Promise<Storage>;
  /** Stops the database server and starts it again. Absent if there is no server. */
  readonly server?: { stop(): void; start(): void };
  close(): Promise<void>;
}

/**
 * Returns the kinds of databases for tests. They include PostgreSQL if its programs are on this machine; for long
 * suites, only in CI.
 */
export function listStorageKinds(postgres: 'always' | 'CI' = 'always'): StorageKind[] {
  if (postgres === 'CI' && effort === 'part') return [startSqlite()];
  const programs = findPostgres();
  if (programs) return [startSqlite(), startPostgres(programs)];
  if (process.env['CI']) throw new Error('CI tests with PostgreSQL, whose programs are not on this machine');
  console.warn('not run with PostgreSQL: its programs are not on this machine');
  return [startSqlite()];
}

function startSqlite(): StorageKind {
  const folders: string[] = [];
  return {
    name: 'SQLite',
    create: async () => {
      const folder = mkdtempSync(join(tmpdir(), 'practice-'));
      folders.push(folder);
      return { folder };
    },
    close: async () => {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  };
}

// Debian does not add the programs of the server to the path.
function findPostgres(): string | undefined {
  const versions = '/usr/lib/postgresql';
  if (!existsSync(versions)) return undefined;
  const folders = readdirSync(versions).map((version) => join(versions, version, 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'initdb')));
}

function startPostgres(programs: string): StorageKind {
  let folder: string | undefined;
  let count = 0;
  const run = (program: string, ...args: string[]): void => {
    // The server refuses to run with the rights of root.
    execFileSync(join(programs, program), args, { stdio: 'ignore', ...(findUser() ?? {}) });
  };
  const start = (): string => {
    const created = mkdtempSync(join(tmpdir(), 'practice-'));
    folder = created;
    const user = findUser();
    if (user) chownSync(created, user.uid, user.gid);
    run('initdb', '--auth', 'trust', '--username', 'postgres', '--no-sync', '--pgdata', join(created, 'data'));
    const rules = join(created, 'data', 'pg_hba.conf');
    writeFileSync(rules, `local all guest scram-sha-256\n${readFileSync(rules, 'utf8')}`);
    startServer(created);
    return created;
  };
  const startServer = (created: string): void => {
    const options = `-k ${created} -c listen_addresses= -c fsync=off -c max_connections=200`;
    run(
      'pg_ctl',
      '--wait',
      '--pgdata',
      join(created, 'data'),
      '--options',
      options,
      '--log',
      join(created, 'log'),
      'start',
    );
  };
  const stopServer = (created: string): void =>
    run('pg_ctl', '--pgdata', join(created, 'data'), '--mode', 'immediate', 'stop');
  return {
    name: 'PostgreSQL',
    create: async () => {
      folder ??= start();
      count += 1;
      const address = (name: string): string => `postgresql://postgres@localhost/${name}?host=${folder}`;
      const client = new pg.Client({ connectionString: address('postgres') });
      await client.connect();
      await client.query(`create database practice_${count}`);
      await client.end();
      return { url: address(`practice_${count}`) };
    },
    server: { stop: () => stopServer(folder ?? ''), start: () => startServer(folder ?? '') },
    close: async () => {
      if (folder === undefined) return;
      stopServer(folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
