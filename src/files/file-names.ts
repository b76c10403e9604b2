/** The file that lists what a run is about to write; there only while one is writing, or after one was interrupted. */
export const journalName = 'lacuna.pending.json';

/** The file that keeps a second run from writing into a folder at the same time. */
export const lockName = 'lacuna.lock';

/**
 * The locks on the removal of the file before them, which a killed run left. A left lock is removed only by the run
 * that created the next one, and only if it is still the same, so no run removes the new lock of a faster one.
 */
export const claimNames: readonly string[] = [`${lockName}.old`, `${lockName}.old.old`];

/** All files of a lock. Without a running process, they are what a killed run left. */
export const lockNames: readonly string[] = [lockName, ...claimNames];

/** Returns the path of the file in which the new bytes of another one are prepared. */
export function getPreparedPath(path: string): string {
  return `${path}.lacuna-new`;
}

/** Returns the path of a file of the journal's folder, which is below the folder that holds the files. */
export function joinHome(home: string, name: string): string {
  return home === '' ? name : `${home}/${name}`;
}

/** Returns whether a file at the top of an output folder has a name that a run needs for itself. */
export function isReservedName(path: string): boolean {
  const [name = ''] = path.split('/');
  return name === 'lacuna.json' || [journalName, ...lockNames].some((reserved) => name.startsWith(reserved));
}
