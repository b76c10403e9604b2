import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import type { Folder } from './folder.js';
import {
  getPreparedPath,
  hashBytes,
  isInterrupted,
  type Journal,
  type JournalChange,
  joinJournalFolder,
  journalName,
  lockName,
  printJournal,
  readJournal,
  type WritePlace,
} from './journal.js';
import { createFolders, Lock } from './lock.js';
import { formatSystemError } from './system-error.js';

export interface FileChange {
  /** The path below the folder, with `/` as separator. */
  readonly path: string;
  /** The bytes that were read. Absent if there was no file. */
  readonly before?: Uint8Array;
  /** The new bytes. Absent if the file is removed. */
  readonly after?: Uint8Array;
}

/**
 * Opens a folder for writing. Waits for its lock, then completes or undoes what an interrupted run left. If that fails,
 * reports it and returns `undefined`. The caller closes the writer.
 */
export async function openForWriting(at: WritePlace, diagnostics: Diagnostics): Promise<FileWriter | undefined> {
  const { folder, journalFolder, patience } = at;
  const lock = await Lock.take(folder.locate(journalFolder), patience);
  if (!(lock instanceof Lock)) {
    if ('why' in lock)
      diagnostics.report('output-not-written', undefined, { path: folder.show(journalFolder), why: lock.why });
    else
      diagnostics.report('output-locked', undefined, {
        path: folder.show(journalFolder),
        lock: folder.show(joinJournalFolder(journalFolder, lockName)),
        ...lock,
      });
    return undefined;
  }
  const writer = new FileWriter(at, lock, diagnostics);
  if (writer.recover()) return writer;
  writer.close();
  return undefined;
}

/**
 * Completes or undoes what an interrupted run left in a folder. A command that writes calls this before it reads.
 * Returns whether there was such a run, or `undefined` if this fails, which is reported.
 */
export async function completeInterrupted(at: WritePlace, diagnostics: Diagnostics): Promise<boolean | undefined> {
  if (!isInterrupted(at)) return false;
  const writer = await openForWriting(at, diagnostics);
  writer?.close();
  return writer && true;
}

/**
 * Opens a folder, makes all changes or none, and closes it. Returns whether it made them. If it did not, reports the
 * reason.
 */
export async function writeFiles(
  at: WritePlace,
  changes: readonly FileChange[],
  diagnostics: Diagnostics,
): Promise<boolean> {
  const writer = await openForWriting(at, diagnostics);
  if (!writer) return false;
  try {
    return writer.write(changes);
  } finally {
    writer.close();
  }
}

/** Writes several files below a locked folder: all of them or none. */
class FileWriter {
  readonly #folder: Folder;
  readonly #journal: string;
  readonly #lock: Lock;
  readonly #diagnostics: Diagnostics;

  constructor({ folder, journalFolder }: WritePlace, lock: Lock, diagnostics: Diagnostics) {
    this.#folder = folder;
    this.#journal = joinJournalFolder(journalFolder, journalName);
    this.#lock = lock;
    this.#diagnostics = diagnostics;
  }

  /**
   * Makes the changes in their order. If one fails, reports it and undoes all. A file is changed only if it still has
   * the bytes it was read with. At any moment it has either its old bytes or its new ones. A file that already has its
   * new bytes is not touched. If the run is killed, the next run completes or undoes the changes.
   */
  write(changes: readonly FileChange[]): boolean {
    const differing = changes.filter(
      ({ before, after }) => before === undefined || !after || Buffer.compare(before, after),
    );
    if (differing.length === 0) return true;
    const rows = differing.map(hashChange);
    const placed = new Set<string>();
    const isWritten =
      this.#writeJournal({ state: 'staging', changes: rows }) &&
      this.#each(differing, (change) => prepareChange(this.#folder, change)) &&
      this.#writeJournal({ state: 'placing', changes: rows }) &&
      this.#each(rows, (row) => {
        applyChange(this.#folder, row);
        placed.add(row.path);
      });
    // If something cannot be undone now, the journal stays, and the next run undoes it.
    if (!isWritten && placed.size > 0 && !this.#undo(differing, placed)) return false;
    // Each file that was placed left no prepared one.
    if (!isWritten) for (const { path } of differing) this.#try(path, () => removePrepared(this.#folder, path));
    return this.#removeJournal() && isWritten;
  }

