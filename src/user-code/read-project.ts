import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { globSync } from 'tinyglobby';
import { ts } from 'ts-morph';
import { artifactKinds } from '../emitters/index.js';
import { isBelow } from '../files/paths.js';
import { decodeRoughly, decodeUtf8 } from '../files/utf8-text.js';
import { manifestName } from '../output/manifest.js';
import { findBase, findPackage, isRepository, listDependents, readPackage, type UserPackage } from './packages.js';

/** A file of the user's code, as it was read. */
export interface UserFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** The text without byte order mark. Absent if the bytes are not UTF-8. */
  readonly text?: string;
  /** Whether the file begins with a byte order mark. */
  readonly hasMark: boolean;
  /** Whether the path leads through a link. The target is read but never written. */
  readonly isLink: boolean;
}

/** The new bytes of files that an interrupted run did not complete, by absolute path. */
export type PendingFiles = ReadonlyMap<string, Uint8Array>;

/** The code that a run can read and change. */
export interface UserProject {
  readonly files: ReadonlyMap<string, UserFile>;
  /** The absolute paths of the files without code in the same packages. */
  readonly data: readonly string[];
  /** All packages of the workspace, by name. */
  readonly packages: ReadonlyMap<string, UserPackage>;
}

/** The folders of the user's code. All paths are absolute. */
interface ProjectFolders {
  readonly folder: string;
  readonly handlers: string;
  readonly out: string;
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
  const { folder, handlers, out, pending = new Map() } = folders;
  const handlersPackage = findPackage(handlers) ?? { folder, dependencies: new Set() };
  const base = findBase(folder, handlersPackage.folder);
  const all = [...listFiles(base, out), ...(isBelow(handlers, base) ? [] : listFiles(handlers, out))];
  const packages = [...new Map(all.map(({ owner }) => [owner.folder, owner])).values()];
  const own = [handlersPackage, findPackage(out) ?? handlersPackage].map((each) => each.folder);
  const roots = packages.filter((each) => own.includes(each.folder));
  const scope = new Set(listDependents(roots, packages).map((each) => each.folder));
  const isOurs = ({ owner, path }: FoundFile): boolean => scope.has(owner.folder) || isBelow(path, handlers);
  const code = all.filter(({ path }) => isCode(path) || isComponent(path));
  const known = new Set(code.map(({ path }) => path));
  // Adds files that an interrupted run has not created yet. They belong to the package of the handlers.
  const added = [...pending.keys()].filter((path) => isCode(path) && !known.has(path));
  const ours = [...code.filter(isOurs), ...added.map((path) => ({ path, owner: handlersPackage, isLinked: false }))];
  const files = new Map(ours.flatMap((found) => readFound(found, pending)));
  for (const found of code.filter((each) => !isOurs(each))) {
    const [row] = readFound(found);
    const text = row?.[1].text ?? '';
    if (row && isWanted(text) && hasImportOf(text, found.path, files, out)) files.set(...row);
  }
  return {
    files,
    data: all.filter((found) => isOurs(found) && isData(found)).map(({ path }) => path),
    packages: new Map(packages.flatMap((each) => (each.name ? [[each.name, each]] : []))),
  };
}

/** What counts for all files of a folder: their package, and which of them version control ignores. */
interface FolderFacts {
  readonly owner: UserPackage;
  /** The rules of the folder, after those of the folders above it. */
  readonly rules: readonly IgnoreRules[];
}

// Skips other repositories, dependencies, ignored paths and generated folders. A linked file inside the base is listed
// at its real path.
function listFiles(base: string, out: string): FoundFile[] {
  const folders = new Map<string, FolderFacts | undefined>();
  const read = (folder: string): FolderFacts | undefined => {
    if (!folders.has(folder)) folders.set(folder, readFacts(folder));
    return folders.get(folder);
  };
  const readFacts = (folder: string): FolderFacts | undefined => {
    const isBase = folder === base;
    if (isGenerated(folder, out) || (!isBase && (isRepository(folder) || basename(folder) === 'node_modules')))
      return undefined;
    const above = isBase
      ? { owner: findPackage(base) ?? { folder: base, dependencies: new Set() }, rules: readRulesAbove(base) }
      : read(dirname(folder));
    if (!above || (!isBase && isIgnored(folder, above.rules, true))) return undefined;
    const rules = [...above.rules, ...readRules(folder)];
    return { owner: (isBase ? undefined : readPackage(folder)) ?? above.owner, rules };
  };
  const found = new Map<string, FoundFile>();
  const paths = existsSync(base) ? globSync('**', { cwd: base, absolute: true, ignore: '**/node_modules' }) : [];
  for (const listed of paths) {
    const real = realpathSync(listed);
    const isLinked = !isBelow(real, base);
    const path = isLinked ? join(listed) : real;
    const facts = read(dirname(path));
    if (facts && !isIgnored(path, facts.rules)) found.set(path, { path, owner: facts.owner, isLinked });
  }
  return [...found.values()];
}

