import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { standardInput } from '../document/document.js';
import { defaultLimits } from '../document/limits.js';
import { findLogoFile } from '../document/logo.js';
import { getMovablePath, resolveFolder } from '../files/folder.js';
import { hashText } from '../files/hash-text.js';
import { isInterrupted } from '../files/journal.js';
import { isRelease, readVersion } from '../files/package-files.js';
import { isBelow } from '../files/paths.js';
import { formatSystemError } from '../files/system-error.js';
import { type Manifest, type ManifestFile, manifestName, type RunRecord } from '../output/manifest.js';
import { listEmitterFiles } from '../user-modules/list-module-files.js';
import type { Run } from './run.js';
import type { Settings } from './settings.js';

/** A file that a run reads or searches for. */
interface RunInput {
  /** The absolute path, or `-` for standard input. */
  readonly path: string;
  /** The hash of its bytes, if the run has read them. The file can have changed since. */
  readonly hash?: string;
  /** Whether the manifest records it, it is only read, or the run only notices its changes. */
  readonly use: 'recorded' | 'read' | 'watched';
}

type ReadRun = Pick<Run, 'settings' | 'document' | 'isUnchanged'>;

/**
 * Lists the files that a run reads or searches for. Some may not exist. Before the description is read, its files are
 * not known, except for those that the last run recorded if nothing changed.
 */
export function listInputs({ settings, document, isUnchanged }: ReadRun): readonly RunInput[] {
  const { folder, out, spec, kinds, style, previous, previousOverlays = [], manifest } = settings;
  const overlays = document?.overlays.map((overlay) => [overlay.file, overlay] as const) ?? [];
  const files = [...(document?.files ?? []), ...overlays].map(([file, { hash }]) => ({
    path: file === standardInput ? file : join(document?.folder ?? '', file),
    hash,
  }));
  // Only the pages of the reference contain the style and the logo.
  const pageFiles = kinds.has('reference') ? [style, document && findLogoFile(document)] : [];
  const last = isUnchanged ? [...(manifest?.run?.inputs.keys() ?? [])] : [];
  const list = (use: RunInput['use'], paths: readonly (string | undefined)[]): readonly RunInput[] =>
    paths.flatMap((path) => (path === undefined ? [] : { path, use }));
  return [
    ...files.map((file) => ({ ...file, use: 'recorded' as const })),
    ...list('recorded', [...listLintFiles(settings), ...listEmitterInputs(settings), ...pageFiles]),
    // The manifest does not record the files to which an earlier description refers.
    ...list('read', [previous, ...previousOverlays]),
    ...list('watched', [
      ...(settings.input ? [] : [spec]),
      ...(document?.looked ?? []),
      join(folder, 'redocly.yaml'),
      ...last.map((path) => (path === standardInput ? path : join(out.path, path))),
    ]),
  ];
}

/** Lists the absolute paths of the files that a run reads. */
export function listReadFiles(run: ReadRun): readonly string[] {
  const read = listInputs(run).filter(({ path, use }) => use !== 'watched' && path !== standardInput);
  return [...new Set(read.map(({ path }) => path))].filter((path) => existsSync(path));
}

/**
 * Lists the files that influence the lint of Redocly: its configuration, the files to which the configuration leads by
 * relative paths, and the list of ignored findings. Other files than Redocly may read are not among them.
 */
