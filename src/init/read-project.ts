import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse as parseCommentedJson } from 'jsonc-parser';
import { parse as parseYaml } from 'yaml';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { Folder, resolveFolder } from '../files/folder.js';
import { getRelativePath } from '../files/paths.js';
import { type JsonNode, readJson } from '../files/read-json.js';
import { isObject } from '../model/is-object.js';
import { findFrameworks } from './frameworks.js';
import { listPackages } from './list-packages.js';
import { hasAny, joinFolder, type PackageFolder, type PackageManager, type Project, readText } from './project.js';

const dependencySorts = ['dependencies', 'devDependencies', 'peerDependencies'];

/** The lock files of each package manager. */
const lockFiles: readonly (readonly [file: string, manager: PackageManager])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
];

/** Reads the package, framework, workspace and tools of a folder. Reports a missing or broken `package.json`. */
export function readProject(folder: string, shown: string, diagnostics: Diagnostics): Project | undefined {
  const path = resolveFolder(folder);
  const repository = findRepository(path);
  const root = new Folder(repository ?? path, shown);
  const packagePath = getRelativePath(root.path, path);
  const manifest = readManifest(root, packagePath, diagnostics);
  if (manifest === undefined) return undefined;
  const { dependencies } = manifest;
  const place = { root, packagePath, dependencies };
  const above = readAbove(root, packagePath);
  const compiler = readCompilerOptions(place);
  return {
    ...place,
    isRepository: repository !== undefined,
    ...findManager(place, manifest.manager),
    above,
    ...findFrameworks(dependencies),
    usesTypeScript: [place, ...above].some(hasTypeScript),
    importsTs: [compiler['allowImportingTsExtensions'], compiler['rewriteRelativeImportExtensions']].includes(true),
    packages: listPackages(place, [...manifest.workspaces, ...readPnpmWorkspaces(place)]),
  };
}

function hasTypeScript(place: PackageFolder): boolean {
  return place.dependencies.has('typescript') || hasAny(place, ['tsconfig.json', 'tsconfig.base.json']);
}

function findRepository(path: string): string | undefined {
  for (let folder = path; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

interface Manifest {
  readonly dependencies: ReadonlyMap<string, string>;
  readonly workspaces: readonly string[];
  readonly manager: string | undefined;
}

function readManifest(root: Folder, packagePath: string, diagnostics: Diagnostics): Manifest | undefined {
  const file = joinFolder(packagePath, 'package.json');
  const text = readText(root, file);
  if (text === undefined) {
    diagnostics.report('no-package', undefined, {});
    return undefined;
  }
  const reading = readJson(text, (node) => ({
    dependencies: new Map(
      dependencySorts.flatMap((sort) =>
        (node.find(sort)?.members() ?? []).map(([name, range]) => [name, range.text()] as const),
      ),
    ),
    workspaces: readWorkspaces(node.find('workspaces')),
    manager: node.find('packageManager')?.text(),
  }));
  if ('value' in reading) return reading.value;
  const { what: why, ...position } = reading.mistake;
  diagnostics.report('broken-package', { file, pointer: '' }, { why }, { position });
  return undefined;
}

// Yarn also accepts an object with the list in `packages`.
function readWorkspaces(node: JsonNode | undefined): readonly string[] {
  if (node === undefined) return [];
  const list = Array.isArray(node.value()) ? node : node.find('packages');
  return list?.items().map((item) => item.text()) ?? [];
}

function readPnpmWorkspaces({ root, packagePath }: Pick<Project, 'root' | 'packagePath'>): readonly string[] {
  const content: unknown = parseYaml(readText(root, joinFolder(packagePath, 'pnpm-workspace.yaml')) ?? '', {
    logLevel: 'silent',
  });
  const packages: unknown = isObject(content) ? content['packages'] : undefined;
  return Array.isArray(packages) ? packages.filter((one) => typeof one === 'string') : [];
}

/** Lists a folder and the folders above it, up to the root. */
function listAncestors(packagePath: string): readonly string[] {
  const steps = packagePath === '' ? [] : packagePath.split('/');
  return [...steps.keys(), steps.length].reverse().map((count) => steps.slice(0, count).join('/'));
}

// Mistakes in the file of another package are not reported.
function readAbove(root: Folder, packagePath: string): readonly PackageFolder[] {
  return listAncestors(packagePath)
    .slice(1)
    .map((folder) => {
      const content: unknown = parseCommentedJson(readText(root, joinFolder(folder, 'package.json')) ?? '');
      const entries = dependencySorts.flatMap((sort) => Object.entries(Object(Object(content)[sort])));
      return {
        root,
        packagePath: folder,
        dependencies: new Map(entries.map(([name, range]) => [name, String(range)])),
      };
    });
}

/**
 * Finds the package manager and the folder in which it installs packages: those of the nearest lock file, otherwise
 * those of the member `packageManager`.
 */
function findManager(
  { root, packagePath }: Pick<Project, 'root' | 'packagePath'>,
  stated: string | undefined,
): Pick<Project, 'manager' | 'installFolder' | 'hasLockFile'> {
  for (const folder of listAncestors(packagePath)) {
    const [, manager] = lockFiles.find(([file]) => hasAny({ root, packagePath: folder }, [file])) ?? [];
    if (manager) return { manager, installFolder: folder, hasLockFile: true };
  }
  const name = stated?.split('@')[0];
  const manager = lockFiles.find(([, known]) => known === name)?.[1] ?? 'npm';
  return { manager, installFolder: packagePath, hasLockFile: false };
}

// The Vite templates split their settings into several files.
function readCompilerOptions({
  root,
  packagePath,
}: Pick<Project, 'root' | 'packagePath'>): Readonly<Record<string, unknown>> {
  const options = ['tsconfig.json', 'tsconfig.app.json'].map((file) => {
    const content: unknown = parseCommentedJson(readText(root, joinFolder(packagePath, file)) ?? '{}');
    const found: unknown = isObject(content) ? content['compilerOptions'] : undefined;
    return isObject(found) ? found : {};
  });
  return Object.assign({}, ...options);
}