  // First replaces the journal by one with the old bytes as the new ones. If this run is killed then, the next run
  // undoes the changes too.
  #undo(changes: readonly FileChange[], placed: ReadonlySet<string>): boolean {
    const undone = changes
      .filter((change) => placed.has(change.path) && this.#try(change.path, () => this.#checkPlaced(change)))
      .reverse()
      .map(invertChange);
    const rows = undone.map(hashChange);
    const rest = changes
      .filter(({ path }) => !placed.has(path))
      .map(({ path, before }) => ({ path, ...(before && { before, after: before }) }));
    return (
      this.#each(undone, (change) => prepareChange(this.#folder, change)) &&
      this.#writeJournal({ state: 'placing', changes: [...rows, ...rest.map(hashChange)] }) &&
      this.#each(rows, (row) => applyChange(this.#folder, row))
    );
  }

  #checkPlaced(change: FileChange): void {
    checkUnchanged(this.#folder, change.path, hashChange(change).after);
  }

  /** Completes the changes of an interrupted run, or removes the files that it had prepared. */
  recover(): boolean {
    const { state, changes = [] } = readJournal(this.#folder, this.#journal) ?? {};
    const isDone = this.#each(changes, (row) => {
      const { path } = row;
      if (state === 'placing' && !this.#complete(row))
        this.#diagnostics.report('interrupted-write', undefined, { path: this.#folder.show(path) });
      removePrepared(this.#folder, path);
    });
    return isDone && this.#removeJournal();
  }

  /** Releases the lock. */
  close(): void {
    this.#lock.release();
  }

  // If somebody edited a file after the interruption, the edit is newer, so it stays.
  #complete(row: JournalChange): boolean {
    const found = hashFound(this.#folder, row.path);
    if (found === row.after) return true;
    if (found !== row.before || (row.after && hashFound(this.#folder, getPreparedPath(row.path)) !== row.after))
      return false;
    applyChange(this.#folder, row);
    return true;
  }

  #writeJournal(journal: Journal): boolean {
    const path = this.#journal;
    return this.#try(path, () => {
      if (!this.#lock.isHeld) throw new Refusal('another run of lacuna started to write; run the command again');
      removePrepared(this.#folder, path);
      const found = this.#folder.find(path);
      const change = { path, ...(found.state === 'file' && { before: found.bytes }), after: printJournal(journal) };
      prepareChange(this.#folder, change);
      applyChange(this.#folder, hashChange(change));
    });
  }

  #removeJournal(): boolean {
    const path = this.#journal;
    return this.#try(path, () => {
      removePrepared(this.#folder, path);
      const before = hashFound(this.#folder, path);
      if (before !== undefined) applyChange(this.#folder, { path, before });
    });
  }

  /** Calls `step` for each change until it fails. */
  #each<T extends { readonly path: string }>(changes: readonly T[], step: (each: T) => void): boolean {
    return changes.every((each) => this.#try(each.path, () => step(each)));
  }

  #try(path: string, step: () => void): boolean {
    try {
      this.#lock.renew();
      step();
      return true;
    } catch (error) {
      const why = error instanceof Refusal ? error.message : formatSystemError(error);
      if (why === undefined) throw error;
      this.#diagnostics.report('output-not-written', undefined, { path: this.#folder.show(path), why });
      return false;
    }
  }
}

/** Reads the new bytes of files that the next run will write to complete an interrupted run, by absolute path. */
export function readPending({ folder, journalFolder }: WritePlace): ReadonlyMap<string, Uint8Array> {
  const { state, changes = [] } = readJournal(folder, joinJournalFolder(journalFolder, journalName)) ?? {};
  if (state !== 'placing') return new Map();
  return new Map(
    changes.flatMap(({ path, before, after }): [string, Uint8Array][] => {
      try {
        if (
          after === undefined ||
          hashFound(folder, path) !== before ||
          hashFound(folder, getPreparedPath(path)) !== after
        )
          return [];
      } catch (error) {
        if (error instanceof Refusal) return [];
        throw error;
      }
      const staged = folder.find(getPreparedPath(path));
      return staged.state === 'file' ? [[folder.locate(path), staged.bytes]] : [];
    }),
  );
}

/** Thrown if a file cannot be changed. The message says why. */
class Refusal extends Error {}

/**
 * Returns the SHA-256 of the file at a path, or `undefined` if there is none. Throws a `Refusal` if the path cannot be
 * read.
 */
function hashFound(folder: Folder, path: string): string | undefined {
  const found = folder.find(path);
  if (found.state === 'blocked') throw new Refusal(`'${folder.show(found.by)}' is a link or not a regular file`);
  if (found.state === 'unreadable') throw new Refusal(found.why);
  return found.state === 'file' ? hashBytes(found.bytes) : undefined;
}

/** Writes the new bytes of a file beside it, with the mode of the file. */
function prepareChange(folder: Folder, change: FileChange): void {
  const { path, before, after } = change;
  checkUnchanged(folder, path, before && hashBytes(before));
  if (after === undefined) return;
  const beside = folder.locate(getPreparedPath(path));
  try {
    writeFileSync(beside, after, { flag: 'wx' });
  } catch {
    // Rarely, the folder does not exist yet, or a file is left from an earlier run, or a link would lead the write
    // elsewhere.
    createFolders(dirname(beside));
    rmSync(beside, { force: true });
    writeFileSync(beside, after, { flag: 'wx' });
  }
  if (before) chmodSync(beside, lstatSync(folder.locate(path)).mode & 0o7777);
}

/**
 * Puts the new bytes of a file in its place. Throws a `Refusal` if the file no longer has the bytes it was read with.
 */
function applyChange(folder: Folder, change: JournalChange): void {
  const { path, before, after } = change;
  if (before === undefined && after !== undefined) {
    addFile(folder, path);
    return;
  }
  checkUnchanged(folder, path, before);
  if (after === undefined) removeFile(folder, path);
  else renameSync(folder.locate(getPreparedPath(path)), folder.locate(path));
}

/** Returns the change that restores the earlier bytes of a file. */
function invertChange({ path, before, after }: FileChange): FileChange {
  return { path, ...(after && { before: after }), ...(before && { after: before }) };
}

/** Returns the row of the journal for a change. */
function hashChange({ path, before, after }: FileChange): JournalChange {
  return { path, ...(before && { before: hashBytes(before) }), ...(after && { after: hashBytes(after) }) };
}

/** Removes the prepared bytes of a file. */
function removePrepared(folder: Folder, path: string): void {
  const beside = getPreparedPath(path);
  const found = folder.find(beside);
  // A link above it would lead to files of somebody else.
  if (found.state === 'absent' || (found.state === 'blocked' && found.by !== beside)) return;
  removeFile(folder, beside);
}

/** Removes a file and the folders that become empty. */
function removeFile(folder: Folder, path: string): void {
  unlinkSync(folder.locate(path));
  removeEmptyFolders(folder, path);
}

function removeEmptyFolders(folder: Folder, path: string): void {
  for (let parent = dirname(path); parent !== '.'; parent = dirname(parent)) {
    try {
      rmdirSync(folder.locate(parent));
    } catch {
      // The folder is not empty, or it was not created yet.
      if (existsSync(folder.locate(parent))) return;
    }
    folder.forget();
  }
}

/** Throws a `Refusal` if the SHA-256 of a file is not `hash`, or if there is a file although `hash` is `undefined`. */
function checkUnchanged(folder: Folder, path: string, hash: string | undefined): void {
  if (hashFound(folder, path) !== hash) throw new Refusal('it changed while lacuna was running; run the command again');
}

// A link, unlike a rename, never replaces a file that was created meanwhile. Some disks have no hard links.
function addFile(folder: Folder, path: string): void {
  const [target, beside] = [folder.locate(path), folder.locate(getPreparedPath(path))];
  try {
    linkSync(beside, target);
  } catch {
    checkUnchanged(folder, path, undefined);
    writeFileSync(target, readFileSync(beside), { flag: 'wx' });
  }
  unlinkSync(beside);
}
