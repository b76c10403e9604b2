import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { type Folder, getInode } from '../files/folder.js';
import { manifestName } from './manifest.js';
import type { KnownFiles } from './plan-output.js';

interface CheckedFiles {
  readonly artifacts: readonly { readonly path: string }[];
  /** The absolute paths of the files that the run reads, by their names in messages. */
  readonly inputs: ReadonlyMap<string, string>;
  /** The files of the last run. Their inodes are known. */
  readonly known?: KnownFiles | undefined;
}

/** Reports each artifact that would replace a file which the run reads, even if the paths differ. */
export function checkInputs(
  folder: Folder,
  { artifacts, inputs, known }: CheckedFiles,
  diagnostics: Diagnostics,
): void {
  const read = new Map(
    [...inputs].flatMap(([shown, input]) => listIdentities(input).map((id) => [id, shown] as const)),
  );
  const inodes = new Set([...read.keys()].map((id) => id.slice(id.indexOf(' ') + 1)));
  // In a folder that does not exist, no file is read.
  const folders = new Map<string, boolean>();
  const isPresent = (path: string): boolean => {
    const parent = dirname(path);
    const known = folders.get(parent) ?? existsSync(folder.locate(parent));
    folders.set(parent, known);
    return known;
  };
  for (const { path } of [...artifacts, { path: manifestName }]) {
    const stamp = known?.get(path)?.stamp;
    if ((stamp !== undefined && !inodes.has(getInode(stamp))) || !isPresent(path)) continue;
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
