import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { joinFolder, type Project } from './project.js';

/** The folders in which people keep a description. */
const folders = ['', 'spec', 'specs', 'api', 'apis', 'docs', 'openapi', 'schema', 'schemas', 'src', 'public'];
const mostFiles = 200;
const headBytes = 4096;

/**
 * Finds descriptions in the package and in the repository by the content of files. Returns their paths below the root,
 * with `/` as separator.
 */
export function findDescriptions({ root, packagePath }: Pick<Project, 'root' | 'packagePath'>): readonly string[] {
  const places = [...new Set([packagePath, ''])].flatMap((start) => folders.map((folder) => joinFolder(start, folder)));
  return [...new Set(places)].flatMap((folder) => {
    const names = listNames(root.locate(folder)).filter((name) => /\.(ya?ml|json)$/.test(name));
    // A file that lacuna wrote is not a description of the user.
    if (names.includes('lacuna.json')) return [];
    return names
      .slice(0, mostFiles)
      .map((name) => joinFolder(folder, name))
      .filter((file) => isDescription(root.locate(file)));
  });
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}

function isDescription(path: string): boolean {
  try {
    const file = openSync(path, 'r');
    try {
      const head = Buffer.alloc(headBytes);
      const text = head.toString('utf8', 0, readSync(file, head));
      return /^(?:\ufeff)?\s*(?:\{\s*)?["']?openapi["']?\s*:/.test(text) || /^["']?openapi["']?\s*:/m.test(text);
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}
