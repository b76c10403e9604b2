import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

// Another run may remove a folder in which this one is creating another.
const mostTries = 3;

/**
 * Creates a folder and those above it that do not exist; returns the topmost one that it created. Throws the error of the
 * system. The recursion of `mkdirSync` never ends where a folder exists but nothing can be created in it, as in `/proc`.
 */
export function createFolders(path: string): string | undefined {
  for (let tries = 1; ; tries++) {
    try {
      return createMissing(path);
    } catch (error) {
      if (tries === mostTries || !(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
}

function createMissing(path: string): string | undefined {
  const missing: string[] = [];
  for (let folder = path; !existsSync(folder) && dirname(folder) !== folder; folder = dirname(folder))
    missing.unshift(folder);
  for (const folder of missing) createFolder(folder);
  return missing[0];
}

function createFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another run may have created it meanwhile.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}
