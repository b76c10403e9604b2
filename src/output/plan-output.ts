import { Diagnostics } from '../diagnostics/diagnostic.js';
import type { FileChange } from '../files/file-writer.js';
import { type Folder, isSafePath } from '../files/folder.js';
import { type Artifact, type ArtifactKind, headerStart } from '../model/artifact.js';
import {
  hashText,
  type Manifest,
  type ManifestFile,
  manifestName,
  normalizeLineEnds,
  printManifest,
  readManifest,
} from './manifest.js';
import { isSameButLayout } from './same-layout.js';

/** An artifact with the kind that made it. */
export type OutputArtifact = Artifact & { readonly kind: ArtifactKind };

/** What a run changed on disk, by path below the output folder. */
export interface Written {
  readonly added: readonly OutputArtifact[];
  readonly changed: readonly OutputArtifact[];
  readonly unchanged: readonly OutputArtifact[];
  readonly removed: readonly { readonly path: string; readonly kind: ManifestFile['kind'] }[];
}

/** What a run is to change in the output folder. */
export interface OutputPlan {
  /** In their order, the manifest last. */
  readonly changes: readonly FileChange[];
  readonly written: Written;
  /** Where there are errors, nothing may be written. */
  readonly findings: Diagnostics;
}

/** Plans what to write and remove, from what is in the output folder; changes nothing. */
export async function planOutput(
  folder: Folder,
  artifacts: readonly OutputArtifact[],
  record: Omit<Manifest, 'files'>,
): Promise<OutputPlan> {
  const findings = new Diagnostics();
  const manifest = readManifest(folder, findings);
  const blocks = new Set<string>();
  const steps: Step[] = [];
  for (const artifact of artifacts) steps.push(await planStep({ folder, manifest, blocks, findings }, artifact));
  for (const path of blocks) findings.report('blocked-path', undefined, { path });
  const orphans = findOrphans(artifacts, manifest);
  const removals = orphans.flatMap((orphan) => planRemoval(folder, orphan, findings));
  const next = printManifest({ ...record, files: nextFiles(steps, manifest, orphans) });
  return {
    changes: [...steps.flatMap(({ changes }) => changes), ...removals, ...planManifest(folder, next)],
    written: {
      ...listByState(steps),
      removed: orphans.filter(({ path }) => removals.some((change) => change.path === path)),
    },
    findings,
  };
}

interface Step {
  readonly artifact: OutputArtifact;
  /** Of its text. */
  readonly hash: string;
  readonly state: 'added' | 'changed' | 'unchanged';
  readonly changes: readonly FileChange[];
}

interface Orphan extends ManifestFile {
  readonly path: string;
}

/** What planning a file needs. */
interface Planning {
  readonly folder: Folder;
  readonly manifest: Manifest | undefined;
  /** The links and special files in the way, each once. */
  readonly blocks: Set<string>;
  readonly findings: Diagnostics;
}

async function planStep(planning: Planning, artifact: OutputArtifact): Promise<Step> {
  const { folder, manifest, blocks, findings } = planning;
  const { path, text } = artifact;
  if (!isSafePath(path)) throw new Error(`an artifact may not be called '${path}'`);
  const found = folder.find(path);
  const step = { artifact, hash: hashText(text) };
  if (found.state === 'absent') return { ...step, state: 'added', changes: [{ path, after: Buffer.from(text) }] };
  if (found.state === 'unreadable') findings.report('output-unreadable', undefined, { path, why: found.why });
  if (found.state === 'blocked') blocks.add(found.by);
  if (found.state !== 'file') return { ...step, state: 'unchanged', changes: [] };
  const standing = hashText(found.bytes);
  if (standing === step.hash) return { ...step, state: 'unchanged', changes: [] };
  const change = { path, before: found.bytes, after: Buffer.from(text) };
  const listed = manifest?.files.get(path);
  if (standing === listed?.hash) return { ...step, state: 'changed', changes: [change] };
  const old = Buffer.from(found.bytes).toString('utf8');
  const isOurs = listed !== undefined || hasHeader(old);
  if (isOurs && (await isSameButLayout(path, old, text))) return { ...step, state: 'changed', changes: [change] };
  if (!isOurs) {
    findings.report('foreign-file', undefined, { path });
    return { ...step, state: 'unchanged', changes: [] };
  }
  const original = planOriginal(folder, path, found.bytes);
  findings.report('edited-file', undefined, { path, kept: original.path });
  return { ...step, state: 'changed', changes: [original, change] };
}

// Its bytes are kept beside it as `.orig`, or the first free `.orig.N`.
function planOriginal(folder: Folder, file: string, bytes: Uint8Array): FileChange {
  for (let number = 1; ; number++) {
    const path = number === 1 ? `${file}.orig` : `${file}.orig.${number}`;
    const found = folder.find(path);
    if (found.state === 'absent') return { path, after: bytes };
    if (found.state === 'file' && Buffer.compare(found.bytes, bytes) === 0)
      return { path, before: bytes, after: bytes };
  }
}

// A manifest can be lost, or lose rows in a merge; the header of a module cannot be mistaken.
function hasHeader(text: string): boolean {
  return normalizeLineEnds(text).startsWith(headerStart);
}

function findOrphans(artifacts: readonly OutputArtifact[], manifest: Manifest | undefined): Orphan[] {
  const produced = new Set(artifacts.map((artifact) => artifact.path));
  return [...(manifest?.files ?? [])]
    .filter(([path]) => !produced.has(path) && isSafePath(path))
    .map(([path, file]) => ({ path, ...file }));
}

function planRemoval(folder: Folder, { path, hash }: Orphan, findings: Diagnostics): FileChange[] {
  const found = folder.find(path);
  if (found.state !== 'file') return [];
  if (hashText(found.bytes) === hash) return [{ path, before: found.bytes }];
  findings.report('edited-orphan', undefined, { path });
  return [];
}

function nextFiles(
  steps: readonly Step[],
  manifest: Manifest | undefined,
  orphans: readonly Orphan[],
): Map<string, ManifestFile> {
  const files = new Map(manifest?.files);
  for (const { path } of orphans) files.delete(path);
  for (const { artifact, hash } of steps) files.set(artifact.path, { kind: artifact.kind, hash });
  return files;
}

function planManifest(folder: Folder, text: string): FileChange[] {
  const [found, after] = [folder.find(manifestName), Buffer.from(text)];
  if (found.state !== 'file') return [{ path: manifestName, after }];
  if (hashText(found.bytes) === hashText(text)) return [];
  return [{ path: manifestName, before: found.bytes, after }];
}

function listByState(steps: readonly Step[]): Omit<Written, 'removed'> {
  const inState = (state: Step['state']): OutputArtifact[] =>
    steps.filter((step) => step.state === state).map(({ artifact }) => artifact);
  return { added: inState('added'), changed: inState('changed'), unchanged: inState('unchanged') };
}
