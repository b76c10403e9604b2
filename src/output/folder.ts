import {
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, sep } from 'node:path';

/** What stands at a path below the output folder: nothing, our kind of file, or something that is never written through. */
export type Found =
  | { readonly state: 'absent' }
  | { readonly state: 'file'; readonly bytes: Uint8Array }
  | { readonly state: 'blocked'; readonly by: string };

/** The output folder: every access to it passes here, so that nothing is ever written outside it or through a link. */
export class OutputFolder {
  readonly path: string;
  /** How messages name it. */
  readonly shown: string;
  readonly #safeFolders = new Set<string>(['']);

  constructor(path: string, shown: string = path) {
    this.path = path;
    this.shown = shown;
  }

  /** Tells what stands at a path (`/` as separator); a link, a folder or a file in the way is `blocked`. */
  find(file: string): Found {
    const steps = file.split('/');
    for (let depth = 1; depth < steps.length; depth++) {
      const folder = steps.slice(0, depth).join('/');
      if (this.#safeFolders.has(folder)) continue;
      const stat = findStats(join(this.path, folder));
      if (stat === undefined) return { state: 'absent' };
      if (!stat.isDirectory()) return { state: 'blocked', by: folder };
      this.#safeFolders.add(folder);
    }
    const path = join(this.path, file);
    const stat = findStats(path);
    if (stat === undefined) return { state: 'absent' };
    return stat.isFile() ? { state: 'file', bytes: readFileSync(path) } : { state: 'blocked', by: file };
  }

  /** Writes a file so that at any moment its old or its new text stands there. */
  write(file: string, text: string | Uint8Array): void {
    const path = join(this.path, file);
    const beside = `${path}.lacuna-new`;
    try {
      writeFileSync(beside, text, { flag: 'wx' });
    } catch {
      // Hardly ever: the folder is not there yet, or an interrupted run left a file, or a link that would lead the write elsewhere.
      mkdirSync(dirname(path), { recursive: true });
      rmSync(beside, { force: true });
      writeFileSync(beside, text, { flag: 'wx' });
    }
    renameSync(beside, path);
  }

  /** Keeps a file's bytes beside it as `.orig`, or the first free `.orig.N`; gives the name. */
  keepOriginal(file: string, bytes: Uint8Array): string {
    for (let number = 1; ; number++) {
      const name = number === 1 ? `${file}.orig` : `${file}.orig.${number}`;
      const found = this.find(name);
      if (found.state === 'file' && Buffer.compare(found.bytes, bytes) === 0) return name;
      if (found.state !== 'absent') continue;
      this.write(name, bytes);
      return name;
    }
  }

  /** Removes a file, and the folders that it leaves empty. */
  remove(file: string): void {
    unlinkSync(join(this.path, file));
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) {
      this.#safeFolders.delete(folder);
      try {
        rmdirSync(join(this.path, folder));
      } catch {
        return; // not empty
      }
    }
  }
}

// A file where a folder should be means that nothing can stand below it; writing there will say so.
function findStats(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Tells whether a path of an artifact stays below the output folder on every system. */
export function isSafePath(file: string): boolean {
  return file.split('/').every((step) => step !== '' && step !== '.' && step !== '..' && !/[\\:\0]/.test(step));
}

/** Gives the real path of a folder that may not exist yet, links in its existing part followed. */
export function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path
      ? path
      : `${realFolder(parent).replace(/[/\\]$/, '')}${sep}${path.slice(parent.length).replace(/^[/\\]/, '')}`;
  }
}
