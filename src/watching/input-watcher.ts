import { existsSync, type FSWatcher, statSync, watch } from 'node:fs';
import { dirname } from 'node:path';

/** Times in milliseconds. */
interface WatchTimes {
  /** The time without further changes after which a change is reported. */
  readonly quiet: number;
  /** The interval at which files are checked even if the system reports no change, as on network disks. */
  readonly poll: number;
}

// The most milliseconds by which continuing changes can delay a report.
const longest = 200;

/**
 * Reports changes of a set of files. Watches their folders, because editors replace files. Compares the stamp of each
 * file, because the system also reports other changes in a folder. If a folder does not exist, watches the nearest
 * folder above it.
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
   * Sets the absolute paths of the files. `stamps` contains the stamps that files had when they were read: a file whose
   * stamp differs now has changed. A file without an entry keeps its known stamp.
   */
  set(paths: Iterable<string>, stamps: ReadonlyMap<string, string>): void {
    const next = new Set(paths);
    for (const path of this.#stamps.keys()) if (!next.has(path)) this.#stamps.delete(path);
    for (const path of next) this.#stamps.set(path, stamps.get(path) ?? this.#stamps.get(path) ?? readStamp(path));
    this.#watchFolders();
    this.#schedule();
  }

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
    // Continuous changes in a folder must not delay the report forever.
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

  // Compares the identity of folders, because a folder can be removed and created again at the same path.
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
      // The system can refuse further watchers. Then only the check at intervals finds changes.
    }
  }
}

/** Returns a text that changes whenever a file is written, replaced, removed or created. */
export function readStamp(path: string): string {
  try {
    const { ino, size, mtimeNs } = statSync(path, { bigint: true });
    return `${ino} ${size} ${mtimeNs}`;
  } catch {
    return 'absent';
  }
}

// Returns the path and the identity of a folder. If it does not exist, those of the nearest folder above it.
function findFolder(path: string): [path: string, id: string] | undefined {
  if (existsSync(path)) return [path, String(statSync(path, { throwIfNoEntry: false })?.ino)];
  const parent = dirname(path);
  return parent === path ? undefined : findFolder(parent);
}
