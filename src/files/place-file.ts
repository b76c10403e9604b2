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
import { getPreparedPath, type PreparedFile } from './file-names.js';
import { type Folder, isSameContent } from './folder.js';
import { hashBytes, type JournalChange } from './journal.js';

/** A change of one file. */
export interface FileChange extends PreparedFile {
  /** The bytes that were read. Absent if there was no file. */
  readonly before?: Uint8Array;
  /** The new bytes. Absent if the file is removed. */
  readonly after?: Uint8Array;
}

// Files are read into the same memory, because only their hashes are needed.
const memory = Buffer.allocUnsafeSlow(2 ** 20);

/** Thrown if a file cannot be changed. The message says why. */
export class Refusal extends Error {}

/**
 * Returns the SHA-256 of the file at a path, or `undefined` if there is none. Throws a `Refusal` if the path cannot be
 * read.
 */
export function hashFound(folder: Folder, path: string): string | undefined {
  const found = folder.find(path, memory);
  if (found.state === 'blocked') throw new Refusal(`'${folder.show(found.by)}' is a link or not a regular file`);
  if (found.state === 'unreadable') throw new Refusal(found.why);
  return found.state === 'file' ? hashBytes(found.bytes) : undefined;
}

/** Writes the new bytes of a file beside it, with the mode of the file. */
export function prepareChange(folder: Folder, change: FileChange): void {
  const { path, newFolder, before, after } = change;
  // `addFile` finds a file that was created meanwhile. It never replaces one.
  const isNew = before === undefined && folder.hasFolder(path.slice(0, Math.max(0, path.lastIndexOf('/'))));
  if (newFolder === undefined && !isNew) checkUnchanged(folder, path, before && hashBytes(before));
  if (after === undefined) return;
  const beside = folder.locate(getPreparedPath(change));
  try {
    writeFileSync(beside, after, { flag: 'wx' });
  } catch {
    // Rarely, the folder does not exist yet, or a file is left from an earlier run, or a link would lead the write
    // elsewhere.
    createFolders(dirname(beside));
    rmSync(beside, { force: true });
    writeFileSync(beside, after, { flag: 'wx' });
  }
  if (before) chmodSync(beside, lstatSync(folder.locate(path)).mode & 0o7777);
}

/**
 * Puts the new bytes of a file in its place. Throws a `Refusal` if the file no longer has the bytes it was read with.
 */
export function applyChange(folder: Folder, change: JournalChange): void {
  const { path, before, after } = change;
  if (before === undefined && after !== undefined) {
    addFile(folder, change);
    return;
  }
  checkUnchanged(folder, path, before);
  if (after === undefined) removeFile(folder, path);
  else renameSync(folder.locate(getPreparedPath(change)), folder.locate(path));
}

/**
 * As `applyChange`. Also returns the stamp of the file with its new bytes. Returns `undefined` if somebody else may have
 * written the file meanwhile.
 */
export function applyStamped(folder: Folder, change: JournalChange): string | undefined {
  const prepared = folder.readStamp(getPreparedPath(change));
  applyChange(folder, change);
  const placed = folder.readStamp(change.path);
  return prepared && placed && isSameContent(prepared, placed) ? placed : undefined;
}

/** Adds to each new file the new folder that contains it, if any. */
export function addNewFolders(folder: Folder, changes: readonly FileChange[]): FileChange[] {
  let [last, isFree] = ['', false];
  return changes.map((change) => {
    const { path, before, after } = change;
    if (before || !after) return change;
    // The files of a folder follow each other.
    if (!path.startsWith(`${last}/`)) {
      last = folder.findMissingFolder(path) ?? '';
      isFree = last !== '' && folder.find(getPreparedPath({ path: last })).state === 'absent';
    }
    return isFree ? { ...change, newFolder: last } : change;
  });
}

/**
 * Places new folders with all their files. Returns the paths of these files. A folder is not placed if somebody created
 * it meanwhile, or if another program uses one of its files.
 */
export function applyFolders(folder: Folder, files: readonly PreparedFile[]): string[] {
  const newFolders = new Set(files.flatMap(({ newFolder }) => newFolder ?? []));
  const placed = new Set([...newFolders].filter((newFolder) => applyFolder(folder, newFolder)));
  return files.flatMap(({ path, newFolder }) => (newFolder !== undefined && placed.has(newFolder) ? path : []));
}

function applyFolder(folder: Folder, newFolder: string): boolean {
  if (folder.find(newFolder).state !== 'absent') return false;
  try {
    renameSync(folder.locate(getPreparedPath({ path: newFolder })), folder.locate(newFolder));
    return true;
  } catch {
    return false;
  }
}

/** Returns the change that restores the earlier bytes of a file. */
export function invertChange({ path, before, after }: FileChange): FileChange {
  return { path, ...(after && { before: after }), ...(before && { after: before }) };
}

/** Returns the row of the journal for a change. */
export function hashChange({ before, after, ...file }: FileChange): JournalChange {
  return { ...file, ...(before && { before: hashBytes(before) }), ...(after && { after: hashBytes(after) }) };
}

/** Removes the prepared bytes of a file. */
export function removePreparedChange(folder: Folder, file: PreparedFile): void {
  const beside = getPreparedPath(file);
  const found = folder.find(beside);
  // A link above it would lead to files of somebody else.
  if (found.state === 'blocked' && found.by !== beside) return;
  if (found.state !== 'absent') removeFile(folder, beside);
  else if (file.newFolder !== undefined) removeEmptyFolders(folder, beside);
}

/** Returns the SHA-256 of the prepared bytes of a file, or `undefined` if there are none. */
export function hashStaged(folder: Folder, file: PreparedFile): string | undefined {
  return hashFound(folder, getPreparedPath(file));
}

/** Removes a file and the folders that become empty. */
function removeFile(folder: Folder, path: string): void {
  unlinkSync(folder.locate(path));
  removeEmptyFolders(folder, path);
}

function removeEmptyFolders(folder: Folder, path: string): void {
  for (let parent = dirname(path); parent !== '.'; parent = dirname(parent)) {
    try {
      rmdirSync(folder.locate(parent));
    } catch {
      // The folder is not empty, or it was not created yet.
      if (existsSync(folder.locate(parent))) return;
    }
    folder.forget();
  }
}

/** Throws a `Refusal` if the SHA-256 of a file is not `hash`, or if there is a file although `hash` is `undefined`. */
export function checkUnchanged(folder: Folder, path: string, hash: string | undefined): void {
  if (hashFound(folder, path) !== hash) throw new Refusal('it changed while lacuna was running; run the command again');
}

// A link, unlike a rename, never replaces a file that was created meanwhile. Some disks have no hard links.
function addFile(folder: Folder, file: PreparedFile): void {
  const { path, newFolder } = file;
  const prepared = getPreparedPath(file);
  const [target, beside] = [folder.locate(path), folder.locate(prepared)];
  if (newFolder !== undefined) {
    checkUnchanged(folder, path, undefined);
    createFolders(dirname(target));
  }
  try {
    linkSync(beside, target);
  } catch {
    checkUnchanged(folder, path, undefined);
    writeFileSync(target, readFileSync(beside), { flag: 'wx' });
  }
  if (newFolder === undefined) unlinkSync(beside);
  else removeFile(folder, prepared);
}
