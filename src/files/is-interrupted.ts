import { getPreparedPath, joinJournalFolder, journalName, lockNames } from './file-names.js';
import type { Folder } from './folder.js';

/** Where files are written. */
export interface WritePlace {
  /** The folder that contains every file that may change. */
  readonly folder: Folder;
  /** The path below `folder` of the folder with the journal and the lock. Empty if that is `folder` itself. */
  readonly journalFolder: string;
  /** How long to wait for another run that shows no sign of life, in milliseconds. */
  readonly patience?: number;
}

/** Returns whether an interrupted run left anything that must be completed, undone or removed. */
export function isInterrupted({ folder, journalFolder }: WritePlace): boolean {
  const names = [journalName, getPreparedPath({ path: journalName }), ...lockNames];
  return names.some((name) => folder.find(joinJournalFolder(journalFolder, name)).state !== 'absent');
}
