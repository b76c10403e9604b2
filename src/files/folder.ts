import { closeSync, constants, lstatSync, openSync, readFileSync, readSync, realpathSync, type Stats } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { formatSystemError } from './system-error.js';

/** The entry at a path below a folder. `blocked`: a link, a folder or a device; nothing is ever written through it. */
export type Found =
  | { readonly state: 'absent' }
  | { readonly state: 'file'; readonly bytes: Uint8Array }
  | { readonly state: 'blocked'; readonly by: string }
  | { readonly state: 'unreadable'; readonly why: string };

/**
 * A folder whose files are read and written without ever following a link out of it. Paths below it have `/` as
 * separator.
 */
export class Folder {
  /** Absolute. */
  readonly path: string;
  /** How messages name it. */
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

  /** Finds the entry at a path, and reads it if it is a file. */
  find(file: string): Found {
    const obstacle = this.#findObstacle(file.split('/').slice(0, -1));
    if (obstacle) return obstacle;
    const path = this.locate(file);
    const stat = findStats(path);
    if (stat === undefined) return { state: 'absent' };
    return stat.isFile() ? readFound(path) : { state: 'blocked', by: file };
  }

  /** Returns a text that changes whenever a file is written; `undefined` if there is no file, or a link. */
  readStamp(file: string): string | undefined {
    if (this.#findObstacle(file.split('/').slice(0, -1))) return undefined;
    return readStamp(this.locate(file));
  }

  /**
   * Reads a file, into a part of `buffer` if it is large enough; `undefined` if there is none. Throws an error of the
   * system, also at a link or a folder.
   */
  read(file: string, buffer?: Uint8Array): Uint8Array | undefined {
    const parent = file.slice(0, Math.max(0, file.lastIndexOf('/')));
    if (!this.#safeFolders.has(parent) && this.#findObstacle(parent.split('/'))) return undefined;
    if (constants.O_NOFOLLOW) return readNoLink(`${this.path}${sep}${file}`, buffer);
    const found = this.find(file);
    return found.state === 'file' ? found.bytes : undefined;
  }

  #findObstacle(folders: readonly string[]): Found | undefined {
    for (let depth = 1; depth <= folders.length; depth++) {
      const folder = folders.slice(0, depth).join('/');
      if (this.#safeFolders.has(folder)) continue;
      const stat = findStats(this.locate(folder));
      if (stat === undefined) return { state: 'absent' };
      if (!stat.isDirectory()) return { state: 'blocked', by: folder };
      this.#safeFolders.add(folder);
    }
    return undefined;
  }

  /** Forgets which folders were seen, after some were removed. */
  forget(): void {
    this.#safeFolders.clear();
    this.#safeFolders.add('');
  }
}

/** Returns a text that changes whenever a file is written or replaced; `undefined` if there is no file at the path. */
function readStamp(path: string): string | undefined {
  try {
    const stats = lstatSync(path, { bigint: true });
    return stats.isFile() ? `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}` : undefined;
  } catch {
    return undefined;
  }
}

const noBytes = new Uint8Array();

// The system itself refuses a link, which spares a look before; Windows does not. A pipe without a writer must not
// block.
function readNoLink(path: string, buffer: Uint8Array = noBytes): Uint8Array {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    // Most files fit, and need no look at their size and no memory of their own.
    const count = buffer.length > 0 ? readSync(file, buffer, 0, buffer.length, 0) : 0;
    return count < buffer.length ? buffer.subarray(0, count) : readFileSync(file);
  } finally {
    closeSync(file);
  }
}

function readFound(path: string): Found {
  try {
    return { state: 'file', bytes: readFileSync(path) };
  } catch (error) {
    const why = formatSystemError(error);
    if (why === undefined) throw error;
    return { state: 'unreadable', why };
  }
}

// If a file is in place of a folder, there is nothing below it; a write reports that.
function findStats(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Checks that a path stays below its folder on every system. */
export function isSafePath(file: string): boolean {
  return !/(?:^|\/)\.{0,2}(?:\/|$)|[\\:\0]/.test(file);
}

/** Finds the real path of a folder that may not exist yet: the links in its existing part are followed. */
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
 * Returns the relative path from a real folder to another path, `/` as separator. Links above both are followed, so the
 * path holds wherever both are moved; links below are kept, since they may lead elsewhere on another machine.
 */
export function findWay(from: string, path: string): string {
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
