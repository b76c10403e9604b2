import { join } from 'node:path';
import { createTwoFilesPatch } from 'diff';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { lineWidth } from '../diagnostics/show-text.js';
import type { Folder, Found } from '../files/folder.js';
import { decodeText, hashText, normalizeLineEnds } from '../files/hash-text.js';
import { describeFile, hashLayout, isAsGenerated } from './layout.js';
import {
  type Manifest,
  type ManifestFile,
  manifestName,
  printManifest,
  type RunRecord,
  readManifest,
} from './manifest.js';
import type { OutputArtifact } from './write-artifacts.js';

/** A file that differs from the one that would be generated. */
export interface Drift {
  readonly path: string;
  /**
   * - `stale`: the description or the tool changed.
   * - `edited`: a person changed the file.
   * - `layout`: only spaces, line breaks, quotes, semicolons or trailing commas differ.
   * - `missing`: there is no file.
   * - `unreadable`: there is a link or a folder instead, or reading failed.
   * - `orphaned`: it is no longer generated.
   */
  readonly state: 'stale' | 'edited' | 'layout' | 'missing' | 'unreadable' | 'orphaned';
  /** The difference as a patch of readable length. Empty if nothing in it would say something to a person. */
  readonly diff: string;
  /** Why an unreadable file cannot be read. */
  readonly why?: string;
}

interface Comparison {
  /** The kinds whose files can be reported as no longer generated. */
  readonly kinds: ReadonlySet<ManifestFile['kind']>;
  /** The content of the next manifest. Absent if only some of the recorded kinds are compared. */
  readonly record?: Omit<Manifest, 'files'>;
}

/** The most lines of a diff that are shown. */
const diffLines = 40;

// The most bytes of a text that has a diff. A longer text is a page or a table, and its diff would be useless.
const longestDiffed = 200_000;

/**
 * Compares the files on disk with those that would be generated. Writes nothing. The differences are sorted by path.
 */
export function compareArtifacts(
  folder: Folder,
  artifacts: readonly OutputArtifact[],
  { kinds, record }: Comparison,
  diagnostics: Diagnostics,
): Drift[] {
  const manifest = readManifest(folder, diagnostics);
  const files = new Map(artifacts.map((artifact) => [artifact.path, describeFile(artifact)]));
  const drifts = artifacts.flatMap((artifact) => compareArtifact(folder, artifact, manifest));
  const orphans = [...(manifest?.files ?? [])].filter(([path]) => !files.has(path));
  if (record) {
    // The recorded inputs are not compared: an input can change without a change of the output.
    const run = manifest?.run ?? record.run;
    const text = printManifest({ ...record, ...(run && { run }), files: new Map([...files, ...orphans]) });
    drifts.push(...compareManifest(folder, text));
  }
  for (const [path, { kind }] of orphans) if (kinds.has(kind)) drifts.push({ path, state: 'orphaned', diff: '' });
  return drifts.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function compareManifest(folder: Folder, text: string): Drift[] {
  const found = folder.find(manifestName);
  const old = found.state === 'file' ? found.bytes : Buffer.alloc(0);
  const artifact = { path: manifestName, bytes: Buffer.from(text), kind: 'manifest' };
  const state = compareBytes(artifact, old);
  if (state === 'same') return [];
  if (state === 'layout') return [{ path: manifestName, state, diff: '' }];
  // The hash of a file says nothing to a person, and the file itself has a difference of its own.
  const [before, after] = [old, artifact.bytes].map((bytes) => Buffer.from(decodeText(bytes).replace(hashes, '$1…"')));
  return [
    { path: manifestName, state, diff: before && after ? printDiff({ path: manifestName, bytes: after }, before) : '' },
  ];
}

// The hashes of files and of what a run reads.
const hashes = /(": ?")[0-9a-f]{16}"/g;

function compareArtifact(folder: Folder, artifact: OutputArtifact, manifest: Manifest | undefined): Drift[] {
  const { path } = artifact;
  const found = folder.find(path);
  if (found.state === 'absent') return [{ path, state: 'missing', diff: '' }];
  if (found.state !== 'file') return [{ path, state: 'unreadable', diff: '', why: formatObstacle(found) }];
  const state = compareBytes(artifact, found.bytes);
  if (state === 'same') return [];
  if (state === 'layout') return [{ path, state, diff: '' }];
  const listed = manifest?.files.get(path);
  const isEdited = listed !== undefined && !isAsGenerated(listed, path, found.bytes);
  return [{ path, state: isEdited ? 'edited' : 'stale', diff: printDiff(artifact, found.bytes) }];
}

function compareBytes({ path, bytes }: OutputArtifact, old: Buffer): 'same' | 'layout' | 'stale' {
  if (hashText(old) === hashText(bytes)) return 'same';
  return hashLayout(path, old) === hashLayout(path, bytes) ? 'layout' : 'stale';
}

function formatObstacle(found: Exclude<Found, { state: 'absent' | 'file' }>): string {
  return found.state === 'unreadable' ? found.why : `'${found.by}' is a link, a folder or a special file`;
}

function printDiff({ path, bytes }: Pick<OutputArtifact, 'path' | 'bytes'>, old: Buffer): string {
  if (bytes.length > longestDiffed || old.length > longestDiffed) return '';
  const [before, after] = [normalizeLineEnds(decodeText(old)), decodeText(bytes)];
  if (before === after) return '';
  const patch = createTwoFilesPatch(path, path, before, after, 'on disk', 'generated').trimEnd();
  const lines = patch.split('\n').map((line) => (line.length > lineWidth ? `${line.slice(0, lineWidth - 1)}…` : line));
  const more = lines.length - 2 - diffLines;
  return [...lines.slice(2, diffLines + 2), ...(more > 0 ? [`… ${more} more lines`] : [])].join('\n');
}

/**
 * What changed since the output was generated. Empty if nothing changed, or if an older manifest does not record it.
 */
export interface Changes {
  /** The absolute paths of files that were changed, added or are no longer read. */
  readonly inputs: readonly string[];
  /** The names of the options that changed. */
  readonly options: readonly string[];
  /** The version of lacuna that generated the output, if it is not this version. */
  readonly lacuna?: string;
}

/** Compares the record of the last run with the record of this run. */
export function findChanges(last: Manifest | undefined, next: Omit<Manifest, 'files'>, out: string): Changes {
  const before = new Map<string, unknown>(Object.entries(last?.options ?? {}));
  const now = new Map<string, unknown>(Object.entries(next.options));
  const options = listDifferent(before, now, (value) => JSON.stringify(value));
  const inputs = last?.run && next.run ? listInputs(last.run, next.run).map((path) => join(out, path)) : [];
  const lacuna = last?.run?.lacuna;
  return { inputs, options, ...(lacuna !== undefined && lacuna !== next.run?.lacuna && { lacuna }) };
}

function listInputs(last: RunRecord, next: RunRecord): string[] {
  return listDifferent(last.inputs, next.inputs, (hash) => hash);
}

function listDifferent<T>(
  before: ReadonlyMap<string, T>,
  now: ReadonlyMap<string, T>,
  print: (value: T) => string,
): string[] {
  const names = new Set([...before.keys(), ...now.keys()]);
  const show = (value: T | undefined): string => (value === undefined ? '' : print(value));
  return [...names].filter((name) => show(before.get(name)) !== show(now.get(name)));
}
