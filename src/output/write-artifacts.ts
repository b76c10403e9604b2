import type { Diagnostics } from '../diagnostics/diagnostic.js';
import type { Artifact, ArtifactKind } from '../model/artifact.js';
import { isSafePath, type OutputFolder } from './folder.js';
import {
  hashText,
  journalName,
  type Manifest,
  type ManifestFile,
  manifestName,
  printManifest,
  readJournal,
  readManifest,
} from './manifest.js';

/** An artifact with the kind that made it. */
export type OutputArtifact = Artifact & { readonly kind: ArtifactKind | 'runtime' };

/** What a run changed on disk, by path below the output folder. */
export interface Written {
  readonly added: readonly OutputArtifact[];
  readonly changed: readonly OutputArtifact[];
  readonly unchanged: readonly OutputArtifact[];
  readonly removed: readonly { readonly path: string; readonly kind: ManifestFile['kind'] }[];
}

/**
 * Writes the artifacts and the manifest, the manifest last. Nothing is written when anything stands in the way: a file
 * that was not generated, a link, a folder. A generated file that a person edited is kept beside as `.orig`. Files of
 * the manifest that are no longer produced are removed when their kind is one of `kinds` and their text is still ours.
 */
export function writeArtifacts(
  folder: OutputFolder,
  artifacts: readonly OutputArtifact[],
  record: Omit<Manifest, 'files'>,
  kinds: ReadonlySet<ManifestFile['kind']>,
  diagnostics: Diagnostics,
): Written | undefined {
  const manifest = readManifest(folder, diagnostics);
  const journal = readJournal(folder, diagnostics);
  const blocks = new Set<string>();
  const steps = artifacts.map((artifact) => planStep(folder, artifact, manifest, journal, blocks, diagnostics));
  for (const path of blocks) diagnostics.report('blocked-path', undefined, { path });
  if (diagnostics.hasErrors) return undefined;
  const orphans = findOrphans(artifacts, manifest, journal, kinds);
  const next: Manifest = { ...record, files: nextFiles(steps, manifest, orphans) };

  try {
    return writeSteps(folder, steps, orphans, next, diagnostics);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    diagnostics.report('output-not-written', undefined, { path: folder.shown, why: error.code });
    return undefined;
  }
}

function writeSteps(
  folder: OutputFolder,
  steps: readonly Step[],
  orphans: readonly Orphan[],
  next: Manifest,
  diagnostics: Diagnostics,
): Written {
  const writes = steps.filter((step) => step.state !== 'unchanged');
  if (writes.length > 0 || orphans.length > 0) folder.write(journalName, printManifest(next));
  for (const { artifact, edited } of writes) {
    if (edited)
      diagnostics.report('edited-file', undefined, {
        path: artifact.path,
        kept: folder.keepOriginal(artifact.path, edited),
      });
    folder.write(artifact.path, artifact.text);
  }
  const removed = orphans.filter((orphan) => removeOrphan(folder, orphan, diagnostics));
  writeManifest(folder, next);
  return {
    added: writes.filter((step) => step.state === 'added').map((step) => step.artifact),
    changed: writes.filter((step) => step.state === 'changed').map((step) => step.artifact),
    unchanged: steps.filter((step) => step.state === 'unchanged').map((step) => step.artifact),
    removed,
  };
}

interface Step {
  readonly artifact: OutputArtifact;
  /** Of its text. */
  readonly hash: string;
  readonly state: 'added' | 'changed' | 'unchanged';
  /** The bytes of a person, to be kept. */
  readonly edited?: Uint8Array;
}

interface Orphan {
  readonly path: string;
  readonly kind: ManifestFile['kind'];
  /** The texts that are ours. */
  readonly hashes: readonly string[];
}

function planStep(
  folder: OutputFolder,
  artifact: OutputArtifact,
  manifest: Manifest | undefined,
  journal: Manifest | undefined,
  blocks: Set<string>,
  diagnostics: Diagnostics,
): Step {
  if (!isSafePath(artifact.path)) throw new Error(`an artifact may not be called '${artifact.path}'`);
  const found = folder.find(artifact.path);
  const hash = hashText(artifact.text);
  if (found.state === 'absent') return { artifact, hash, state: 'added' };
  if (found.state === 'blocked') {
    blocks.add(found.by);
    return { artifact, hash, state: 'unchanged' };
  }
  const standing = hashText(found.bytes);
  if (standing === hash) return { artifact, hash, state: 'unchanged' };
  const listed = manifest?.files.get(artifact.path);
  const pending = journal?.files.get(artifact.path);
  if (standing === listed?.hash || standing === pending?.hash) return { artifact, hash, state: 'changed' };
  if (listed === undefined) diagnostics.report('foreign-file', undefined, { path: artifact.path });
  return { artifact, hash, state: 'changed', edited: found.bytes };
}

function findOrphans(
  artifacts: readonly OutputArtifact[],
  manifest: Manifest | undefined,
  journal: Manifest | undefined,
  kinds: ReadonlySet<ManifestFile['kind']>,
): Orphan[] {
  const produced = new Set(artifacts.map((artifact) => artifact.path));
  const listed = new Map([...(journal?.files ?? []), ...(manifest?.files ?? [])]);
  return [...listed]
    .filter(([path, { kind }]) => !produced.has(path) && kinds.has(kind) && isSafePath(path))
    .map(([path, { kind }]) => ({
      path,
      kind,
      hashes: [manifest, journal].flatMap((list) => list?.files.get(path)?.hash ?? []),
    }));
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

function removeOrphan(folder: OutputFolder, { path, hashes }: Orphan, diagnostics: Diagnostics): boolean {
  const found = folder.find(path);
  if (found.state !== 'file') return false;
  if (hashes.includes(hashText(found.bytes))) {
    folder.remove(path);
    return true;
  }
  diagnostics.report('edited-orphan', undefined, { path });
  return false;
}

// A full disk or a missing right is no bug; the journal tells the next run what to repair.
function isSystemError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string';
}

function writeManifest(folder: OutputFolder, manifest: Manifest): void {
  const text = printManifest(manifest);
  const found = folder.find(manifestName);
  if (found.state !== 'file' || Buffer.from(found.bytes).toString('utf8') !== text) folder.write(manifestName, text);
  if (folder.find(journalName).state === 'file') folder.remove(journalName);
}
