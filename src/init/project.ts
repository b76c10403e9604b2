import type { Folder } from '../files/folder.js';

/** A program that installs packages. */
export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun';

/** A folder, and the packages on which its package depends. */
export interface PackageFolder {
  /** The folder of the repository. If there is no repository, the folder of the package. */
  readonly root: Folder;
  /** The folder of the package below `root`, with `/` as separator. Empty if it is `root` itself. */
  readonly packagePath: string;
  /** The packages on which it depends, in any of the lists of dependencies, with their ranges. */
  readonly dependencies: ReadonlyMap<string, string>;
}

/** The facts that the files of a user's package show. */
export interface Project extends PackageFolder {
  /** Whether `root` is a git repository. */
  readonly isRepository: boolean;
  /** The folder below `root` in which its packages are installed: the folder of the lock file. */
  readonly installFolder: string;
  readonly manager: PackageManager;
  readonly hasLockFile: boolean;
  /** The folders above it up to `root`, the nearest one first. */
  readonly above: readonly PackageFolder[];
  /** The names of the frameworks that it uses, the most significant one first. */
  readonly frameworks: readonly string[];
  readonly isBrowser: boolean;
  readonly isServer: boolean;
  /** Whether its bundlers find `x.ts` only by a specifier with `.ts`, and not by `x.js`. */
  readonly needsTsSpecifiers: boolean;
  readonly usesTypeScript: boolean;
  /** Whether its compiler accepts specifiers that end with `.ts`. */
  readonly importsTs: boolean;
  /** The folders of the packages of its workspace, below `packagePath`. */
  readonly packages: readonly string[];
}

/**
 * Returns whether a package, or a package above it, depends on a package. In a workspace, often only the root depends
 * on tools.
 */
export function hasInstalled({ dependencies, above }: Pick<Project, 'dependencies' | 'above'>, name: string): boolean {
  return [dependencies, ...above.map((one) => one.dependencies)].some((names) => names.has(name));
}

/** Returns whether Yarn 2 or newer installs its packages. */
export function hasModernYarn({ manager, root, installFolder }: Project): boolean {
  return manager === 'yarn' && hasAny({ root, packagePath: installFolder }, ['.yarnrc.yml']);
}

/** Joins the path of a folder below the root and a path below that folder. */
export function joinFolder(folder: string, file: string): string {
  return folder === '' ? file : file === '' ? folder : `${folder}/${file}`;
}

/** Reads a text below the root. Returns `undefined` if there is no file. Keeps a byte order mark. */
export function readText(root: Folder, file: string): string | undefined {
  const found = root.find(file);
  return found.state === 'file' ? Buffer.from(found.bytes).toString('utf8') : undefined;
}

/** Returns whether anything exists at one of the paths of a package. */
export function hasAny(
  { root, packagePath }: Pick<Project, 'root' | 'packagePath'>,
  files: readonly string[],
): boolean {
  return files.some((file) => root.find(joinFolder(packagePath, file)).state !== 'absent');
}
