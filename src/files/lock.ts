import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimNames, lockName, lockNames } from './journal.js';
import { formatSystemError } from './system-error.js';

/** Why a lock could not be taken: the system refused it, or another run (the process id `holder`) has it. */
export type LockRefusal = { readonly why: string } | { readonly holder: string };

const retryInterval = 25;
// Limits the attempts to remove a lock that cannot be removed.
const mostTakeovers = 20;
const renewalInterval = 1000;
/** How long a run waits for another one that shows no sign of life, in milliseconds. */
const defaultPatience = 10_000;

/**
 * A lock on a folder, held until `release`. A run takes over the lock of a killed run of the same machine at once. For
 * a run of another machine or container, only the time of its lock shows whether it is alive: the run renews this time
 * while it writes.
 */
export class Lock {
  readonly #path: string;
  readonly #text: string;
  readonly #made: string | undefined;
  #renewedAt = performance.now();

  private constructor(path: string, text: string, made: string | undefined) {
    this.#path = path;
    this.#text = text;
    this.#made = made;
  }

  /** Takes the lock of a folder. Creates the folder if it does not exist. Waits if another run has the lock. */
  static async take(folder: string, patience: number = defaultPatience): Promise<Lock | LockRefusal> {
    const path = join(folder, lockName);
    const text = `${JSON.stringify({ process: process.pid, host: hostname(), run: randomUUID() })}\n`;
    try {
      const taken = await wait(path, text, patience);
      return 'holder' in taken || 'why' in taken ? taken : new Lock(path, text, taken.made);
    } catch (error) {
      const why = formatSystemError(error);
      if (why === undefined) throw error;
      return { why };
    }
  }

  /** Renews the time of the lock, so that other runs see that this one is alive. */
  renew(): void {
    if (performance.now() - this.#renewedAt < renewalInterval) return;
    this.#renewedAt = performance.now();
    const now = new Date();
    utimesSync(this.#path, now, now);
  }

  /** Whether this run still has the lock. Another run takes it over from a suspended run. */
  get isHeld(): boolean {
    return readLock(this.#path)?.text === this.#text;
  }

  /** Removes the lock. Also removes the folder if it was created for the lock and is empty. */
  release(): void {
    if (this.isHeld) rmSync(this.#path, { force: true });
    if (this.#made === undefined) return;
    try {
      for (let folder = dirname(this.#path); folder.startsWith(this.#made); folder = dirname(folder)) rmdirSync(folder);
    } catch {
      // The folder is not empty, because something was written.
    }
  }
}

interface Seen {
  readonly path: string;
  readonly text: string;
  readonly time: number;
}

/** Waits for the lock. Returns the topmost folder that it created, if any, or the process that has the lock. */
async function wait(path: string, text: string, patience: number): Promise<{ made?: string } | LockRefusal> {
  const folder = dirname(path);
  let last = '';
  let since = performance.now();
  let takeovers = 0;
  for (;;) {
    const made = createFolders(folder);
    if (create(path, text)) {
      for (const name of claimNames) rmSync(join(folder, name), { force: true });
      return made === undefined ? {} : { made };
    }
    const seen = readLocks(folder);
    if (JSON.stringify(seen) !== last) since = performance.now();
    last = JSON.stringify(seen);
    const isOver = performance.now() - since >= patience;
    const isLeft = ({ text: left }: Seen): boolean =>
      findHolderState(left) === 'gone' || (isOver && findHolderState(left) === 'unknown');
    if (seen.length > 0 && seen.every(isLeft) && takeovers++ < mostTakeovers) {
      remove(seen, text);
      continue;
    }
    if (isOver) return { holder: /"process":(\d{1,10})/.exec(seen[0]?.text ?? '')?.[1] ?? 'unknown' };
    await sleep(retryInterval);
  }
}

// Fails with `ENOENT` if another run removes the folder at the same time. It does so if it created the folder and wrote
// nothing.
function create(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    if (error.code === 'EEXIST' || error.code === 'ENOENT') return false;
    // The file was created but could not be written, for example because the disk is full. An empty lock names no
    // process, so the next run would wait for it.
    const isCreated = 'syscall' in error && error.syscall !== 'open';
    if (isCreated && text.startsWith(readLock(path)?.text ?? '?')) rmSync(path, { force: true });
    throw error;
  }
}

function readLock(path: string): Seen | undefined {
  try {
    return { path, text: readFileSync(path, 'utf8'), time: statSync(path).mtimeMs };
  } catch {
    return undefined;
  }
}

/** Reads the lock of a folder, and its claims up to the first one that does not exist. */
function readLocks(folder: string): Seen[] {
  const seen = lockNames.map((name) => readLock(join(folder, name)));
  const end = seen.indexOf(undefined);
  return seen.slice(0, end === -1 ? undefined : end).filter((each) => each !== undefined);
}

// If several runs take over at once, only one of them can create the claim. It removes the last file that the killed
// run left, if that is still the same file.
function remove(seen: readonly Seen[], text: string): void {
  const [left, name] = [seen.at(-1), lockNames[seen.length]];
  if (left === undefined || name === undefined) return;
  const claim = join(dirname(left.path), name);
  try {
    if (!create(claim, text)) return;
    if (readLock(left.path)?.text === left.text) rmSync(left.path);
    if (readLock(claim)?.text === text) rmSync(claim, { force: true });
  } catch {
    // The lock cannot be removed.
  }
}

function findHolderState(text: string): 'alive' | 'gone' | 'unknown' {
  const [, id, host] = /^\{"process":(\d{1,10}),"host":"([^"\\]*)"/.exec(text) ?? [];
  if (id === undefined || host !== hostname()) return 'unknown';
  try {
    process.kill(Number(id), 0);
    return 'alive';
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH' ? 'gone' : 'alive';
  }
}

// Each try can fail because another run removes a folder in which this run creates one.
const mostTries = 3;

/**
 * Creates a folder and the folders above it that do not exist. Returns the topmost folder that it created. Throws the
 * error of the system. `mkdirSync` with `recursive` never ends if a folder exists but nothing can be created in it, as
 * in `/proc`.
 */
export function createFolders(path: string): string | undefined {
  for (let tries = 1; ; tries++) {
    try {
      return createMissing(path);
    } catch (error) {
      if (tries === mostTries || !(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
}

function createMissing(path: string): string | undefined {
  const missing: string[] = [];
  for (let folder = path; !existsSync(folder) && dirname(folder) !== folder; folder = dirname(folder))
    missing.unshift(folder);
  for (const folder of missing) createFolder(folder);
  return missing[0];
}

function createFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another run may have created the folder since the check.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}
