import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { formatPlace } from '../files/read-json.js';
import { readRecord, recordName, type ScaffoldRecord } from './record.js';
import { isGenerated, readUserFile, type UserFile } from './user-files.js';

/** The folder of the handlers as it was before the run. */
export interface HandlersFolder {
  /** Absolute. */
  readonly path: string;
  /** The names of what stands in it, in lower case, since a disk may not tell `Get-Pet.ts` from `get-pet.ts`. */
  readonly names: ReadonlySet<string>;
  /** What earlier runs knew, where there was one, and the file that says it. */
  readonly record?: ScaffoldRecord;
  readonly recordFile?: UserFile;
}

/** Reads the folder of the handlers, which may be absent; `undefined` where it is none, or its record cannot be read. */
export function readHandlersFolder(
  path: string,
  out: string,
  show: (path: string) => string,
  diagnostics: Diagnostics,
): HandlersFolder | undefined {
  if (path === out || isInGenerated(path, out))
    diagnostics.report('handlers-in-output', undefined, { path: show(path) });
  else if (existsSync(path) && !statSync(path).isDirectory()) {
    diagnostics.report('handlers-not-folder', undefined, { path: show(path) });
  }
  if (diagnostics.hasErrors) return undefined;
  const names = new Set(existsSync(path) ? readdirSync(path).map((name) => name.toLowerCase()) : []);
  const recordFile = readUserFile(join(path, recordName));
  if (!recordFile) return { path, names };
  const reading = readRecord(recordFile.text ?? '');
  if ('value' in reading) return { path, names, record: reading.value, recordFile };
  const { what } = reading.mistake;
  const place = formatPlace(show(recordFile.path), reading.mistake);
  diagnostics.report('scaffold-record-broken', undefined, { place, why: what });
  return undefined;
}

function isInGenerated(folder: string, out: string): boolean {
  return isGenerated(folder, out) || (folder !== dirname(folder) && isInGenerated(dirname(folder), out));
}
