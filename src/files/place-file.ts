import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { createFolders } from './create-folders.js';
import { getPreparedPath } from './file-names.js';
import type { Folder } from './folder.js';
import { hashBytes, type JournalChange } from './journal.js';

/** A change of one file. */
export interface FileChange {
  /** Below the folder, `/` as separator. */
  readonly path: string;
  /** The bytes it was read with; absent: there is no file. */
  readonly before?: Uint8Array;
  /** The bytes it is to have; absent: it is removed. */
  readonly after?: Uint8Array;
}

/** A file that cannot be changed, and why. */
export class Refusal extends Error {}

/** Returns the SHA-256 of the file at a path; `undefined` if there is none. */
export function hashFound(folder: Folder, path: string): string | undefined {
  const found = folder.find(path);
  if (found.state === 'blocked') throw new Refusal(`'${folder.show(found.by)}' is a link or not a regular file`);
  if (found.state === 'unreadable') throw new Refusal(found.why);
  return found.state === 'file' ? hashBytes(found.bytes) : undefined;
}

/** Writes the new bytes of a file beside it, with the mode of the file. */
export function prepareChange(folder: Folder, { path, before, after }: FileChange): void {
  checkUnchanged(folder, path, before && hashBytes(before));
  if (after === undefined) return;
  const beside = folder.locate(getPreparedPath(path));
  try {
    writeFileSync(beside, after, { flag: 'wx' });
  } catch {
    // Rarely, the folder does not exist yet, or there is a leftover, or a link that would lead the write elsewhere.
    createFolders(dirname(beside));
    rmSync(beside, { force: true });
    writeFileSync(beside, after, { flag: 'wx' });
  }
  if (before) chmodSync(beside, lstatSync(folder.locate(path)).mode & 0o7777);
}

/** Puts the new bytes of a file in its place if it still has those it was read with. */
export function applyChange(folder: Folder, { path, before, after }: JournalChange): void {
  checkUnchanged(folder, path, before);
  const [target, beside] = [folder.locate(path), folder.locate(getPreparedPath(path))];
  if (after === undefined) removeFile(folder, path);
  else if (before !== undefined) renameSync(beside, target);
  else addFile(beside, target);
}

/** Returns the change back to the bytes that a file had. */
export function invertChange({ path, before, after }: FileChange): FileChange {
  return { path, ...(after && { before: after }), ...(before && { after: before }) };
}

/** Computes the row of the journal for a change. */
export function hashChange({ path, before, after }: FileChange): JournalChange {
  return { path, ...(before && { before: hashBytes(before) }), ...(after && { after: hashBytes(after) }) };
}

/** Removes what was written beside a file. */
export function removePreparedChange(folder: Folder, path: string): void {
  const beside = getPreparedPath(path);
  if (folder.find(beside).state !== 'absent') removeFile(folder, beside);
}

/** Returns the SHA-256 of what was written beside a file; `undefined` if there is nothing. */
export function hashStaged(folder: Folder, path: string): string | undefined {
  return hashFound(folder, getPreparedPath(path));
}

/** Removes a file, and the folders that it leaves empty. */
function removeFile(folder: Folder, path: string): void {
  unlinkSync(folder.locate(path));
  for (let parent = dirname(path); parent !== '.'; parent = dirname(parent)) {
    try {
      rmdirSync(folder.locate(parent));
    } catch {
      return; // It is not empty.
    }
    folder.forget();
  }
}

/** Throws a refusal if a file no longer has the bytes with a hash; `undefined` is no file. */
export function checkUnchanged(folder: Folder, path: string, hash: string | undefined): void {
  if (hashFound(folder, path) !== hash) throw new Refusal('it changed while lacuna was running; run the command again');
}

// A file that was created meanwhile is never overwritten. Not every disk has hard links.
function addFile(beside: string, target: string): void {
  try {
    linkSync(beside, target);
  } catch (error) {
    if (existsSync(target)) throw error;
    writeFileSync(target, readFileSync(beside), { flag: 'wx' });
  }
  unlinkSync(beside);
}
