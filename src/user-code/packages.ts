import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isBelow } from '../files/paths.js';
import { readJson } from '../files/read-json.js';

/** A package of the user: a folder with a `package.json` that contains more than `type`. */
export interface UserPackage {
  /** The absolute path. */
  readonly folder: string;
  readonly name?: string;
  /** The names of the packages in its lists of dependencies. */
  readonly dependencies: ReadonlySet<string>;
}

/** Reads the package whose `package.json` is in a folder. Returns `undefined` if there is none. */
export function readPackage(folder: string): UserPackage | undefined {
  const content = readContent(folder);
  if (!content) return undefined;
  const { members, name, dependencies } = content;
  const isMarker =
    name === undefined && ![...dependencyLists, 'workspaces', 'scripts'].some((one) => members.includes(one));
  if (isMarker && members.length > 0 && !isRepository(folder) && findPackage(dirname(folder))) return undefined;
  return { folder, ...(name !== undefined && { name }), dependencies: new Set(dependencies) };
}

/** Finds the package that contains a path. Searches no further than the root of the repository. */
export function findPackage(path: string): UserPackage | undefined {
  const found = readPackage(path);
  return found || isRepository(path) || dirname(path) === path ? found : findPackage(dirname(path));
}

/** Finds the root of the repository that contains a path. */
export function findRepository(path: string): string | undefined {
  return findAbove(path, isRepository);
}

export function isRepository(folder: string): boolean {
  return existsSync(join(folder, '.git'));
}

/**
 * Finds the folder that contains the user's packages:
 *
 * 1. the workspace, if there is one
 * 2. the current folder, if it contains the package of the handlers and both are in the same repository
 * 3. the package of the handlers
 *
 * @param folder absolute path of the current folder
 * @param handlersPackage absolute path of the package of the handlers
 */
export function findBase(folder: string, handlersPackage: string): string {
  const workspace = findAbove(handlersPackage, isWorkspace);
  if (workspace !== undefined) return workspace;
  return isBelow(handlersPackage, folder) && findAbove(handlersPackage, isRepository, folder) === undefined
    ? folder
    : handlersPackage;
}

/** Lists the given packages, and all packages that depend on them directly or indirectly. */
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
  if (existsSync(join(folder, 'pnpm-workspace.yaml'))) return true;
  return readContent(folder)?.members.includes('workspaces') ?? false;
}

// Searches upwards, no further than the root of the repository and not in `end`.
function findAbove(folder: string, isWanted: (folder: string) => boolean, end?: string): string | undefined {
  if (folder === end) return undefined;
  if (isWanted(folder)) return folder;
  return isRepository(folder) || dirname(folder) === folder ? undefined : findAbove(dirname(folder), isWanted, end);
}

/** The members of a `package.json` that are needed here. Empty if the file cannot be read. */
interface PackageContent {
  readonly members: readonly string[];
  readonly name?: string;
  readonly dependencies: readonly string[];
}

function readContent(folder: string): PackageContent | undefined {
  const path = join(folder, 'package.json');
  if (!existsSync(path)) return undefined;
  const reading = readJson(readFileSync(path, 'utf8'), (root): PackageContent => {
    const name = root.find('name')?.text();
    const dependencies = dependencyLists.flatMap((list) => root.find(list)?.members() ?? []).map(([member]) => member);
    return { members: root.members().map(([member]) => member), ...(name !== undefined && { name }), dependencies };
  });
  return 'value' in reading ? reading.value : { members: [], dependencies: [] };
}

const dependencyLists = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];
