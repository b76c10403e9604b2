import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isBelow } from './user-files.js';

/** A package of the user's: a folder with a `package.json` that speaks of more than the module system. */
export interface UserPackage {
  /** Absolute. */
  readonly folder: string;
  readonly name?: string;
  /** The names of the packages that it depends on, in whatever way. */
  readonly dependencies: ReadonlySet<string>;
}

/** Reads the package that begins in a folder; `undefined` where none does. */
export function readPackage(folder: string): UserPackage | undefined {
  const path = join(folder, 'package.json');
  if (!existsSync(path)) return undefined;
  const content = readJsonObject(path);
  const lists = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];
  const { name } = content;
  const isMarker = name === undefined && ![...lists, 'workspaces', 'scripts'].some((member) => member in content);
  if (isMarker && Object.keys(content).length > 0 && hasPackageAbove(folder)) return undefined;
  const dependencies = lists.flatMap((list) => Object.keys(Object(content[list])));
  return { folder, ...(typeof name === 'string' && { name }), dependencies: new Set(dependencies) };
}

/** Finds the package that a path belongs to, which begins in the same repository. */
export function findPackage(path: string): UserPackage | undefined {
  const found = readPackage(path);
  return found || isRepository(path) || dirname(path) === path ? found : findPackage(dirname(path));
}

/** Finds the root of the repository that a path is in. */
export function findRepository(path: string): string | undefined {
  return findAbove(path, isRepository);
}

/** Checks whether a folder is the root of a repository. */
export function isRepository(folder: string): boolean {
  return existsSync(join(folder, '.git'));
}

/**
 * Finds the folder in which the user's packages stand: the workspace, or else the current folder where it holds the
 * handlers, or else their package.
 */
export function findBase(folder: string, home: string): string {
  const workspace = findAbove(home, isWorkspace);
  if (workspace !== undefined) return workspace;
  return isBelow(home, folder) && findAbove(home, isRepository, folder) === undefined ? folder : home;
}

/** Lists the packages whose names come from the handlers or the output: their own, and all that depend on these. */
export function listDependents(own: readonly UserPackage[], all: readonly UserPackage[]): readonly UserPackage[] {
  const found = new Set(own);
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    const names = new Set([...found].flatMap(({ name }) => name ?? []));
    for (const each of all) if ([...each.dependencies].some((name) => names.has(name))) found.add(each);
  }
  return [...found];
}

function isWorkspace(folder: string): boolean {
  const path = join(folder, 'package.json');
  if (existsSync(join(folder, 'pnpm-workspace.yaml'))) return true;
  return existsSync(path) && 'workspaces' in readJsonObject(path);
}

// Below `end`, or up to the root of the repository.
function findAbove(folder: string, isWanted: (folder: string) => boolean, end?: string): string | undefined {
  if (folder === end) return undefined;
  if (isWanted(folder)) return folder;
  return isRepository(folder) || dirname(folder) === folder ? undefined : findAbove(dirname(folder), isWanted, end);
}

function hasPackageAbove(folder: string): boolean {
  return !isRepository(folder) && dirname(folder) !== folder && findPackage(dirname(folder)) !== undefined;
}

function readJsonObject(path: string): Record<string, unknown> {
  try {
    return { ...Object(JSON.parse(readFileSync(path, 'utf8'))) };
  } catch {
    return {};
  }
}
