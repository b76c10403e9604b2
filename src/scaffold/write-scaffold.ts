import { statSync } from 'node:fs';
import { relative, sep } from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { type FileChange, isInterrupted, openForWriting, type WritePlace } from '../files/file-writer.js';
import { Folder } from '../files/folder.js';
import { readPending } from '../files/pending.js';
import { findBase, findPackage, findRepository } from './package-scope.js';
import { commonFolder } from './print-handlers.js';
import type { Draft } from './user-code.js';
import { encodeText } from './user-files.js';

/** Where the files of the user are that may be written; all absolute. */
interface ScaffoldPlace {
  /** The current folder. */
  readonly folder: string;
  readonly handlers: string;
  /** Formats a path for messages. */
  readonly show: (path: string) => string;
}

/**
 * Writes all files or, if one cannot be written, none, which is reported. A file that changed since it was read stays as it is.
 * Returns whether all were written.
 */
export async function writeScaffold(
  drafts: readonly Draft[],
  place: ScaffoldPlace,
  diagnostics: Diagnostics,
): Promise<boolean> {
  const { root, at } = locatePlace(place);
  const writer = await openForWriting(at, diagnostics);
  if (!writer) return false;
  try {
    return writer.write(drafts.map((draft): FileChange => readChange(draft, pathBelow(root, draft.path))));
  } finally {
    writer.close();
  }
}

/** Completes or undoes what an interrupted run left, before anything is read. Returns whether that was possible. */
export async function recoverScaffold(place: ScaffoldPlace, diagnostics: Diagnostics): Promise<boolean> {
  const { at } = locatePlace(place);
  const isFolder = statSync(place.handlers, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (!isFolder || !isInterrupted(at)) return true;
  const writer = await openForWriting(at, diagnostics);
  writer?.close();
  return writer !== undefined;
}

/** Reads what an interrupted run left to complete: the new bytes of files, by absolute path. */
export function readPendingScaffold(place: ScaffoldPlace): ReadonlyMap<string, Uint8Array> {
  return readPending(locatePlace(place).at);
}

// Independent of the current folder, since another run completes an interrupted one.
function locatePlace({ folder, handlers, show }: ScaffoldPlace): { readonly root: string; readonly at: WritePlace } {
  const home = findPackage(handlers)?.folder ?? folder;
  const root = findRepository(handlers) ?? commonFolder([findBase(folder, home), handlers]);
  return { root, at: { folder: new Folder(root, show(root)), home: pathBelow(root, handlers) } };
}

function pathBelow(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}

function readChange({ file, text }: Draft, path: string): FileChange {
  return { path, ...(file && { before: file.bytes }), after: encodeText(text, file?.hasMark ?? false) };
}
