import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { joinJournalFolder, journalName, lockName } from './file-names.js';
import type { Folder } from './folder.js';
import { isInterrupted, type WritePlace } from './is-interrupted.js';
import { type Journal, type JournalChange, printJournal, readJournal } from './journal.js';
import { Lock } from './lock.js';
import {
  addNewFolders,
  applyChange,
  applyFolders,
  applyStamped,
  checkUnchanged,
  type FileChange,
  hashChange,
  hashFound,
  hashStaged,
  invertChange,
  prepareChange,
  Refusal,
  removePreparedChange,
} from './place-file.js';
import { formatSystemError } from './system-error.js';

export type { FileChange } from './place-file.js';

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
   * new bytes is not touched. If the run is killed, the next run completes or undoes the changes. If `stamps` is given,
   * adds the stamps of the files that have their new bytes.
   */
  write(changes: readonly FileChange[], stamps?: Map<string, string>): boolean {
    const differing = changes.filter(
      ({ before, after }) => before === undefined || !after || Buffer.compare(before, after),
    );
    if (differing.length === 0) return true;
    // Files with stamps are placed one by one, because the stamp of each is read before and after that.
    const open = stamps ? differing : addNewFolders(this.#folder, differing);
    const rows = open.map(hashChange);
    const placed = new Set<string>();
    const isWritten = this.#prepare(open, rows) && this.#place(rows, placed, stamps);
    // If something cannot be undone now, the journal stays, and the next run undoes it.
    if (!isWritten && placed.size > 0 && !this.#undo(open, placed)) return false;
    // Each file that was placed left no prepared one.
    if (!isWritten) for (const each of open) this.#try(each.path, () => removePreparedChange(this.#folder, each));
    return this.#removeJournal() && isWritten;
  }

  #prepare(changes: readonly FileChange[], rows: readonly JournalChange[]): boolean {
    return (
      this.#writeJournal({ state: 'staging', changes: rows }) &&
      this.#each(changes, (change) => prepareChange(this.#folder, change)) &&
      this.#writeJournal({ state: 'placing', changes: rows })
    );
  }

  // Adds the paths of the placed files to `placed`.
  #place(rows: readonly JournalChange[], placed: Set<string>, stamps: Map<string, string> | undefined): boolean {
    for (const path of applyFolders(this.#folder, rows)) placed.add(path);
    return this.#each(rows, (row) => {
      if (placed.has(row.path)) return;
      const stamp = stamps ? applyStamped(this.#folder, row) : applyChange(this.#folder, row);
      placed.add(row.path);
      if (stamp) stamps?.set(row.path, stamp);
    });
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
      .map(({ before, after: _, ...file }) => ({ ...file, ...(before && { before, after: before }) }));
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
      removePreparedChange(this.#folder, row);
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
    if (found !== row.before || (row.after && hashStaged(this.#folder, row) !== row.after)) return false;
    applyChange(this.#folder, row);
    return true;
  }

  #writeJournal(journal: Journal): boolean {
    const path = this.#journal;
    return this.#try(path, () => {
      if (!this.#lock.isHeld) throw new Refusal('another run of lacuna started to write; run the command again');
      removePreparedChange(this.#folder, { path });
      const found = this.#folder.find(path);
      const change = { path, ...(found.state === 'file' && { before: found.bytes }), after: printJournal(journal) };
      prepareChange(this.#folder, change);
      applyChange(this.#folder, hashChange(change));
    });
  }

  #removeJournal(): boolean {
    const path = this.#journal;
    return this.#try(path, () => {
      removePreparedChange(this.#folder, { path });
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
