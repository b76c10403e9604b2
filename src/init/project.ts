import type { Folder } from '../files/folder.js';

/** A program that installs packages. */
export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun';

/** A folder, and what its package depends on. */
export interface PackageFolder {
  /** The repository, or the folder of the package if there is no repository. */
  readonly root: Folder;
  /** The folder of the package below `root`, `/` as separator; `''` for that one itself. */
  readonly home: string;
  /** The names of the packages that it depends on, of every sort, with their ranges. */
  readonly dependencies: ReadonlyMap<string, string>;
}

/** A package of a person, as far as its files show what it is. */
export interface Project extends PackageFolder {
  /** Whether `root` is a repository of git. */
  readonly isRepository: boolean;
  /** The folder in which its packages are installed, below `root`: that of the lock file. */
  readonly installHome: string;
  readonly manager: PackageManager;
  readonly hasLockFile: boolean;
  /** The folders above it up to `root`, the next one first. */
  readonly above: readonly PackageFolder[];
  /** The names of the frameworks that it uses, the most telling one first. */
  readonly frameworks: readonly string[];
  readonly isBrowser: boolean;
  readonly isServer: boolean;
  /** Whether its bundlers find `x.ts` only by that name, not by `x.js`. */
  readonly needsTsSpecifiers: boolean;
  readonly usesTypeScript: boolean;
  /** Whether its compiler accepts specifiers that end in `.ts`. */
  readonly importsTs: boolean;
  /** The folders of the packages of its workspace, below `home`. */
  readonly packages: readonly string[];
}

/** Checks whether a package, or one above it, depends on a package. Workspaces often have their tools only at the root. */
export function hasInstalled({ dependencies, above }: Pick<Project, 'dependencies' | 'above'>, name: string): boolean {
  return [dependencies, ...above.map((one) => one.dependencies)].some((names) => names.has(name));
}

/** Returns a path below the folder of the package as one below the root. */
export function joinFolder(folder: string, file: string): string {
  return folder === '' ? file : file === '' ? folder : `${folder}/${file}`;
}

/** Reads a text below the root; `undefined` if there is no file. A byte order mark stays. */
export function readText(root: Folder, file: string): string | undefined {
  const found = root.find(file);
  return found.state === 'file' ? Buffer.from(found.bytes).toString('utf8') : undefined;
}

/** Checks whether there is anything at one of some paths of a package. */
export function hasAny({ root, home }: Pick<Project, 'root' | 'home'>, files: readonly string[]): boolean {
  return files.some((file) => root.find(joinFolder(home, file)).state !== 'absent');
}
