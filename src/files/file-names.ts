/**
 * The file that lists what a run is about to write. It exists only while a run writes, or after a run was interrupted.
 */
export const journalName = 'lacuna.pending.json';

/** The file that prevents a second run from writing into a folder at the same time. */
export const lockName = 'lacuna.lock';

/**
 * The claims. Each protects the removal of the file before it, if a killed run left that file. Only the run that
 * created the claim removes the file, and only if it is still the same file. So a slow run never removes the new lock
 * of a faster one.
 */
export const claimNames: readonly string[] = [`${lockName}.old`, `${lockName}.old.old`];

/** All files of a lock. If their process no longer runs, a killed run left them. */
export const lockNames: readonly string[] = [lockName, ...claimNames];

/** A file that gets new bytes. */
export interface PreparedFile {
  /** The path below the folder, with `/` as separator. */
  readonly path: string;
  /** The topmost folder above the file that does not exist yet. Absent if all of them exist, or if its name is taken. */
  readonly newFolder?: string;
}

/**
 * Returns the path of the file that receives the new bytes of another file. Then it replaces that file. All files of a
 * new folder are in a folder beside it, which then gets the name of the new folder.
 */
export function getPreparedPath({ path, newFolder = path }: PreparedFile): string {
  return `${newFolder}.lacuna-new${path.slice(newFolder.length)}`;
}

/** Returns the path of a file in the folder of the journal. That folder is the folder with the files, or below it. */
export function joinJournalFolder(journalFolder: string, name: string): string {
  return journalFolder === '' ? name : `${journalFolder}/${name}`;
}

/** Returns whether a path at the top of an output folder has a name that a run needs for itself. */
export function isReservedName(path: string): boolean {
  const [name = ''] = path.split('/');
  return name === 'lacuna.json' || [journalName, ...lockNames].some((reserved) => name.startsWith(reserved));
}
