import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { joinHome, journalName, lockName } from './file-names.js';
import type { Folder } from './folder.js';
import type { WritePlace } from './is-interrupted.js';
import { type Journal, type JournalChange, printJournal, readJournal } from './journal.js';
import { Lock } from './lock.js';
import {
  applyChange,
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
 * Opens a folder for writing: waits for its lock, then completes or undoes what an interrupted run left. Reports what fails
 * and returns `undefined` then. The caller closes the writer.
 */
export async function openForWriting(at: WritePlace, diagnostics: Diagnostics): Promise<FileWriter | undefined> {
  const { folder, home, patience } = at;
  const lock = await Lock.take(folder.locate(home), patience);
  if (!(lock instanceof Lock)) {
    if ('why' in lock) diagnostics.report('output-not-written', undefined, { path: folder.show(home), why: lock.why });
    else
      diagnostics.report('output-locked', undefined, {
        path: folder.show(home),
        lock: folder.show(joinHome(home, lockName)),
        ...lock,
      });
    return undefined;
  }
  const writer = new FileWriter(at, lock, diagnostics);
  if (writer.recover()) return writer;
  writer.close();
  return undefined;
}

/** Opens a folder, makes the changes, all or none, and closes it. Returns whether they are made; reports why they are not. */
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

/** Writes several files below a locked folder at once: all or none. */
class FileWriter {
  readonly #folder: Folder;
  readonly #journal: string;
  readonly #lock: Lock;
  readonly #diagnostics: Diagnostics;

  constructor({ folder, home }: WritePlace, lock: Lock, diagnostics: Diagnostics) {
    this.#folder = folder;
    this.#journal = joinHome(home, journalName);
    this.#lock = lock;
    this.#diagnostics = diagnostics;
  }

  /**
   * Makes the changes in their order: all of them or, if one fails, none, which is reported. A file is changed only while it
   * still has the bytes it was read with, and at any moment it has its old or its new ones. A file that already has its new
   * bytes is not touched. The next run completes or undoes what a killed run left.
   */
  write(changes: readonly FileChange[]): boolean {
    const open = changes.filter(({ before, after }) => before === undefined || !after || Buffer.compare(before, after));
    if (open.length === 0) return true;
    const rows = open.map(hashChange);
    let placedCount = 0;
    const isWritten =
      this.#writeJournal({ state: 'staging', changes: rows }) &&
      this.#each(open, (change) => prepareChange(this.#folder, change)) &&
      this.#writeJournal({ state: 'placing', changes: rows }) &&
      this.#each(rows, (row) => {
        applyChange(this.#folder, row);
        placedCount++;
      });
    // What cannot be undone now stays in the journal for the next run.
    if (!isWritten && placedCount > 0 && !this.#undo(open, placedCount)) return false;
    for (const { path } of open) this.#try(path, () => removePreparedChange(this.#folder, path));
    return this.#removeJournal() && isWritten;
  }

  // The journal changes from the new bytes to the old ones at once, so a run that is killed here is undone by the next one.
  #undo(changes: readonly FileChange[], placedCount: number): boolean {
    const placed = changes
      .slice(0, placedCount)
      .filter((change) => this.#try(change.path, () => this.#checkPlaced(change)));
    const undone = placed.reverse().map(invertChange);
    const rows = undone.map(hashChange);
    const rest = changes
      .slice(placedCount)
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

  /** Completes what an interrupted run was about to write, or removes what it had prepared. */
  recover(): boolean {
    const { state, changes = [] } = readJournal(this.#folder, this.#journal) ?? {};
    const isDone = this.#each(changes, (row) => {
      const { path } = row;
      if (state === 'placing' && !this.#complete(row))
        this.#diagnostics.report('interrupted-write', undefined, { path: this.#folder.show(path) });
      removePreparedChange(this.#folder, path);
    });
    return isDone && this.#removeJournal();
  }

  /** Ends the lock. */
  close(): void {
    this.#lock.release();
  }

  // An edit after the interruption is newer than what the run was about to write.
  #complete(row: JournalChange): boolean {
    const found = hashFound(this.#folder, row.path);
    if (found === row.after) return true;
    if (found !== row.before || (row.after && hashStaged(this.#folder, row.path) !== row.after)) return false;
    applyChange(this.#folder, row);
    return true;
  }

  #writeJournal(journal: Journal): boolean {
    const path = this.#journal;
    return this.#try(path, () => {
      if (!this.#lock.isHeld) throw new Refusal('another run of lacuna started to write; run the command again');
      removePreparedChange(this.#folder, path);
      const found = this.#folder.find(path);
      const change = { path, ...(found.state === 'file' && { before: found.bytes }), after: printJournal(journal) };
      prepareChange(this.#folder, change);
      applyChange(this.#folder, hashChange(change));
    });
  }

  #removeJournal(): boolean {
    const path = this.#journal;
    return this.#try(path, () => {
      removePreparedChange(this.#folder, path);
      const before = hashFound(this.#folder, path);
      if (before !== undefined) applyChange(this.#folder, { path, before });
    });
  }

  /** Takes a step per change until one fails. */
  #each<T extends { readonly path: string }>(changes: readonly T[], step: (each: T) => void): boolean {
    return changes.every((each) => this.#try(each.path, () => step(each)));
  }

  #try(path: string, step: () => void): boolean {
    try {
      this.#lock.beat();
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
