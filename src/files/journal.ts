import { hash } from 'node:crypto';
import type { PreparedFile } from './file-names.js';
import type { Folder } from './folder.js';
import { readJson } from './read-json.js';

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
export interface JournalChange extends PreparedFile {
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
    ({ path, newFolder, before, after }, index) =>
      `    ${JSON.stringify({ path, newFolder, before, after })}${index === last ? '' : ','}`,
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
        const file = row.get('path').file();
        const newFolder = row.find('newFolder')?.text();
        if (newFolder !== undefined && !file.startsWith(`${newFolder}/`))
          row.refuse('the new folder is not above the path');
        const [before, after] = [row.find('before')?.text(), row.find('after')?.text()];
        return {
          path: file,
          ...(newFolder !== undefined && { newFolder }),
          ...(before !== undefined && { before }),
          ...(after !== undefined && { after }),
        };
      }),
  }));
  return 'value' in reading ? reading.value : undefined;
}
