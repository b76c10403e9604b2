import { createTwoFilesPatch } from 'diff';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import type { Folder } from '../files/folder.js';
import { hashText, type ManifestFile, readManifest } from './manifest.js';
import type { OutputArtifact } from './plan-output.js';

/** One file that is not as it would be generated. */
export interface Drift {
  readonly path: string;
  /** `stale`: the description or the tool changed; `edited`: a person changed the file; `orphaned`: no longer produced. */
  readonly state: 'stale' | 'edited' | 'missing' | 'orphaned';
  /** What would change, at most `diffLines` lines. */
  readonly diff: string;
}

/** How many lines of a file's diff are shown. */
export const diffLines = 40;

// A page of a megabyte in a few lines: a diff of it tells a person nothing.
const longestDiffed = 200_000;

/** Compares what would be generated with what stands on disk, writing nothing; sorted by path. */
export function compareArtifacts(
  folder: Folder,
  artifacts: readonly OutputArtifact[],
  kinds: ReadonlySet<ManifestFile['kind']>,
  diagnostics: Diagnostics,
): Drift[] {
  const manifest = readManifest(folder, diagnostics);
  const drifts = artifacts.flatMap((artifact) => compareArtifact(folder, artifact, manifest?.files.get(artifact.path)));
  const produced = new Set(artifacts.map((artifact) => artifact.path));
  for (const [path, { kind }] of manifest?.files ?? []) {
    if (!produced.has(path) && kinds.has(kind)) drifts.push({ path, state: 'orphaned', diff: '' });
  }
  return drifts.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function compareArtifact(folder: Folder, artifact: OutputArtifact, listed: ManifestFile | undefined): Drift[] {
  const { path, text } = artifact;
  const found = folder.find(path);
  if (found.state !== 'file') return [{ path, state: 'missing', diff: '' }];
  const hash = hashText(found.bytes);
  if (hash === hashText(text)) return [];
  const state = listed !== undefined && listed.hash !== hash ? 'edited' : 'stale';
  return [{ path, state, diff: printDiff(artifact, Buffer.from(found.bytes).toString('utf8')) }];
}

function printDiff({ path, text, kind }: OutputArtifact, old: string): string {
  if (kind === 'reference' || text.length > longestDiffed || old.length > longestDiffed) {
    return `${tellSize('on disk', old)}\n${tellSize('generated', text)}`;
  }
  const lines = createTwoFilesPatch(path, path, old, text, 'on disk', 'generated').trimEnd().split('\n').slice(1);
  const more = lines.length - diffLines;
  return [...lines.slice(0, diffLines), ...(more > 0 ? [`… ${more} more lines`] : [])].join('\n');
}

function tellSize(where: string, text: string): string {
  return `${where}: ${Buffer.byteLength(text)} bytes, sha256 ${hashText(text).slice(0, 16)}`;
}
