import { hash } from 'node:crypto';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { type ArtifactKind, artifactKinds } from '../model/artifact.js';
import type { OutputFolder } from './folder.js';

/** The file that lists what was generated, below the output folder. */
export const manifestName = 'lacuna.json';

/** Lists what a run is about to write; there only while one is writing, or after one was interrupted. */
export const journalName = 'lacuna.pending.json';

/** What was generated, and how. */
export interface Manifest {
  readonly options: RecordedOptions;
  /** The ids of the items that the description left open, in its order. */
  readonly openItems: readonly string[];
  /** By path below the output folder. */
  readonly files: ReadonlyMap<string, ManifestFile>;
}

/** The options that `generate` and `check` take from the manifest when no flag says otherwise. */
export interface RecordedOptions {
  /** The description, relative to the output folder, `/` as separator. */
  readonly spec: string;
  /** In the order of `artifactKinds`. */
  readonly only: readonly ArtifactKind[];
  readonly importExtension: 'js' | 'ts';
  /** Absent: `string`. */
  readonly dates?: 'Date';
  /** Absent: `number`. */
  readonly int64?: 'bigint';
}

/** One generated file. */
export interface ManifestFile {
  readonly kind: ArtifactKind | 'runtime';
  /** SHA-256 of its text, hexadecimal. */
  readonly hash: string;
}

/** Gives the SHA-256 of a text or of bytes, hexadecimal. */
export function hashText(text: string | Uint8Array): string {
  return hash('sha256', text);
}

/** Reads the manifest of an output folder; `undefined` where there is none, reported where it cannot be read. */
export function readManifest(folder: OutputFolder, diagnostics: Diagnostics): Manifest | undefined {
  return readManifestFile(folder, manifestName, diagnostics);
}

/** Reads what an interrupted run was about to write; `undefined` where none was interrupted. */
export function readJournal(folder: OutputFolder, diagnostics: Diagnostics): Manifest | undefined {
  return readManifestFile(folder, journalName, diagnostics);
}

/** Prints a manifest: options first, then what is open, where anything is, then one line a file, sorted. */
export function printManifest({ options, openItems, files }: Manifest): string {
  const rows = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = rows.map(([path, { kind, hash }]) => `    ${JSON.stringify(path)}: ${JSON.stringify({ kind, hash })}`);
  const open = openItems.length === 0 ? '' : `  "openItems": ${JSON.stringify(openItems)},\n`;
  return `{\n  "options": ${JSON.stringify(options)},\n${open}  "files": {\n${lines.join(',\n')}\n  }\n}\n`;
}

function readManifestFile(folder: OutputFolder, name: string, diagnostics: Diagnostics): Manifest | undefined {
  const found = folder.find(name);
  if (found.state === 'absent') return undefined;
  const manifest = found.state === 'file' ? parseManifest(Buffer.from(found.bytes).toString('utf8')) : undefined;
  if (manifest === undefined) diagnostics.report('broken-manifest', undefined, { path: `${folder.shown}/${name}` });
  return manifest;
}

function parseManifest(text: string): Manifest | undefined {
  const value = parseJson(text);
  if (!isRecord(value) || !isRecord(value['options']) || !isRecord(value['files'])) return undefined;
  const { spec, only, importExtension, dates, int64 } = value['options'];
  if (typeof spec !== 'string' || !Array.isArray(only)) return undefined;
  if (importExtension !== 'js' && importExtension !== 'ts') return undefined;
  const files = new Map<string, ManifestFile>();
  for (const [file, row] of Object.entries(value['files'])) {
    if (!isRecord(row) || typeof row['hash'] !== 'string') return undefined;
    const kind = [...artifactKinds, 'runtime' as const].find((known) => known === row['kind']);
    if (kind === undefined) return undefined;
    files.set(file, { kind, hash: row['hash'] });
  }
  const options: RecordedOptions = {
    spec,
    only: artifactKinds.filter((kind) => only.includes(kind)),
    importExtension,
    ...(dates === 'Date' && { dates }),
    ...(int64 === 'bigint' && { int64 }),
  };
  const open: unknown = value['openItems'];
  const openItems = Array.isArray(open) ? open.filter((id) => typeof id === 'string') : [];
  return { options, openItems, files };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
