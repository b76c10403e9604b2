import { hash } from 'node:crypto';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import type { Folder } from '../files/folder.js';
import { type JsonNode, readJson } from '../files/read-json.js';
import type { ArtifactKind } from '../model/artifact.js';

/** The file that lists what was generated, below the output folder. */
export const manifestName = 'lacuna.json';

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
  /** In the order of the registry. */
  readonly only: readonly ArtifactKind[];
  readonly importExtension: 'js' | 'ts';
  /** Absent: `string`. */
  readonly dates?: 'Date';
  /** Absent: `number`. */
  readonly int64?: 'bigint';
}

/** One generated file. */
export interface ManifestFile {
  readonly kind: ArtifactKind;
  /** SHA-256 of its text, hexadecimal. */
  readonly hash: string;
}

/** Gives the SHA-256 of a text or of bytes, hexadecimal. */
export function hashText(text: string | Uint8Array): string {
  return hash('sha256', text);
}

/** Prints a manifest: options first, then what is open, where anything is, then one line a file, sorted. */
export function printManifest({ options, openItems, files }: Manifest): string {
  const rows = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = rows.map(([path, { kind, hash }]) => `    ${JSON.stringify(path)}: ${JSON.stringify({ kind, hash })}`);
  const open = openItems.length === 0 ? '' : `  "openItems": ${JSON.stringify(openItems)},\n`;
  return `{\n  "options": ${JSON.stringify(options)},\n${open}  "files": {\n${lines.join(',\n')}\n  }\n}\n`;
}

/** Reads the manifest of an output folder; `undefined` where there is none, reported where it cannot be read. */
export function readManifest(folder: Folder, diagnostics: Diagnostics): Manifest | undefined {
  const found = folder.find(manifestName);
  if (found.state === 'absent') return undefined;
  const manifest = found.state === 'file' ? parseManifest(Buffer.from(found.bytes).toString('utf8')) : undefined;
  if (manifest === undefined) diagnostics.report('broken-manifest', undefined, { path: folder.show(manifestName) });
  return manifest;
}

function parseManifest(text: string): Manifest | undefined {
  const reading = readJson(text, (root) => ({
    options: readOptions(root.get('options')),
    openItems:
      root
        .find('openItems')
        ?.items()
        .map((id) => id.text()) ?? [],
    files: new Map(
      root
        .get('files')
        .members()
        .map(([path, row]) => [path, readFile(row)]),
    ),
  }));
  return 'value' in reading ? reading.value : undefined;
}

function readOptions(options: JsonNode): RecordedOptions {
  const [dates, int64] = [options.find('dates')?.choice(['Date']), options.find('int64')?.choice(['bigint'])];
  return {
    spec: options.get('spec').text(),
    only: options
      .get('only')
      .items()
      .map((kind) => kind.text()),
    importExtension: options.get('importExtension').choice(['js', 'ts']),
    ...(dates && { dates }),
    ...(int64 && { int64 }),
  };
}

function readFile(row: JsonNode): ManifestFile {
  return { kind: row.get('kind').text(), hash: row.get('hash').text() };
}
