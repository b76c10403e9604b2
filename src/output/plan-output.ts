import { Diagnostics } from '../diagnostics/diagnostic.js';
import type { FileChange } from '../files/file-writer.js';
import { type Folder, type Found, isSafePath } from '../files/folder.js';
import { decodeText, hashText, normalizeLineEnds } from '../files/hash-text.js';
import { type Artifact, type ArtifactKind, headerStart } from '../model/artifact.js';
import { describeFile, isAsGenerated } from './describe-file.js';
import { type Manifest, type ManifestFile, manifestName, printManifest, readManifest } from './manifest.js';

/** An artifact with the kind that made it. */
export type OutputArtifact = Artifact & { readonly kind: ArtifactKind };

/** What a run changed on disk. Paths are below the output folder. */
export interface Written {
  readonly added: readonly OutputArtifact[];
  readonly changed: readonly OutputArtifact[];
  readonly unchanged: readonly OutputArtifact[];
  readonly removed: readonly { readonly path: string; readonly kind: ManifestFile['kind'] }[];
}

/** The changes of the output folder that a run plans. */
interface OutputPlan {
  /** The changes in their order; the manifest is the last. */
  readonly changes: readonly FileChange[];
  readonly written: Written;
  /** The findings. If there are errors, nothing may be written. */
  readonly findings: Diagnostics;
}

/** The content of the output folder after a run. */
interface NextOutput {
  readonly artifacts: readonly OutputArtifact[];
  readonly record: Omit<Manifest, 'files'>;
  /** The files that an interrupted run of version 0.1 was about to write. */
  readonly pending?: ReadonlyMap<string, ManifestFile>;
  /** The files that an earlier plan found, in this run or in a run before it. */
  readonly known: KnownFiles;
  /** The kinds whose files stay as they are although they are not among the artifacts. */
  readonly kept?: ReadonlySet<ArtifactKind> | undefined;
  /** The artifacts that are described already. A further plan of the run, such as that under the lock, uses them again. */
  readonly described?: Map<OutputArtifact, Described>;
}

/** The row of an artifact in the manifest, and its bytes. */
export interface Described {
  readonly file: ManifestFile;
  readonly bytes: Uint8Array;
}

/**
 * Files that had or got the generated text, by path. If the stamp of a file has not changed, it has that text now too.
 */
export type KnownFiles = Map<string, { readonly stamp: string; readonly text: string; readonly file: ManifestFile }>;

/**
 * Returns whether a run certainly has something to write, so that no plan is needed to know that: the folder has no
 * manifest, or an artifact is another text than a plan found in its file.
 */
export function isOutdated(folder: Folder, { artifacts, known }: NextOutput): boolean {
  if (folder.find(manifestName).state === 'absent') return true;
  return artifacts.some(({ path, text }) => {
    const file = known.get(path);
    return file !== undefined && file.text !== text;
  });
}

/** Plans which files to write and remove by comparing the artifacts with the output folder. Changes nothing. */
export function planOutput(
  folder: Folder,
  { artifacts, record, known, pending = new Map(), kept = new Set(), described = new Map() }: NextOutput,
): OutputPlan {
  const findings = new Diagnostics();
  const manifest = readManifest(folder, findings);
  const planning = {
    folder,
    listed: [manifest?.files ?? new Map(), pending],
    known,
    described,
    missing: new Set<string>(),
    blocks: new Set<string>(),
    findings,
  };
  const steps = artifacts.map((artifact) => planStep(planning, artifact));
  for (const path of planning.blocks) findings.report('blocked-path', undefined, { path });
  const paths = new Set(artifacts.map(({ path }) => path));
  for (const path of known.keys()) if (!paths.has(path)) known.delete(path);
  const isKept = ({ kind }: Orphan): boolean => kept.has(kind);
  const others = findOrphans(artifacts, planning);
  const orphans = others.filter((file) => !isKept(file));
  const removals = orphans.flatMap((orphan) => planRemoval(planning, orphan));
  const keptFiles = others.filter(isKept).map(({ path, ...file }) => [path, file] as const);
  const files = new Map([...steps.map(({ artifact, file }) => [artifact.path, file] as const), ...keptFiles]);
  return {
    changes: [
      ...steps.flatMap(({ changes }) => changes),
      ...removals,
      ...planManifest(folder, printManifest({ ...record, files })),
    ],
    written: {
      ...listByState(steps),
      removed: orphans.filter(({ path }) => removals.some((change) => change.path === path)),
    },
    findings,
  };
}

interface Step {
  readonly artifact: OutputArtifact;
  /** Its row in the manifest. */
  readonly file: ManifestFile;
  readonly state: 'added' | 'changed' | 'unchanged';
  readonly changes: readonly FileChange[];
}

