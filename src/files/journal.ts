import { hash } from 'node:crypto';
import type { Folder } from './folder.js';
import { readJson } from './read-json.js';

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

/** Returns the path of the file that receives the new bytes of another file. Then it replaces that file. */
export function getPreparedPath(path: string): string {
  return `${path}.lacuna-new`;
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
  const names = [journalName, getPreparedPath(journalName), ...lockNames];
  return names.some((name) => folder.find(joinJournalFolder(journalFolder, name)).state !== 'absent');
}

/**
 * `staging`: the new texts are being written beside their files, and no file has changed. `placing`: all new texts are
 * complete, and they are replacing the files.
 */
const states = ['staging', 'placing'] as const;

/** The planned changes of a run. */
export interface Journal {
  readonly state: (typeof states)[number];
  /** In the order in which they are made. */
  readonly changes: readonly JournalChange[];
}

/** One change. Each text is recorded as its SHA-256, in hexadecimal digits. */
export interface JournalChange {
  /** The path below the folder, with `/` as separator. */
  readonly path: string;
  /** Absent if there was no file. */
  readonly before?: string;
  /** Absent if the file is removed. */
  readonly after?: string;
}

/** Returns the SHA-256 of a text or of bytes, in hexadecimal digits. */
export function hashBytes(bytes: string | Uint8Array): string {
  return hash('sha256', bytes);
}

/** Prints a journal, one line per change. */
export function printJournal({ state, changes }: Journal): Uint8Array {
  const last = changes.length - 1;
  const lines = changes.map(
    ({ path, before, after }, index) => `    ${JSON.stringify({ path, before, after })}${index === last ? '' : ','}`,
  );
  // Joined at once, because the text of a large output is as large as the longest modules.
  return Buffer.from(
    ['{', `  "state": ${JSON.stringify(state)},`, '  "changes": [', ...lines, '  ]', '}', ''].join('\n'),
  );
}

/** Reads the journal of an interrupted run. Returns `undefined` if there is none, or if this version cannot read it. */
export function readJournal(folder: Folder, path: string): Journal | undefined {
  const found = folder.find(path);
  if (found.state !== 'file') return undefined;
  const reading = readJson(Buffer.from(found.bytes).toString('utf8'), (root) => ({
    state: root.get('state').choice(states),
    changes: root
      .get('changes')
      .items()
      .map((row) => {
        const path = row.get('path').file();
        const [before, after] = [row.find('before')?.text(), row.find('after')?.text()];
        return {
          path,
          ...(before !== undefined && { before }),
          ...(after !== undefined && { after }),
        };
      }),
  }));
  return 'value' in reading ? reading.value : undefined;
}
