import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parse as parseCommentedJson } from 'jsonc-parser';
import { globSync } from 'tinyglobby';
import { parse as parseYaml } from 'yaml';
import type { ConfigurableOptions } from '../../configuration/option-table.js';
import type { Diagnostics } from '../../diagnostics/diagnostic.js';
import { Folder, resolveFolder } from '../../files/folder.js';
import { getRelativePath } from '../../files/paths.js';
import { type JsonNode, readJson } from '../../files/read-json.js';
import type { ArtifactKind } from '../../model/artifact.js';
import { isObject } from '../../model/element.js';
import { findRepository } from '../../user-code/packages.js';
import type { CiSystem } from '../flag-table.js';

type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun';

/** The folder of a package. */
interface PackagePlace {
  /** The folder of the repository. If there is no repository, the folder of the package. */
  readonly root: Folder;
  /** The folder of the package below `root`, with `/` as separator. Empty if it is `root` itself. */
  readonly packagePath: string;
}

/** A folder, and the packages on which its package depends. */
export interface PackageFolder extends PackagePlace {
  /** The packages on which it depends, in any of the lists of dependencies, with their ranges. */
  readonly dependencies: ReadonlyMap<string, string>;
}

/** The facts that the files of a user's package show. */
export interface Project extends PackageFolder {
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
  /** Whether it, or a folder above it, has the configuration of a compiler. */
  readonly hasCompiler: boolean;
  /** Whether its `.js` files are ES modules. */
  readonly isModule: boolean;
  /** The package of TanStack Query on which it depends. */
  readonly queryLibrary: string | undefined;
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

/** Formats the command that installs a package as a development dependency. */
export function formatInstall({ manager }: Project, name: string): string {
  const flags = { npm: 'install --save-dev', pnpm: 'add --save-dev', yarn: 'add --dev', bun: 'add --dev' };
  return `${manager} ${flags[manager]} ${name}`;
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
export function hasAny({ root, packagePath }: PackagePlace, files: readonly string[]): boolean {
  return files.some((file) => root.find(joinFolder(packagePath, file)).state !== 'absent');
}

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
  const hasCompiler = [place, ...above].some((one) => hasAny(one, ['tsconfig.json', 'tsconfig.base.json']));
  return {
    ...place,
    isRepository: repository !== undefined,
    ...findManager(place, manifest.manager),
    above,
    ...findFrameworks(dependencies),
    usesTypeScript:
      [place, ...above].some(({ dependencies }) => dependencies.has('typescript')) ||
      hasCompiler ||
      hasTypeScript(place),
    hasCompiler,
    isModule: manifest.isModule,
    queryLibrary: [...dependencies.keys()].find((name) => /^@tanstack\/[a-z]+-query(?:-experimental)?$/.test(name)),
    importsTs: [compiler['allowImportingTsExtensions'], compiler['rewriteRelativeImportExtensions']].includes(true),
    packages: listPackages(place, [...manifest.workspaces, ...readPnpmWorkspaces(place)]),
  };
}

// Some tools read a configuration in TypeScript in a project of JavaScript.
function hasTypeScript({ root, packagePath }: PackagePlace): boolean {
  const names = ['', 'src'].flatMap((folder) => listNames(root.locate(joinFolder(packagePath, folder))));
  return names.some((name) => /\.[cm]?tsx?$/.test(name) && !/\.(?:config|d)\.[cm]?ts$/.test(name));
}

interface Manifest {
  readonly dependencies: ReadonlyMap<string, string>;
  readonly workspaces: readonly string[];
  readonly manager: string | undefined;
  readonly isModule: boolean;
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
    isModule: node.find('type')?.value() === 'module',
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

function readPnpmWorkspaces({ root, packagePath }: PackagePlace): readonly string[] {
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
  { root, packagePath }: PackagePlace,
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
function readCompilerOptions({ root, packagePath }: PackagePlace): Readonly<Record<string, unknown>> {
  const options = ['tsconfig.json', 'tsconfig.app.json'].map((file) => {
    const content: unknown = parseCommentedJson(readText(root, joinFolder(packagePath, file)) ?? '{}');
    const found: unknown = isObject(content) ? content['compilerOptions'] : undefined;
    return isObject(found) ? found : {};
  });
  return Object.assign({}, ...options);
}

interface FrameworkRow {
  readonly name: string;
  readonly package: string;
  /** Whether a project with this framework calls an API or provides one. */
  readonly serves: 'browser' | 'server';
  /** Whether its bundlers find `x.ts` only by a specifier with `.ts`, and not by `x.js`. */
  readonly needsTsSpecifiers?: true;
}

/** The frameworks that `init` recognises, the most significant ones first. */
const frameworkTable: readonly FrameworkRow[] = [
  { name: 'Next', package: 'next', serves: 'browser', needsTsSpecifiers: true },
  { name: 'Nuxt', package: 'nuxt', serves: 'browser' },
  { name: 'Nest', package: '@nestjs/core', serves: 'server' },
  { name: 'Fastify', package: 'fastify', serves: 'server' },
  { name: 'Hono', package: 'hono', serves: 'server' },
  { name: 'Koa', package: 'koa', serves: 'server' },
  { name: 'Express', package: 'express', serves: 'server' },
  { name: 'Angular', package: '@angular/core', serves: 'browser' },
  { name: 'Vite', package: 'vite', serves: 'browser' },
  { name: 'React', package: 'react', serves: 'browser' },
  { name: 'Vue', package: 'vue', serves: 'browser' },
  { name: 'Svelte', package: 'svelte', serves: 'browser' },
];

/** Finds the frameworks in the dependencies of a project. */
function findFrameworks(dependencies: ReadonlyMap<string, string>) {
  const found = frameworkTable.filter((row) => dependencies.has(row.package));
  return {
    frameworks: found.map(({ name }) => name),
    isBrowser: found.some(({ serves }) => serves === 'browser'),
    isServer: found.some(({ serves }) => serves === 'server'),
    needsTsSpecifiers: found.some((row) => row.needsTsSpecifiers),
  };
}

const deepest = 5;

/** Lists the folders with a `package.json` that match the patterns of a workspace, below its folder. */
function listPackages({ root, packagePath }: PackagePlace, patterns: readonly string[]): readonly string[] {
  // No package is outside of the workspace.
  const list = (isExcluded: boolean): string[] =>
    patterns
      .filter((pattern) => pattern.startsWith('!') === isExcluded)
      .map((pattern) => posix.join(pattern.replace(/^!/, ''), 'package.json'))
      .filter((pattern) => !/^(?:\.\.|\/)/.test(pattern));
  const ignore = ['**/node_modules/**', ...list(true)];
  const options = { cwd: root.locate(packagePath), ignore, deep: deepest, followSymbolicLinks: false };
  const found = globSync(list(false), options).map((file) => posix.dirname(file));
  return found.filter((folder) => folder !== '.').sort();
}

/** The folders in which people keep a description, and those that can have further folders for it. */
const folders = ['', 'docs', 'src', 'public'];
const deepFolders = ['spec', 'specs', 'specification', 'specifications', 'api', 'apis', 'openapi', 'schema', 'schemas'];
const mostFiles = 200;
const headLength = 4096;

/**
 * Finds descriptions in the package and in the repository by the content of files. Returns their paths below the root,
 * with `/` as separator.
 */
export function findDescriptions({ root, packagePath }: PackagePlace): readonly string[] {
  const patterns = deepFolders.map((folder) => `${folder}/**/*.{yaml,yml,json}`);
  const places = [...new Set([packagePath, ''])].flatMap((start) => {
    const options = {
      cwd: root.locate(start),
      ignore: ['**/node_modules/**'],
      deep: deepest,
      followSymbolicLinks: false,
    };
    const below = globSync(patterns, options)
      .map((file) => posix.dirname(file))
      .sort();
    return [...folders, ...below].map((folder) => joinFolder(start, folder));
  });
  return [...new Set(places)].flatMap((folder) => {
    const names = listNames(root.locate(folder)).filter((name) => /\.(ya?ml|json)$/.test(name));
    // A file that lacuna wrote is not a description of the user.
    if (names.includes('lacuna.json')) return [];
    return names
      .slice(0, mostFiles)
      .map((name) => joinFolder(folder, name))
      .filter((file) => isDescription(root.locate(file)));
  });
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}

function isDescription(path: string): boolean {
  try {
    const head = readFileSync(path, 'utf8').slice(0, headLength);
    return /^(?:\ufeff)?\s*(?:\{\s*)?["']?openapi["']?\s*:/.test(head) || /^["']?openapi["']?\s*:/m.test(head);
  } catch {
    return false;
  }
}

export function suggestOut(project: Project): string {
  return hasAny(project, ['src']) ? 'src/api' : 'generated';
}

/**
 * Suggests the kinds of artifacts. A project that calls an API needs no server, and a project that provides an API
 * needs no client. Returns `undefined` for all kinds.
 */
export function suggestKinds({ isBrowser, isServer }: Project): readonly ArtifactKind[] | undefined {
  if (isBrowser === isServer) return undefined;
  return isBrowser ? ['types', 'client'] : ['types', 'server', 'validators'];
}

/**
 * Suggests the language and the import specifiers of the output. Without a compiler, Node and other programs run
 * TypeScript themselves, and find `x.ts` only by a specifier with `.ts`.
 */
export function suggestOutput(project: Project): Pick<ConfigurableOptions, 'emit' | 'importExtension'> {
  const { usesTypeScript, importsTs, needsTsSpecifiers, isBrowser, hasCompiler } = project;
  if (!usesTypeScript) return { emit: 'js' };
  return importsTs || needsTsSpecifiers || !(isBrowser || hasCompiler) ? { importExtension: 'ts' } : {};
}

/** Suggests the system of a job: the one that already has jobs in the repository, otherwise the one of its remote. */
export function suggestCi({ root, isRepository }: Project): CiSystem {
  if (!isRepository) return 'none';
  const top = { root, packagePath: '' };
  if (hasAny(top, ['.github'])) return 'github';
  if (hasAny(top, ['.gitlab-ci.yml'])) return 'gitlab';
  if (hasAny(top, ['azure-pipelines.yml', '.circleci', 'Jenkinsfile', 'bitbucket-pipelines.yml'])) return 'none';
  return /gitlab/.test(readText(root, joinFolder('.git', 'config')) ?? '') ? 'gitlab' : 'github';
}
