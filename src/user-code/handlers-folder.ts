import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { globSync } from 'tinyglobby';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { Folder } from '../files/folder.js';
import { decodeText } from '../files/hash-text.js';
import { getRelativePath } from '../files/paths.js';
import { formatPlace, type JsonNode, type JsonReading, readJson } from '../files/read-json.js';
import { manifestName } from '../output/manifest.js';
import type { NamedOperation } from './contract.js';
import { findBase, findPackage, findRepository } from './packages.js';
import { isInGenerated, type PendingFiles, readUserFile, type UserFile } from './read-project.js';

/** The folder of the handlers as it was before the run. */
export interface HandlersFolder {
  /** The absolute path. */
  readonly path: string;
  /** The names of its files in lower case, because `Get-Pet.ts` and `get-pet.ts` are the same file on some disks. */
  readonly names: ReadonlySet<string>;
  /** The absolute path of the record for the server of this run. */
  readonly recordPath: string;
  /** The record of earlier runs and its file, if there is one. */
  readonly record: ScaffoldRecord | undefined;
  readonly recordFile: UserFile | undefined;
  /** The name of this run's server. Present if the folder also contains the handlers of another server. */
  readonly nameBeside: string | undefined;
}

/** What is needed to read the folder of the handlers. */
interface FolderInput {
  /** The absolute path of the folder. */
  readonly handlers: string;
  /** The absolute path of the output folder. */
  readonly out: string;
  /** Formats a path for messages. */
  readonly show: (path: string) => string;
  /** The files that an interrupted run did not complete. */
  readonly pending?: PendingFiles;
}

/** Reads the folder of the handlers, which may not exist. If there are errors, reports them and returns `undefined`. */
export function readHandlersFolder(input: FolderInput, diagnostics: Diagnostics): HandlersFolder | undefined {
  const { handlers: path, out, show, pending } = input;
  if (path === out || isInGenerated(path, out))
    diagnostics.report('handlers-in-output', undefined, { path: show(path) });
  else if (existsSync(path) && !statSync(path).isDirectory()) {
    diagnostics.report('handlers-not-folder', undefined, { path: show(path) });
  }
  if (diagnostics.hasErrors) return undefined;
  const added = [...(pending?.keys() ?? [])].filter((file) => dirname(file) === path).map((file) => basename(file));
  const found = existsSync(path) ? readdirSync(path) : [];
  const names = new Set([...found, ...added].map((name) => name.toLowerCase()));
  const known = readRecords(names, input, diagnostics);
  if (diagnostics.hasErrors) return undefined;
  const exact = known.find(({ record }) => record.out === getRelativePath(path, out));
  const own = exact ?? known.find(({ record }) => isFree(record, path));
  const name = known.length === 0 ? recordName : `lacuna.scaffold.${basename(out).toLowerCase()}.json`;
  const recordPath = own?.file.path ?? join(path, name);
  const [, nameBeside] = /^lacuna\.scaffold\.(.+)\.json$/.exec(basename(recordPath)) ?? [];
  return { path, names, recordPath, record: own?.record, recordFile: own?.file, nameBeside };
}

function readRecords(
  names: ReadonlySet<string>,
  { handlers, show, pending }: FolderInput,
  diagnostics: Diagnostics,
): { readonly file: UserFile; readonly record: ScaffoldRecord }[] {
  const rows = [...names].filter((name) => /^lacuna\.scaffold(\..+)?\.json$/.test(name)).sort();
  return rows.flatMap((name) => {
    const file = readUserFile(join(handlers, name), pending);
    const reading = file && readRecord(file.text ?? '');
    if (!file || !reading) return [];
    if ('value' in reading) return [{ file, record: reading.value }];
    const place = formatPlace(show(file.path), reading.mistake);
    diagnostics.report('scaffold-record-broken', undefined, { place, why: reading.mistake.what });
    return [];
  });
}

// A record whose output no longer exists belongs to the output of this run, because that output was moved.
function isFree({ out }: ScaffoldRecord, handlers: string): boolean {
  return out === undefined || !existsSync(join(handlers, out, manifestName));
}

