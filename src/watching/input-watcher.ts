import { existsSync, type FSWatcher, statSync, watch } from 'node:fs';
import { dirname } from 'node:path';

/** Times in milliseconds. */
interface WatchTimes {
  /** The time without further changes after which a change is reported. */
  readonly quiet: number;
  /** How often files are looked at in case the system reported no change, as on network disks. */
  readonly poll: number;
}

// In milliseconds.
const longest = 200;

/**
 * Reports changes of a set of files. It watches their folders, since editors replace files, and compares what the
 * system knows of each file, since the system reports more than changes of these files. For what does not exist it
 * watches the nearest folder above.
 */
export class InputWatcher {
  readonly #onChange: (paths: readonly string[]) => void;
  readonly #times: WatchTimes;
  readonly #stamps = new Map<string, string>();
  readonly #folders = new Map<string, { readonly watcher: FSWatcher; readonly id: string }>();
  readonly #poll: NodeJS.Timeout;
  #timer: NodeJS.Timeout | undefined;
  #waitsSince: number | undefined;
  #isClosed = false;

  constructor(onChange: (paths: readonly string[]) => void, times: WatchTimes) {
    this.#onChange = onChange;
    this.#times = times;
    this.#poll = setInterval(() => this.#check(), times.poll);
  }

  /**
   * Sets the files, absolute paths. `stamps` says what was known of some of them when they were read; a file that
   * differs now has changed. Those that were set before keep what was known of them.
   */
  set(paths: Iterable<string>, stamps: ReadonlyMap<string, string>): void {
    const next = new Set(paths);
    for (const path of this.#stamps.keys()) if (!next.has(path)) this.#stamps.delete(path);
    for (const path of next) this.#stamps.set(path, stamps.get(path) ?? this.#stamps.get(path) ?? readStamp(path));
    this.#watchFolders();
    this.#schedule();
  }

  /** Stops. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#poll);
    clearTimeout(this.#timer);
    for (const { watcher } of this.#folders.values()) watcher.close();
    this.#folders.clear();
  }

  #schedule(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#waitsSince ??= performance.now();
    // A folder in which something changes all the time must not put it off for ever.
    const isLate = performance.now() - this.#waitsSince > longest;
    this.#timer = setTimeout(() => this.#check(), isLate ? 0 : this.#times.quiet);
  }

  #check(): void {
    if (this.#isClosed) return;
    this.#waitsSince = undefined;
    this.#watchFolders();
    const changed = [...this.#stamps].filter(([path, stamp]) => readStamp(path) !== stamp).map(([path]) => path);
    for (const path of changed) this.#stamps.set(path, readStamp(path));
    if (changed.length > 0) this.#onChange(changed);
  }

  // A folder that was removed and created again is another one, although its path is the same.
  #watchFolders(): void {
    const folders = new Map<string, string>();
    for (const path of this.#stamps.keys()) {
      const folder = findFolder(dirname(path));
      if (folder) folders.set(...folder);
    }
    for (const [folder, { watcher, id }] of this.#folders) {
      if (folders.get(folder) === id) continue;
      watcher.close();
      this.#folders.delete(folder);
    }
    for (const [folder, id] of folders) if (!this.#folders.has(folder)) this.#watchFolder(folder, id);
  }

  #watchFolder(folder: string, id: string): void {
    try {
      const watcher = watch(folder, () => this.#schedule());
      watcher.on('error', () => this.#schedule());
      this.#folders.set(folder, { watcher, id });
    } catch {
      // Without a watcher, as where the system allows no more of them, the files are looked at from time to time.
    }
  }
}

/** Returns what the system knows of a file. It differs whenever the file is written, replaced, removed or created. */
export function readStamp(path: string): string {
  try {
    const { ino, size, mtimeNs } = statSync(path, { bigint: true });
    return `${ino} ${size} ${mtimeNs}`;
  } catch {
    return 'absent';
  }
}

// The path and the identity of a folder, or of the nearest one above.
function findFolder(path: string): [path: string, id: string] | undefined {
  if (existsSync(path)) return [path, String(statSync(path, { throwIfNoEntry: false })?.ino)];
  const parent = dirname(path);
  return parent === path ? undefined : findFolder(parent);
}
