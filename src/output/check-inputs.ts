import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import type { Folder } from '../files/folder.js';
import { manifestName } from './manifest.js';

/** Reports each artifact that would replace a file which the run reads, even if the paths differ. */
export function checkInputs(
  folder: Folder,
  artifacts: readonly { readonly path: string }[],
  inputs: ReadonlyMap<string, string>,
  diagnostics: Diagnostics,
): void {
  const read = new Map(
    [...inputs].flatMap(([shown, input]) => listIdentities(input).map((id) => [id, shown] as const)),
  );
  // In a folder that does not exist, no file is read.
  const folders = new Map<string, boolean>();
  const isPresent = (path: string): boolean => {
    const parent = dirname(path);
    const known = folders.get(parent) ?? existsSync(folder.locate(parent));
    folders.set(parent, known);
    return known;
  };
  for (const { path } of [...artifacts, { path: manifestName }]) {
    if (!isPresent(path)) continue;
    const [input] = listIdentities(folder.locate(path)).flatMap((id) => read.get(id) ?? []);
    if (input !== undefined) diagnostics.report('artifact-is-input', undefined, { path: folder.show(path), input });
  }
}

// Identifies a file by its device and inode. Its name is not enough: it can differ in case or be a link.
function listIdentities(path: string): string[] {
  try {
    // An error for each new file would take much longer than the question.
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stats?.isFile() ? [`${stats.dev} ${stats.ino}`] : [];
  } catch {
    return []; // Whether the file can be written is checked later.
  }
}
