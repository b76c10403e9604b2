import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Folder } from '../files/folder.js';
import { decodeText } from '../files/hash-text.js';
import { findBase, findPackage, isRepository } from './package-scope.js';
import { nameOutput, readRecord } from './record.js';

/**
 * Finds the folder of the handlers for an output folder: the one whose record names this output, below `folder` or
 * elsewhere in the workspace. Otherwise returns `src/handlers`.
 */
export function findHandlersFolder(folder: string, out: string): string {
  const usual = join(folder, 'src', 'handlers');
  if (hasRecord(usual, out)) return usual;
  const base = findBase(folder, findPackage(out)?.folder ?? folder);
  return findRecorded(folder, out, true) ?? findRecorded(base, out, true) ?? usual;
}

function findRecorded(folder: string, out: string, isFirst: boolean): string | undefined {
  if (!isFirst && isRepository(folder)) return undefined;
  if (hasRecord(folder, out)) return folder;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const isWanted = entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.');
    const found = isWanted ? findRecorded(join(folder, entry.name), out, false) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function hasRecord(folder: string, out: string): boolean {
  if (!existsSync(folder)) return false;
  // If the first run was interrupted, its record can still have a temporary name.
  const names = readdirSync(folder).filter((name) => /^lacuna\.scaffold(\..+)?\.json(\.lacuna-new)?$/.test(name));
  return names.some((name) => {
    const found = new Folder(folder).find(name);
    const reading = readRecord(found.state === 'file' ? decodeText(found.bytes) : '');
    return 'value' in reading && reading.value.out === nameOutput(folder, out);
  });
}
