import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

// Each try can fail because another run removes a folder in which this run creates one.
const mostTries = 3;

/**
 * Creates a folder and the folders above it that do not exist. Returns the topmost folder that it created. Throws the
 * error of the system. `mkdirSync` with `recursive` never ends if a folder exists but nothing can be created in it, as
 * in `/proc`.
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
    // Another run may have created the folder since the check.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}
