import type { Diagnostics } from '../diagnostics/diagnostic.js';
import type { Folder } from './folder.js';
import { type Journal, type JournalChange, journalName, printJournal, readJournal } from './journal.js';
import { Lock, lockName, oldLockName } from './lock.js';
import {
  besideOf,
  discardChange,
  type FileChange,
  hashChange,
  hashFound,
  hashStaged,
  placeChange,
  Refusal,
  stageChange,
  undoChange,
} from './place-file.js';
import { formatSystemError } from './system-error.js';

export type { FileChange } from './place-file.js';

/** Where files are written. */
export interface WritePlace {
  /** Holds every file that may change. */
  readonly folder: Folder;
  /** The folder of the journal and the lock, below that one; `''` for that one itself. */
  readonly home: string;
  /** How long to wait for another run that shows no sign of life, in milliseconds. */
  readonly patience?: number;
}

/** What a run found that an earlier one, which was interrupted, had not ended. */
export interface Recovery {
  /** `completed`: all that it was about to write is written; `undone`: it had changed nothing yet. */
  readonly outcome: 'completed' | 'undone';
  /** Files that somebody changed after the interruption, and that stay as they are. */
  readonly kept: readonly string[];
}

/**
 * Opens a folder for writing: takes its lock, waiting for another run, and completes or undoes what an interrupted run left.
 * `undefined` where that fails, which is reported. The caller closes it.
 */
export async function openForWriting(at: WritePlace, diagnostics: Diagnostics): Promise<FileWriter | undefined> {
  const { folder, home, patience } = at;
  const lock = await Lock.take(folder.locate(home), patience);
  if (!(lock instanceof Lock)) {
    if ('why' in lock) diagnostics.report('output-not-written', undefined, { path: folder.show(home), why: lock.why });
    else
      diagnostics.report('output-locked', undefined, {
        path: folder.show(home),
        lock: folder.show(inHome(home, lockName)),
        ...lock,
      });
    return undefined;
  }
  const writer = new FileWriter(at, lock, diagnostics);
  if (writer.recover()) return writer;
  writer.close();
  return undefined;
}

/** Checks whether an interrupted run left anything to complete, undo or clean. */
export function isInterrupted({ folder, home }: WritePlace): boolean {
  const names = [journalName, besideOf(journalName), lockName, oldLockName];
  return names.some((name) => folder.find(inHome(home, name)).state !== 'absent');
}

/** Writes files below a folder whose lock it holds: several at once, all or none. */
export class FileWriter {
  readonly #folder: Folder;
  readonly #journal: string;
  readonly #lock: Lock;
  readonly #diagnostics: Diagnostics;
  #recovery: Recovery | undefined;

  constructor({ folder, home }: WritePlace, lock: Lock, diagnostics: Diagnostics) {
    this.#folder = folder;
    this.#journal = inHome(home, journalName);
    this.#lock = lock;
    this.#diagnostics = diagnostics;
  }

  /** What an interrupted run had left when this one began. */
  get recovery(): Recovery | undefined {
    return this.#recovery;
  }

  /**
   * Makes the changes in their order: all of them or, where one fails, none, which is reported. A file is changed only while
   * it still has the bytes it was read with, and at any moment has its old or its new ones. A file whose new bytes are its
   * old ones is not touched. What is left of a run that is killed meanwhile, the next completes or undoes.
   */
  write(changes: readonly FileChange[]): boolean {
    const open = changes.filter(({ before, after }) => before === undefined || !after || Buffer.compare(before, after));
    if (open.length === 0) return true;
    const rows = open.map(hashChange);
    const placed: FileChange[] = [];
    const isWritten =
      this.#writeJournal({ state: 'staging', changes: rows }) &&
      this.#each(open, (change) => stageChange(this.#folder, change)) &&
      this.#writeJournal({ state: 'placing', changes: rows }) &&
      this.#each(rows, (row, index) => {
        placeChange(this.#folder, row);
        placed.push(...open.slice(index, index + 1));
      });
    if (!isWritten)
      for (const change of placed.reverse()) this.#try(change.path, () => undoChange(this.#folder, change));
    for (const { path } of open) this.#try(path, () => discardChange(this.#folder, path));
    return this.#removeJournal() && isWritten;
  }

  /** Completes what an interrupted run was about to write, or removes what it had prepared. */
  recover(): boolean {
    const journal = readJournal(this.#folder, this.#journal);
    const { state, changes = [] } = journal ?? {};
    const kept: string[] = [];
    const isDone = this.#each(changes, (row) => {
      if (state === 'placing' && !this.#complete(row)) kept.push(row.path);
      discardChange(this.#folder, row.path);
    });
    if (journal) this.#recovery = { outcome: state === 'placing' ? 'completed' : 'undone', kept };
    return isDone && this.#removeJournal();
  }

  /** Ends the lock. */
  close(): void {
    this.#lock.release();
  }

  // Whoever edited the file after the interruption did so last.
  #complete(row: JournalChange): boolean {
    const standing = hashFound(this.#folder, row.path);
    if (standing === row.after) return true;
    if (standing !== row.before || (row.after && hashStaged(this.#folder, row.path) !== row.after)) return false;
    placeChange(this.#folder, row);
    return true;
  }

  #writeJournal(journal: Journal): boolean {
    const path = this.#journal;
    return this.#try(path, () => {
      if (!this.#lock.isHeld) throw new Refusal('another run of lacuna took over; run it again');
      discardChange(this.#folder, path);
      const found = this.#folder.find(path);
      const change = { path, ...(found.state === 'file' && { before: found.bytes }), after: printJournal(journal) };
      stageChange(this.#folder, change);
      placeChange(this.#folder, hashChange(change));
    });
  }

  #removeJournal(): boolean {
    const path = this.#journal;
    return this.#try(path, () => {
      discardChange(this.#folder, path);
      const before = hashFound(this.#folder, path);
      if (before !== undefined) placeChange(this.#folder, { path, before });
    });
  }

  /** Goes through changes until one fails. */
  #each<T extends { readonly path: string }>(changes: readonly T[], step: (each: T, index: number) => void): boolean {
    return changes.every((each, index) => this.#try(each.path, () => step(each, index)));
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

function inHome(home: string, name: string): string {
  return home === '' ? name : `${home}/${name}`;
}
