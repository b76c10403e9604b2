import { getPreparedPath, joinHome, journalName, lockNames } from './file-names.js';
import type { Folder } from './folder.js';

/** Where files are written. */
export interface WritePlace {
  /** Contains every file that may change. */
  readonly folder: Folder;
  /** The folder of the journal and the lock, below that one; `''` for that one itself. */
  readonly home: string;
  /** How long to wait for another run that shows no sign of life, in milliseconds. */
  readonly patience?: number;
}

/** Checks whether an interrupted run left anything to complete, undo or clean. */
export function isInterrupted({ folder, home }: WritePlace): boolean {
  const names = [journalName, getPreparedPath(journalName), ...lockNames];
  return names.some((name) => folder.find(joinHome(home, name)).state !== 'absent');
}