/**
 * Finds the folder of the handlers for an output folder: the one whose record names this output, below `folder` or
 * elsewhere in the workspace. Otherwise returns `src/handlers`.
 */
export function findHandlersFolder(folder: string, out: string): string {
  const usual = join(folder, 'src', 'handlers');
  if (hasRecord(usual, out)) return usual;
  const base = findBase(folder, findPackage(out)?.folder ?? folder);
  const options = { ignore: '**/node_modules', absolute: true, onlyDirectories: true, followSymbolicLinks: false };
  const folders = [folder, base].flatMap((cwd) => [cwd, ...globSync('**', { cwd, ...options }).sort()]);
  const isSame = (each: string): boolean => findRepository(each) === findRepository(folder);
  return folders.map((each) => resolve(each)).find((each) => hasRecord(each, out) && isSame(each)) ?? usual;
}

function hasRecord(folder: string, out: string): boolean {
  if (!existsSync(folder)) return false;
  // If the first run was interrupted, its record can still have a temporary name.
  const names = readdirSync(folder).filter((name) => /^lacuna\.scaffold(\..+)?\.json(\.lacuna-new)?$/.test(name));
  return names.some((name) => {
    const found = new Folder(folder).find(name);
    const reading = readRecord(found.state === 'file' ? decodeText(found.bytes) : '');
    return 'value' in reading && reading.value.out === getRelativePath(folder, out);
  });
}

/** The file in the folder of the handlers that records the names of the operations in the last run. */
const recordName = 'lacuna.scaffold.json';

/** The ways to divide handlers into files. */
const groupings = ['operation', 'tag'] as const;

/** One file per operation or one per tag. */
export type Grouping = (typeof groupings)[number];

export interface RecordedOperation extends NamedOperation {
  /** The old names that the user's code still mentioned at the last run. */
  readonly mentioned?: readonly string[];
}

/** The record of earlier runs for one generated server. */
interface ScaffoldRecord {
  /**
   * The output folder relative to the folder of the handlers, with `/` as separator. Absent in records of version 0.1.
   */
  readonly out?: string;
  readonly per: Grouping;
  /** The operations of the description, and removed operations that the user's code still mentions. */
  readonly operations: readonly RecordedOperation[];
}

/**
 * Prints a record with one sorted line per operation, so that version control can merge the changes of two branches.
 */
export function printRecord({ out, per, operations }: ScaffoldRecord): string {
  const lines = operations
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ key, identifier, type, file, mentioned }) => {
      const row = { identifier, type, file, ...(mentioned && mentioned.length > 0 && { mentioned }) };
      return `    ${JSON.stringify(key)}: ${JSON.stringify(row)}`;
    });
  const head = `  "out": ${JSON.stringify(out)},\n  "per": ${JSON.stringify(per)},\n`;
  return `{\n${head}  "operations": {${lines.length > 0 ? `\n${lines.join(',\n')}\n  ` : ''}}\n}\n`;
}

/** Parses a record. Returns the mistake if the text is not a record. */
function readRecord(text: string): JsonReading<ScaffoldRecord> {
  return readJson(text, (root) => {
    const out = root.find('out')?.text();
    const operations = root.unique().get('operations').members();
    return {
      ...(out !== undefined && { out }),
      per: root.get('per').choice(groupings),
      operations: operations.map(([key, row]) => readOperation(key, row)),
    };
  });
}

function readOperation(key: string, row: JsonNode): RecordedOperation {
  const file = row.get('file').text();
  if (!/^[\w-]+$/.test(file)) row.get('file').refuse(`'${file}' is not a valid module name`);
  const mentioned = row.find('mentioned')?.items().map(readName) ?? [];
  const names = { identifier: readName(row.get('identifier')), type: readName(row.get('type')) };
  return { key, ...names, file, mentioned };
}

// Accepts only identifiers, because these names are written into TypeScript.
function readName(node: JsonNode): string {
  const name = node.text();
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)) node.refuse(`'${name}' is not an identifier`);
  return name;
}
