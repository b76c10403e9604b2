import { statSync } from 'node:fs';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { completeInterrupted, type FileChange, readPending, writeFiles } from '../files/file-writer.js';
import { Folder } from '../files/folder.js';
import type { WritePlace } from '../files/journal.js';
import { findCommonFolder, getRelativePath } from '../files/paths.js';
import { encodeUtf8 } from '../files/utf8-text.js';
import type { Draft } from './code.js';
import { findBase, findPackage, findRepository } from './packages.js';

/** The folders of the user's files. All paths are absolute. */
interface ScaffoldPlace {
  readonly folder: string;
  readonly handlers: string;
  readonly show: (path: string) => string;
}

/**
 * Writes all files. If one cannot be written or was changed after it was read, reports an error and writes none.
 * Returns whether it wrote all files.
 */
export async function writeScaffold(
  drafts: readonly Draft[],
  place: ScaffoldPlace,
  diagnostics: Diagnostics,
): Promise<boolean> {
  const { root, at } = locatePlace(place);
  const changes = drafts.map((draft) => readChange(draft, getRelativePath(root, draft.path)));
  return writeFiles(at, changes, diagnostics);
}

/** Completes or undoes an interrupted run. Call this before the user's code is read. Returns whether it succeeded. */
export async function completeScaffold(place: ScaffoldPlace, diagnostics: Diagnostics): Promise<boolean> {
  const isFolder = statSync(place.handlers, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return !isFolder || (await completeInterrupted(locatePlace(place).at, diagnostics)) !== undefined;
}

/** Reads the new bytes of the files that an interrupted run did not complete, by absolute path. */
export function readPendingScaffold(place: ScaffoldPlace): ReadonlyMap<string, Uint8Array> {
  return readPending(locatePlace(place).at);
}

// The place does not depend on the current folder if possible, because a later run can start in another folder.
function locatePlace({ folder, handlers, show }: ScaffoldPlace): { readonly root: string; readonly at: WritePlace } {
  const handlersPackage = findPackage(handlers)?.folder ?? folder;
  const root = findRepository(handlers) ?? findCommonFolder([findBase(folder, handlersPackage), handlers]);
  return { root, at: { folder: new Folder(root, show(root)), journalFolder: getRelativePath(root, handlers) } };
}

function readChange({ file, text }: Draft, path: string): FileChange {
  return { path, ...(file && { before: file.bytes }), after: encodeUtf8({ text, hasMark: file?.hasMark ?? false }) };
}
