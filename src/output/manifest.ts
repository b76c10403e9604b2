import type { RecordedOptions } from '../configuration/option-table.js';
import { listRecorded, readRecordedOptions } from '../configuration/option-types.js';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import type { Folder } from '../files/folder.js';
import { decodeText, hashLength, normalizeLineEnds } from '../files/hash-text.js';
import { journalName } from '../files/journal.js';
import { formatPlace, type JsonNode, type JsonReading, readJson } from '../files/read-json.js';
import type { ArtifactKind } from '../model/artifact.js';

/** The file in the output folder that lists what was generated. */
export const manifestName = 'lacuna.json';

/** The record of what was generated, and how. */
export interface Manifest {
  readonly options: RecordedOptions;
  /** The record of what the run read and reported. Manifests of version 0.1 have none. */
  readonly run?: RunRecord;
  /** The ids of the gaps that the description leaves open, in its order. */
  readonly openGaps: readonly string[];
  /** The files by path below the output folder. */
  readonly files: ReadonlyMap<string, ManifestFile>;
}

/** What a run read and reported. If nothing of it changed, another run would write the same files. */
export interface RunRecord {
  readonly lacuna: string;
  /** A hash of the limits and the root. Absent if both are the defaults. */
  readonly bounds?: string;
  /** The hash of each file that was read, by its path relative to the output folder, with `/` as separator. */
  readonly inputs: ReadonlyMap<string, string>;
  /** The number of reported warnings by code. */
  readonly warnings: ReadonlyMap<string, number>;
}

export interface ManifestFile {
  readonly kind: ArtifactKind;
  /** The hash of its text. */
  readonly hash: string;
  /** The hash of what a formatter does not change. Manifests of version 0.1 have none. */
  readonly layout?: string;
}

/**
 * Prints a manifest: the options, the open gaps and the sorted files. Each has its own line, so that version control
 * can merge it.
 */
export function printManifest({ options, run, openGaps, files }: Manifest): string {
  const rows = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = rows.map(
    ([path, { kind, hash, layout }]) => `    ${JSON.stringify(path)}: ${JSON.stringify({ kind, hash, layout })}`,
  );
  const ids = openGaps.map((id) => `    ${JSON.stringify(id)}`);
  const open = ids.length === 0 ? '' : `  "openGaps": [\n${ids.join(',\n')}\n  ],\n`;
  return `{\n  "options": ${JSON.stringify(listRecorded(options))},\n${printRun(run)}${open}  "files": {\n${lines.join(',\n')}\n  }\n}\n`;
}

// Prints one line per member. If both branches of a merge changed a member, the next run writes it again.
function printRun(run: RunRecord | undefined): string {
  if (!run) return '';
  const { lacuna, bounds, inputs, warnings } = run;
  const members = {
    lacuna,
    bounds,
    inputs: sortMembers(inputs),
    ...(warnings.size > 0 && { warnings: sortMembers(warnings) }),
  };
  return Object.entries(members)
    .map(([name, value]) => (value === undefined ? '' : `  ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`))
    .join('');
}