function listLintFiles({ folder, root = folder }: Settings): readonly string[] {
  const realFolder = resolveFolder(folder);
  const configuration = join(realFolder, 'redocly.yaml');
  if (!statSync(configuration, { throwIfNoEntry: false })?.isFile()) return [];
  const named = readFileSync(configuration, 'utf8').match(/\.{1,2}\/[^\s'",\]}]+/g) ?? [];
  const ignored = join(realFolder, '.redocly.lint-ignore.yaml');
  const paths = [configuration, ignored, ...named.map((path) => resolve(realFolder, path))];
  const roots = [realFolder, resolveFolder(root)];
  return [...new Set(paths)].filter(
    (path) => existsSync(path) && roots.some((each) => isBelow(realpathSync(path), each)),
  );
}

function listEmitterInputs({ stated, folder, configurationFiles = [] }: Settings): readonly string[] {
  const files = stated.some(({ module }) => module === undefined) ? configurationFiles : [];
  return [...new Set([...files, ...listEmitterFiles(stated, folder)])].filter((path) => existsSync(path));
}

// Returns the path of an input as the manifest records it.
function recordPath(path: string, { out }: Settings): string {
  return path === standardInput ? path : getMovablePath(out.path, path);
}

/** Records what a run read and the warnings that it reported. */
export function recordRun(run: Run): RunRecord {
  const { settings, diagnostics } = run;
  const inputs = listInputs(run).flatMap(({ path, hash = hashFile(path, settings), use }) =>
    use === 'recorded' ? [[recordPath(path, settings), hash] as const] : [],
  );
  const warnings = new Map<string, number>();
  for (const { severity, code } of diagnostics.list) {
    if (severity === 'warning') warnings.set(code, (warnings.get(code) ?? 0) + 1);
  }
  const bounds = hashBounds(settings);
  return {
    lacuna: readVersion(),
    ...(bounds !== undefined && { bounds }),
    inputs: new Map(inputs),
    warnings,
  };
}

/**
 * Returns whether a run would write the same output again. It would if nothing changed in the version of lacuna, the
 * options, the files that the last run read, and the files that it wrote. Files are compared by their hashes.
 */
export function findUnchanged(settings: Settings): boolean {
  const { manifest, out, input, spec } = settings;
  if (!manifest?.run || !isRelease() || manifest.run.lacuna !== readVersion()) return false;
  if (!isDeepStrictEqual(manifest.options, settings.recorded)) return false;
  if (settings.previous !== undefined || manifest.run.bounds !== hashBounds(settings)) return false;
  // An emitter that a program passes as a value can have changed.
  if (settings.stated.some(({ module }) => module === undefined) && !settings.configurationFiles) return false;
  if (isInterrupted({ folder: out, journalFolder: '' })) return false;
  const { inputs } = manifest.run;
  try {
    const known = listInputs({ settings }).flatMap(({ path, use }) => (use === 'recorded' ? path : []));
    const needed = [input ? standardInput : realpathSync.native(spec), ...known];
    return (
      needed.every((path) => inputs.has(recordPath(path, settings))) &&
      [...inputs].every(([path, hash]) => hashRecorded(path, settings) === hash) &&
      hasSameOutput(manifest, settings)
    );
  } catch (error) {
    if (formatSystemError(error) === undefined) throw error;
    return false; // The run itself reports it.
  }
}

function hashRecorded(path: string, settings: Settings): string | undefined {
  if (path === standardInput) return settings.input && hashText(settings.input);
  return hashFile(join(settings.out.path, path), settings);
}

/**
 * Returns the hash of a file. Returns an empty text if there is no file, it is too large or it cannot be read. The run
 * itself reports this.
 */
export function hashFile(path: string, { limits }: Pick<Settings, 'limits'>): string {
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.size <= limits.fileBytes ? hashText(readFileSync(path)) : '';
  } catch {
    return '';
  }
}

// The size of the buffer. Almost every generated file is smaller. Without it, a run in which nothing changed takes 1.2
// times as long for GitHub.
const bufferBytes = 1_000_000;

function hasSameOutput({ files }: Manifest, { out }: Settings): boolean {
  const buffer = Buffer.allocUnsafe(bufferBytes);
  const isSame = ([path, { hash }]: [string, ManifestFile]): boolean => {
    const bytes = out.read(path, buffer);
    return bytes !== undefined && hashText(bytes) === hash;
  };
  return files.size > 0 && [...files].every(isSame);
}

/** Returns a hash of the limits and the root of a run. Returns `undefined` if both are the defaults. */
function hashBounds({ limits, root, out }: Settings): string | undefined {
  const own = Object.entries(limits).filter(
    ([name, limit]) => !Object.entries(defaultLimits).some(([known, usual]) => known === name && usual === limit),
  );
  if (own.length === 0 && root === undefined) return undefined;
  return hashText(JSON.stringify([own.sort(), root === undefined ? '' : getMovablePath(out.path, root)]));
}

/** Reports each artifact that would replace a file which the run reads, even if the paths differ. */
export function checkInputs(run: Run, artifacts: readonly { readonly path: string }[]): void {
  const { out, folder } = run.settings;
  const shownFolder = resolveFolder(folder);
  const read = new Map(
    listReadFiles(run).flatMap((path) => listIdentities(path).map((id) => [id, relative(shownFolder, path)] as const)),
  );
  for (const { path } of [...artifacts, { path: manifestName }]) {
    const [input] = listIdentities(out.locate(path)).flatMap((id) => read.get(id) ?? []);
    if (input !== undefined) run.diagnostics.report('artifact-is-input', undefined, { path: out.show(path), input });
  }
}

// Identifies a file by its device and inode. Its name is not enough: it can differ in case or be a link.
function listIdentities(path: string): string[] {
  try {
    // An error for each new file would take much longer than the question.
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stats?.isFile() ? [`${stats.dev} ${stats.ino}`] : [];
  } catch {
    return []; // Whether the file can be written is checked later.
  }
}