interface Orphan extends ManifestFile {
  readonly path: string;
}

/** What is needed to plan a file. */
interface Planning {
  readonly folder: Folder;
  /** The files that the manifest and an interrupted run list, by path. */
  readonly listed: readonly ReadonlyMap<string, ManifestFile>[];
  readonly known: KnownFiles;
  readonly described: Map<OutputArtifact, Described>;
  /** The folders that do not exist. */
  readonly missing: Set<string>;
  /** The paths of links and special files that block a write, each once. */
  readonly blocks: Set<string>;
  readonly findings: Diagnostics;
}

function planStep(planning: Planning, artifact: OutputArtifact): Step {
  const { folder, blocks, findings } = planning;
  const { path, text } = artifact;
  if (!isSafePath(path)) throw new Error(`an artifact cannot have the name '${path}'`);
  const known = planning.known.get(path);
  if (known && known.text === text && known.file.kind === artifact.kind && known.stamp === folder.readStamp(path))
    return { artifact, file: known.file, state: 'unchanged', changes: [] };
  planning.known.delete(path);
  const found = findEntry(planning, path);
  const listed = findListed(planning, path);
  const { file, bytes } = planning.described.get(artifact) ?? describe(artifact);
  planning.described.set(artifact, { file, bytes });
  const step = { artifact, file };
  if (found.state === 'absent') return { state: 'added', changes: [{ path, after: bytes }], ...step };
  if (found.state === 'unreadable') findings.report('output-unreadable', undefined, { path, why: found.why });
  if (found.state === 'blocked') blocks.add(found.by);
  if (found.state !== 'file') return { state: 'unchanged', changes: [], ...step };
  if (hashText(found.bytes) === step.file.hash) {
    // The stamp is read before the bytes. If the file is written between the two, its stamp is older, so the next plan
    // reads it again.
    planning.known.set(path, { stamp: found.stamp, text, file: step.file });
    return { state: 'unchanged', changes: [], ...step };
  }
  const old = decodeText(found.bytes);
  const change = { path, before: found.bytes, after: bytes };
  const isListed = listed.some((file) => isAsGenerated(file, path, old));
  const isOurs = listed.length > 0 || hasHeader(old);
  if (isListed || (isOurs && isAsGenerated(step.file, path, old)))
    return { state: 'changed', changes: [change], ...step };
  if (!isOurs) {
    findings.report('foreign-file', undefined, { path });
    return { state: 'unchanged', changes: [], ...step };
  }
  const original = planOriginal(folder, path, found.bytes);
  findings.report('edited-file', undefined, { path, kept: original.path });
  return { state: 'changed', changes: [original, change], ...step };
}

function describe(artifact: OutputArtifact): Described {
  const bytes = Buffer.from(artifact.text);
  return { file: describeFile(artifact, bytes), bytes };
}

// In a new output folder, one question per folder is enough.
function findEntry({ folder, missing }: Planning, path: string): Found {
  const parent = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  if (missing.has(parent)) return { state: 'absent' };
  const found = folder.find(path);
  if (found.state === 'absent' && !folder.hasFolder(parent)) missing.add(parent);
  return found;
}

function findListed({ listed }: Planning, path: string): ManifestFile[] {
  return listed.flatMap((files) => files.get(path) ?? []);
}

// Keeps the edited bytes in `.orig`, or in the first free `.orig.N`.
function planOriginal(folder: Folder, file: string, bytes: Uint8Array): FileChange {
  for (let number = 1; ; number++) {
    const path = number === 1 ? `${file}.orig` : `${file}.orig.${number}`;
    const found = folder.find(path);
    if (found.state === 'absent') return { path, after: bytes };
    if (found.state === 'file' && Buffer.compare(found.bytes, bytes) === 0)
      return { path, before: bytes, after: bytes };
  }
}

// A manifest can be lost, or lose rows in a merge. Then the header still identifies a generated module.
function hasHeader(text: string): boolean {
  return normalizeLineEnds(text).startsWith(headerStart);
}

function findOrphans(artifacts: readonly OutputArtifact[], { listed }: Planning): Orphan[] {
  const produced = new Set(artifacts.map((artifact) => artifact.path));
  return [...new Map(listed.toReversed().flatMap((files) => [...files]))]
    .filter(([path]) => !produced.has(path) && isSafePath(path))
    .map(([path, file]) => ({ path, ...file }));
}

function planRemoval(planning: Planning, { path }: Orphan): FileChange[] {
  const found = planning.folder.find(path);
  if (found.state !== 'file') return [];
  const text = decodeText(found.bytes);
  if (findListed(planning, path).some((file) => isAsGenerated(file, path, text)))
    return [{ path, before: found.bytes }];
  planning.findings.report('edited-orphan', undefined, { path });
  return [];
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