function sortMembers<T>(members: ReadonlyMap<string, T>): { readonly [name: string]: T } {
  return Object.fromEntries([...members].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Reads the manifest of an output folder. Returns `undefined` if there is none. Reports a manifest that cannot be read.
 */
export function readManifest(folder: Folder, diagnostics: Diagnostics): Manifest | undefined {
  const found = folder.find(manifestName);
  if (found.state === 'absent') return undefined;
  const path = folder.show(manifestName);
  if (found.state !== 'file') {
    diagnostics.report('broken-manifest', undefined, { variant: 'not-file', place: path });
    return undefined;
  }
  const reading = readResolved(normalizeLineEnds(decodeText(found.bytes)));
  if ('value' in reading) return reading.value;
  const { mistake } = reading;
  const finding = { variant: 'mistake', place: formatPlace(path, mistake), why: mistake.what } as const;
  diagnostics.report('broken-manifest', undefined, finding);
  return undefined;
}

function readResolved(text: string): JsonReading<Manifest> {
  const resolved = resolveConflict(text);
  if ('text' in resolved) return parseManifest(resolved.text);
  const what = 'the two sides of a merge conflict have different options';
  return { mistake: { line: resolved.line, column: 1, what } };
}

/**
 * Reads the files that an interrupted run of version 0.1 was about to write. That version wrote the next manifest to
 * the path at which later versions write their journal.
 */
export function readOldJournal(folder: Folder): ReadonlyMap<string, ManifestFile> {
  const found = folder.find(journalName);
  const reading = found.state === 'file' ? parseManifest(decodeText(found.bytes)) : undefined;
  return reading && 'value' in reading ? reading.value.files : new Map();
}

function parseManifest(text: string): JsonReading<Manifest> {
  return readJson(text, (root) => ({
    // A merge in version control can list a file twice. That is accepted, because the next run writes the list again.
    options: readRecordedOptions(root.get('options').unique()),
    ...readRun(root),
    openGaps: readTexts(root.find('openGaps') ?? root.find('openItems')),
    files: new Map(
      root
        .get('files')
        .files()
        .map(([path, row]) => [path, readFile(row)]),
    ),
  }));
}

function readTexts(list: JsonNode | undefined): readonly string[] {
  return list?.items().map((one) => one.name()) ?? [];
}

function readRun(root: JsonNode): { readonly run?: RunRecord } {
  const [lacuna, inputs] = [root.find('lacuna'), root.find('inputs')];
  if (!lacuna || !inputs) return {};
  for (const [path, hash] of inputs.members()) if (path.includes('\0')) hash.refuse('a path cannot contain U+0000');
  const warnings = root.find('warnings')?.members() ?? [];
  const bounds = root.find('bounds')?.text();
  return {
    run: {
      lacuna: lacuna.text(),
      ...(bounds !== undefined && { bounds }),
      inputs: new Map(inputs.members().map(([path, hash]) => [path, hash.text()])),
      warnings: new Map(warnings.map(([code, count]) => [code, count.count()])),
    },
  };
}

function readFile(row: JsonNode): ManifestFile {
  const layout = row.find('layout')?.text();
  const hash = row.get('hash').text().slice(0, hashLength); // Version 0.1 recorded all digits of the hash.
  return { kind: row.get('kind').text(), hash, ...(layout !== undefined && { layout }) };
}

/**
 * The text of a manifest without conflicts. If the sides have different options, also the line of the second options,
 * from 1.
 */
type Resolution = { readonly text: string } | { readonly line: number };

/**
 * Resolves the conflicts that a merge left in the text of a manifest. Keeps the lines of both sides, but only the first
 * of two lines with the same name, and restores the commas. Everything can be generated again except the options. Only
 * the user knows which side has the right options.
 */
function resolveConflict(text: string): Resolution {
  if (!/^<{7}/m.test(text)) return { text };
  const lines = listKeptLines(text);
  const options = lines.filter((line) => /^\s*"options"\s*:/.test(line));
  const second = options.find((line) => line !== options[0]);
  if (second !== undefined) return { line: text.split('\n').indexOf(second) + 1 };
  return { text: addCommas(lines) };
}

/**
 * Lists the lines of both sides of each conflict, without the common base and without a second line of the same name.
 */
function listKeptLines(text: string): string[] {
  const seen = new Set<string>();
  let isBase = false;
  return text.split('\n').filter((line) => {
    if (/^\|{7}/.test(line)) isBase = true;
    if (/^={7}$/.test(line)) isBase = false;
    if (isBase || /^(?:<{7}|={7}$|>{7})/.test(line)) return false;
    // The colon is optional, because an id in the list of open gaps counts as a name too.
    const name = /^\s*"(?:[^"\\]|\\.)*"\s*:?/.exec(line)?.[0].trim();
    const key = name === '"options":' ? line : name;
    if (key === undefined) return true;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

function addCommas(lines: readonly string[]): string {
  return lines
    .map((line) => line.replace(/,\s*$/, ''))
    .map((line, index, all) => (needsComma(line, all[index + 1]) ? `${line},` : line))
    .join('\n');
}

function needsComma(line: string, next: string | undefined): boolean {
  return line.trim() !== '' && !/[[{]\s*$/.test(line) && next !== undefined && /^\s*["{[]/.test(next);
}
