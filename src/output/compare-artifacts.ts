import { createTwoFilesPatch } from 'diff';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import type { Folder } from '../files/folder.js';
import {
  hashText,
  type Manifest,
  type ManifestFile,
  manifestName,
  normalizeLineEnds,
  printManifest,
  readManifest,
} from './manifest.js';
import type { OutputArtifact } from './plan-output.js';
import { isSameButLayout } from './same-layout.js';

/** One file that is not as it would be generated. */
export interface Drift {
  readonly path: string;
  /**
   * `stale`: the description or the tool changed; `edited`: a person changed the file; `layout`: only spaces, line breaks,
   * quotes, semicolons or trailing commas differ; `orphaned`: no longer produced.
   */
  readonly state: 'stale' | 'edited' | 'layout' | 'missing' | 'orphaned';
  /** What would change, at most `diffLines` lines. */
  readonly diff: string;
}

/** What a comparison covers beside the artifacts. */
export interface Comparison {
  /** The kinds whose files may be reported as no longer produced. */
  readonly kinds: ReadonlySet<ManifestFile['kind']>;
  /** What the manifest is to say; absent where only some of the recorded kinds are compared. */
  readonly record?: Omit<Manifest, 'files'>;
}

/** How many lines of a file's diff are shown. */
export const diffLines = 40;

// A page of a megabyte in a few lines: a diff of it tells a person nothing.
const longestDiffed = 200_000;

/** Compares what would be generated with what stands on disk, writing nothing; sorted by path. */
export async function compareArtifacts(
  folder: Folder,
  artifacts: readonly OutputArtifact[],
  { kinds, record }: Comparison,
  diagnostics: Diagnostics,
): Promise<Drift[]> {
  const manifest = readManifest(folder, diagnostics);
  const drifts: Drift[] = [];
  for (const artifact of artifacts)
    drifts.push(...(await compareArtifact(folder, artifact, manifest?.files.get(artifact.path))));
  if (record) drifts.push(...compareManifest(folder, manifest, record, artifacts));
  const produced = new Set(artifacts.map((artifact) => artifact.path));
  for (const [path, { kind }] of manifest?.files ?? []) {
    if (!produced.has(path) && kinds.has(kind)) drifts.push({ path, state: 'orphaned', diff: '' });
  }
  return drifts.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function compareManifest(
  folder: Folder,
  manifest: Manifest | undefined,
  record: Omit<Manifest, 'files'>,
  artifacts: readonly OutputArtifact[],
): Drift[] {
  const rows = artifacts.map(({ path, kind, text }) => [path, { kind, hash: hashText(text) }] as const);
  const orphans = [...(manifest?.files ?? [])].filter(([path]) => !rows.some(([produced]) => produced === path));
  const text = printManifest({ ...record, files: new Map([...rows, ...orphans]) });
  const found = folder.find(manifestName);
  const old = found.state === 'file' ? Buffer.from(found.bytes).toString('utf8') : '';
  if (hashText(old) === hashText(text)) return [];
  return [{ path: manifestName, state: 'stale', diff: printDiff({ path: manifestName, text, kind: 'manifest' }, old) }];
}

async function compareArtifact(
  folder: Folder,
  artifact: OutputArtifact,
  listed: ManifestFile | undefined,
): Promise<Drift[]> {
  const { path, text } = artifact;
  const found = folder.find(path);
  if (found.state !== 'file') return [{ path, state: 'missing', diff: '' }];
  const hash = hashText(found.bytes);
  if (hash === hashText(text)) return [];
  const old = normalizeLineEnds(Buffer.from(found.bytes).toString('utf8'));
  const isEdited = listed !== undefined && listed.hash !== hash;
  if (isEdited && (await isSameButLayout(path, old, text))) return [{ path, state: 'layout', diff: '' }];
  return [{ path, state: isEdited ? 'edited' : 'stale', diff: printDiff(artifact, old) }];
}

function printDiff({ path, text, kind }: OutputArtifact, old: string): string {
  if (kind === 'reference' || text.length > longestDiffed || old.length > longestDiffed) {
    return `${formatSize('on disk', old)}\n${formatSize('generated', text)}`;
  }
  const lines = createTwoFilesPatch(path, path, old, text, 'on disk', 'generated').trimEnd().split('\n').slice(1);
  const more = lines.length - diffLines;
  return [...lines.slice(0, diffLines), ...(more > 0 ? [`… ${more} more lines`] : [])].join('\n');
}

function formatSize(where: string, text: string): string {
  return `${where}: ${Buffer.byteLength(text)} bytes, sha256 ${hashText(text).slice(0, 16)}`;
}
