import {
  type BigIntStats,
  closeSync,
  constants,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { formatSystemError } from './system-error.js';

/**
 * What is at a path below a folder. `blocked`: a link or a device is at the path, or something other than a folder is
 * above it. Nothing is ever written through it. The stamp of a file is read before its bytes.
 */
export type Found =
  | { readonly state: 'absent' }
  | { readonly state: 'file'; readonly bytes: Buffer; readonly stamp: string }
  | { readonly state: 'blocked'; readonly by: string }
  | { readonly state: 'unreadable'; readonly why: string };

/** A folder in which no link is followed when files are read or written. Paths below it have `/` as separator. */
export class Folder {
  /** The absolute path. */
  readonly path: string;
  /** Its name in messages. */
  readonly shown: string;
  readonly #safeFolders = new Set<string>(['']);

  constructor(path: string, shown: string = path) {
    this.path = path;
    this.shown = shown;
  }

  /** Formats a path below the folder for messages. */
  show(file: string): string {
    if (file === '') return this.shown;
    return this.shown === '.' ? file : `${this.shown}/${file}`;
  }

  /** Returns the absolute path of a file. */
  locate(file: string): string {
    return join(this.path, file);
  }

  /** Finds the entry at a path. If it is a file, reads it. */
  find(file: string): Found {
    const obstacle = this.#findObstacle(file);
    if (obstacle) return obstacle;
    const path = this.locate(file);
    const stats = findStats(path);
    if (stats === undefined) return { state: 'absent' };
    return stats.isFile() ? readFound(path, formatStamp(stats)) : { state: 'blocked', by: file };
  }

  /**
   * Returns a text that changes whenever a file is written. Returns `undefined` if there is no file at the path, or a
   * link.
   */
  readStamp(file: string): string | undefined {
    if (this.#findObstacle(file)) return undefined;
    const stats = findStats(this.locate(file));
    return stats?.isFile() ? formatStamp(stats) : undefined;
  }

  /**
   * Reads a file into a part of `buffer` if that is large enough. Throws the error of the system if there is no file, or
   * if there is a link or a folder instead. Returns `undefined` if a folder above it is missing or is a link. On
   * Windows, also returns `undefined` if there is no file.
   */
  read(file: string, buffer: Buffer): Buffer | undefined {
    if (this.#findObstacle(file)) return undefined;
    if (constants.O_NOFOLLOW) return readNoLink(`${this.path}${sep}${file}`, buffer);
    const found = this.find(file);
    return found.state === 'file' ? found.bytes : undefined;
  }

  // Finds a folder above the path that does not exist, or something else in its place.
  #findObstacle(file: string): Exclude<Found, { state: 'file' }> | undefined {
    if (this.#safeFolders.has(file.slice(0, Math.max(0, file.lastIndexOf('/'))))) return undefined;
    for (let end = file.indexOf('/'); end >= 0; end = file.indexOf('/', end + 1)) {
      const folder = file.slice(0, end);
      if (this.#safeFolders.has(folder)) continue;
      const stat = findStats(this.locate(folder));
      if (stat === undefined) return { state: 'absent' };
      if (!stat.isDirectory()) return { state: 'blocked', by: folder };
      this.#safeFolders.add(folder);
    }
    return undefined;
  }

  /** Clears the list of folders that are known to exist. This is needed after a folder was removed. */
  forget(): void {
    this.#safeFolders.clear();
    this.#safeFolders.add('');
  }
}

// Formats a text that changes whenever a file is written or replaced.
function formatStamp({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}

const noBytes = Buffer.alloc(0);

// Opens a file, and lets the system refuse a link. Windows cannot do this. `O_NONBLOCK`: a pipe without a writer would
// block.
function readNoLink(path: string, buffer: Buffer = noBytes): Buffer {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    // Most files fit into the buffer. They need no separate memory and no call that returns their size.
    const count = buffer.length > 0 ? readSync(file, buffer, 0, buffer.length, 0) : 0;
    return count < buffer.length ? buffer.subarray(0, count) : readFileSync(file);
  } finally {
    closeSync(file);
  }
}

function readFound(path: string, stamp: string): Found {
  try {
    return { state: 'file', bytes: readNoLink(path), stamp };
  } catch (error) {
    const why = formatSystemError(error);
    if (why === undefined) throw error;
    return { state: 'unreadable', why };
  }
}

// If a file is above the path instead of a folder, nothing is at the path. A write reports that.
function findStats(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/**
 * Returns whether a path stays below its folder on every system. A path in `.git` does not count, because git runs
 * programs there.
 */
export function isSafePath(file: string): boolean {
  return !/(?:^|\/)(?:\.{0,2}|\.git)(?:\/|$)|[\\:\0]/i.test(file);
}

/** Returns the real path of a folder that may not exist yet. Follows the links in the part that exists. */
export function resolveFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path
      ? path
      : `${resolveFolder(parent).replace(/[/\\]$/, '')}${sep}${path.slice(parent.length).replace(/^[/\\]/, '')}`;
  }
}

/**
 * Returns the path relative to a real folder, with `/` as separator. Follows the links above both paths, so the result
 * stays right if both are moved together. Does not follow links below that, because they may lead elsewhere on another
 * machine.
 */
export function getMovablePath(from: string, path: string): string {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const real = resolveFolder(folder);
    const isAbove = from === real || from.startsWith(real.endsWith(sep) ? real : real + sep);
    if (isAbove || dirname(folder) === folder) {
      return relative(from, join(real, relative(folder, path)))
        .split(sep)
        .join('/');
    }
  }
}
