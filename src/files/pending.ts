import { getPreparedPath, joinJournalFolder, journalName } from './file-names.js';
import type { WritePlace } from './is-interrupted.js';
import { readJournal } from './journal.js';
import { hashFound, hashStaged, Refusal } from './place-file.js';

/** Reads the new bytes of files that the next run will write to complete an interrupted run, by absolute path. */
export function readPending({ folder, journalFolder }: WritePlace): ReadonlyMap<string, Uint8Array> {
  const { state, changes = [] } = readJournal(folder, joinJournalFolder(journalFolder, journalName)) ?? {};
  if (state !== 'placing') return new Map();
  return new Map(
    changes.flatMap((row): [string, Uint8Array][] => {
      const { path, before, after } = row;
      try {
        if (after === undefined || hashFound(folder, path) !== before || hashStaged(folder, row) !== after) return [];
      } catch (error) {
        if (error instanceof Refusal) return [];
        throw error;
      }
      const staged = folder.find(getPreparedPath(row));
      return staged.state === 'file' ? [[folder.locate(path), staged.bytes]] : [];
    }),
  );
}
