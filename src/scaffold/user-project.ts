import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { ts } from 'ts-morph';
import { isBelow } from '../files/paths.js';
import { manifestName } from '../output/manifest.js';
import { type IsIgnored, readIgnored } from './ignored-paths.js';
import { findBase, findPackage, isRepository, listDependents, readPackage, type UserPackage } from './package-scope.js';
import { isCode, isComponent, isGenerated, type PendingFiles, readUserFile, type UserFile } from './user-files.js';

/** The code that a run can read and change. */
export interface UserProject {
  /** The files by absolute path. */
  readonly files: ReadonlyMap<string, UserFile>;
  /** The absolute paths of the files without code in the same packages. */
  readonly data: readonly string[];
  /** All packages of the workspace, by name. */
  readonly packages: ReadonlyMap<string, UserPackage>;
}

/** The folders of the user's code. All paths are absolute. */
interface ProjectFolders {
  /** The current folder. */
  readonly folder: string;
  readonly handlers: string;
  readonly out: string;
  /** The files that an interrupted run did not complete. */
  readonly pending?: PendingFiles;
}

interface FoundFile {
  readonly path: string;
  readonly owner: UserPackage;
  readonly isLinked: boolean;
}

/**
 * Reads the user's code: the package of the handlers, the package of the output, and the packages that depend on one of
 * them. Also reads a file of another package if it imports one of these files or the output by a path, and if
 * `isWanted` accepts its text.
 */
export function readUserProject(folders: ProjectFolders, isWanted: (text: string) => boolean): UserProject {
  const nowhere: UserPackage = { folder: folders.folder, dependencies: new Set() };
  const handlersPackage = findPackage(folders.handlers) ?? nowhere;
  const base = findBase(folders.folder, handlersPackage.folder);
  const walk = new Walk(folders.out);
  walk.visit(base, findPackage(base) ?? { ...nowhere, folder: base });
  if (!isBelow(folders.handlers, base)) walk.visit(folders.handlers, handlersPackage);
  const own = [handlersPackage, findPackage(folders.out) ?? handlersPackage].map(({ folder }) => folder);
  const roots = walk.packages.filter(({ folder }) => own.includes(folder));
  const scope = new Set(listDependents(roots, walk.packages).map(({ folder }) => folder));
  const isOurs = ({ owner, path }: FoundFile): boolean => scope.has(owner.folder) || isBelow(path, folders.handlers);
  const ours = walk.files.filter(isOurs);
  const known = new Set(ours.map(({ path }) => path));
  // Adds files that an interrupted run has not created yet. They belong to the package of the handlers.
  const added = [...(folders.pending?.keys() ?? [])].filter((path) => isCode(path) && !known.has(path));
  ours.push(...added.map((path) => ({ path, owner: handlersPackage, isLinked: false })));
  const files = new Map(ours.flatMap((found) => readFound(found, folders.pending)));
  for (const found of walk.files.filter((each) => !isOurs(each))) {
    const [row] = readFound(found);
    const text = row?.[1].text ?? '';
    if (row && isWanted(text) && hasImportOf(text, found.path, files, folders.out)) files.set(...row);
  }
  return {
    files,
    data: walk.data.filter(isOurs).map(({ path }) => path),
    packages: new Map(walk.packages.flatMap((each) => (each.name ? [[each.name, each]] : []))),
  };
}

function readFound({ path, owner, isLinked }: FoundFile, pending?: PendingFiles): [string, UserFile][] {
  const file = readUserFile(path, pending, isLinked);
  return file && !isCompiled(file, relative(owner.folder, path)) ? [[path, file]] : [];
}

// Returns whether a file is compiled: whether it has a source map, or is in a folder into which most tools write.
function isCompiled({ path, text = '' }: UserFile, way: string): boolean {
  const isMade = /\.[cm]?jsx?$|\.d\.[cm]?ts$/.test(path);
  return isMade && (isInBuild(way) || /^\/\/# sourceMappingURL=/m.test(text.slice(-500)));
}

function isInBuild(way: string): boolean {
  return /(^|[\\/])(dist|coverage)[\\/]/.test(way);
}

function hasImportOf(text: string, path: string, files: ReadonlyMap<string, UserFile>, out: string): boolean {
  return ts.preProcessFile(text, true, true).importedFiles.some(({ fileName }) => {
    if (!fileName.startsWith('.')) return false;
    const stem = join(dirname(path), fileName).replace(/\.[cm]?jsx?$/, '');
    if (isBelow(stem, out)) return true;
    return ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '/index.ts', '/index.js'].some((end) =>
      files.has(stem + end),
    );
  });
}

/** Walks through folders. Skips other repositories, dependencies, ignored paths and generated folders. */
class Walk {
  readonly files: FoundFile[] = [];
  readonly data: FoundFile[] = [];
  readonly packages: UserPackage[] = [];
  readonly #out: string;
  readonly #seen = new Set<string>();

  constructor(out: string) {
    this.#out = out;
  }

  visit(base: string, owner: UserPackage): void {
    if (!existsSync(base)) return;
    this.packages.push(owner);
    this.#visit(base, base, owner, readIgnoredAbove(base));
  }

  #visit(folder: string, base: string, above: UserPackage, ignoredAbove: IsIgnored): void {
    const real = realpathSync(folder);
    if (this.#seen.has(real) || isGenerated(folder, this.#out)) return;
    this.#seen.add(real);
    if (folder !== base && isRepository(folder)) return;
    const own = folder === base ? undefined : readPackage(folder);
    if (own) this.packages.push(own);
    const owner = own ?? above;
    const isIgnored = readIgnored(folder, ignoredAbove);
    for (const { name } of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, name);
      if (name === 'node_modules' || name.startsWith('.')) continue;
      const stat = statSync(path, { throwIfNoEntry: false });
      if (!stat || isIgnored(path)) continue;
      if (stat.isDirectory()) this.#enter(path, base, owner, isIgnored);
      else this.#add({ path, owner, isLinked: !isBelow(real, realpathSync(base)) });
    }
  }

  // Source maps and files beside a manifest are generated.
  #add(file: FoundFile): void {
    const { path, owner } = file;
    if (isCode(path) || isComponent(path)) return void this.files.push(file);
    const isMade = /\.(?:[cm]?[jt]sx?|map)$/.test(path) || existsSync(join(dirname(path), manifestName));
    if (!isMade && !basename(path).startsWith('lacuna.') && !isInBuild(relative(owner.folder, path)))
      this.data.push(file);
  }

  // A linked folder inside the base is visited at its real path.
  #enter(path: string, base: string, owner: UserPackage, isIgnored: IsIgnored): void {
    const real = realpathSync(path);
    if (!isBelow(real, base)) this.#visit(path, base, owner, isIgnored);
    else if (!isInRepository(real, base)) this.#visit(real, base, owner, isIgnored);
  }
}

function readIgnoredAbove(folder: string): IsIgnored {
  const above = dirname(folder);
  return isRepository(folder) || above === folder ? () => false : readIgnored(above, readIgnoredAbove(above));
}

function isInRepository(folder: string, base: string): boolean {
  return (
    folder !== base && folder !== dirname(folder) && (isRepository(folder) || isInRepository(dirname(folder), base))
  );
}
