import { hash } from 'node:crypto';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import type { Folder } from '../files/folder.js';
import { formatPlace, type JsonNode, type JsonReading, readJson } from '../files/read-json.js';
import type { ArtifactKind } from '../model/artifact.js';
import { resolveConflict } from './resolve-conflict.js';

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

/** Returns the SHA-256 of a text, hexadecimal. Line ends count as LF, since version control and editors change them. */
export function hashText(text: string | Uint8Array): string {
  return hash('sha256', normalizeLineEnds(typeof text === 'string' ? text : Buffer.from(text).toString('utf8')));
}

/** Returns a text with LF at its line ends. */
export function normalizeLineEnds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n/g, '\n') : text;
}

/** Prints a manifest: the options, the open items and the sorted files, one per line, so that version control merges it. */
export function printManifest({ options, openItems, files }: Manifest): string {
  const rows = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = rows.map(([path, { kind, hash }]) => `    ${JSON.stringify(path)}: ${JSON.stringify({ kind, hash })}`);
  const ids = openItems.map((id) => `    ${JSON.stringify(id)}`);
  const open = ids.length === 0 ? '' : `  "openItems": [\n${ids.join(',\n')}\n  ],\n`;
  return `{\n  "options": ${JSON.stringify(options)},\n${open}  "files": {\n${lines.join(',\n')}\n  }\n}\n`;
}

/** Reads the manifest of an output folder; `undefined` where there is none, reported where it cannot be read. */
export function readManifest(folder: Folder, diagnostics: Diagnostics): Manifest | undefined {
  const found = folder.find(manifestName);
  if (found.state === 'absent') return undefined;
  const path = folder.show(manifestName);
  if (found.state !== 'file') {
    diagnostics.report('broken-manifest', undefined, { place: path, why: 'it is not a readable file' });
    return undefined;
  }
  const text = normalizeLineEnds(Buffer.from(found.bytes).toString('utf8'));
  const reading = parseManifest(resolveConflict(text));
  if ('value' in reading) return reading.value;
  const { mistake } = reading;
  diagnostics.report('broken-manifest', undefined, { place: formatPlace(path, mistake), why: mistake.what });
  return undefined;
}

function parseManifest(text: string): JsonReading<Manifest> {
  return readJson(text, (root) => ({
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
}

function readOptions(options: JsonNode): RecordedOptions {
  options.only(['spec', 'only', 'importExtension', 'dates', 'int64']);
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