/** The rules of a folder: its `.gitignore`, and the folders into which a compiler writes. */
interface IgnoreRules {
  readonly folder: string;
  readonly rules: Ignore;
}

// The rules of the nearest folder that mentions a path count.
function isIgnored(path: string, all: readonly IgnoreRules[], isFolder = false): boolean {
  const results = all.map(({ folder, rules }) =>
    rules.test(relative(folder, path).split(sep).join('/') + (isFolder ? '/' : '')),
  );
  return results.findLast(({ ignored, unignored }) => ignored || unignored)?.ignored ?? false;
}

function readRulesAbove(folder: string): IgnoreRules[] {
  const above = dirname(folder);
  return isRepository(folder) || above === folder ? [] : [...readRulesAbove(above), ...readRules(above)];
}

function readRules(folder: string): IgnoreRules[] {
  const path = join(folder, '.gitignore');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const outputs = listCompilerFolders(folder);
  return text === '' && outputs.length === 0 ? [] : [{ folder, rules: ignore().add(text).add(outputs) }];
}

function listCompilerFolders(folder: string): string[] {
  const path = join(folder, 'tsconfig.json');
  const { config } = existsSync(path) ? ts.readConfigFile(path, ts.sys.readFile) : {};
  const { outDir, declarationDir } = Object(Object(config).compilerOptions);
  const written = [outDir, declarationDir].filter((each) => typeof each === 'string').map((each) => join(folder, each));
  return written.filter((each) => each !== folder && isBelow(each, folder)).map((each) => `/${relative(folder, each)}`);
}

/**
 * Returns whether a folder contains generated files: whether it has the name of a kind of artifacts, and is in `out` or
 * beside another manifest.
 */
function isGenerated(folder: string, out: string): boolean {
  const isOutput = dirname(folder) === out || existsSync(join(dirname(folder), manifestName));
  return isOutput && generatedFolders.has(basename(folder));
}

/** Returns whether a folder or one above it contains generated files. */
export function isInGenerated(folder: string, out: string): boolean {
  return isGenerated(folder, out) || (folder !== dirname(folder) && isInGenerated(dirname(folder), out));
}

const generatedFolders: ReadonlySet<string> = new Set([...artifactKinds, 'runtime']);

// Files that a compiler made from a TypeScript file beside them do not count.
function isCode(path: string): boolean {
  const [, stem = '', kind] = /^(.*?)(\.d)?\.[cm]?[jt]sx?$/.exec(path) ?? [];
  if (stem === '') return false;
  const isMade = kind === '.d' || /\.[cm]?jsx?$/.test(path);
  return !isMade || !['.ts', '.tsx', '.mts', '.cts'].some((end) => existsSync(stem + end));
}

/**
 * Returns whether a path is that of a file that contains code among other text. Its names are listed, but the compiler
 * cannot follow them.
 */
export function isComponent(path: string): boolean {
  return /\.(?:vue|svelte|astro|mdx)$/.test(path);
}

// Source maps and files beside a manifest are generated.
function isData({ path, owner }: FoundFile): boolean {
  if (isCode(path) || isComponent(path) || /\.(?:[cm]?[jt]sx?|map)$/.test(path)) return false;
  const isMade = existsSync(join(dirname(path), manifestName)) || isInBuild(relative(owner.folder, path));
  return !isMade && !basename(path).startsWith('lacuna.');
}

function isInBuild(way: string): boolean {
  return /(^|[\\/])(dist|coverage)[\\/]/.test(way);
}

function readFound({ path, owner, isLinked }: FoundFile, pending?: PendingFiles): [string, UserFile][] {
  const file = readUserFile(path, pending, isLinked);
  const isMade = file && /\.[cm]?jsx?$|\.d\.[cm]?ts$/.test(path);
  // A compiled file has a source map, or is in a folder into which most tools write.
  const hasMap = isMade && /^\/\/# sourceMappingURL=/m.test((file.text ?? '').slice(-500));
  return !file || (isMade && (hasMap || isInBuild(relative(owner.folder, path)))) ? [] : [[path, file]];
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

/** The largest size of a data file that is searched for names, in bytes. */
const mostBytes = 1 << 20;

/** Reads a file without code, such as JSON or Markdown. Returns `undefined` if it is too large or is not text. */
export function readData(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size > mostBytes) return undefined;
  const text = decodeRoughly(readFileSync(path));
  return text.includes('\0') ? undefined : text;
}

/**
 * Reads a file, and the facts that are needed to write it. Returns `undefined` if there is no file. `pending` has
 * precedence over the disk.
 */
export function readUserFile(path: string, pending: PendingFiles = new Map(), isLinked = false): UserFile | undefined {
  const prepared = pending.get(path);
  if (!prepared && !statSync(path, { throwIfNoEntry: false })?.isFile()) return undefined;
  const bytes = prepared ?? readFileSync(path);
  const isLink = isLinked || (!prepared && lstatSync(path).isSymbolicLink());
  return { path, bytes, hasMark: false, ...decodeUtf8(bytes), isLink };
}
