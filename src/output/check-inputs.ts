import { statSync } from 'node:fs';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import type { Folder } from '../files/folder.js';
import { manifestName } from './manifest.js';

/** Reports each artifact that would replace a file which the run reads, by any name. */
export function checkInputs(
  folder: Folder,
  artifacts: readonly { readonly path: string }[],
  inputs: ReadonlyMap<string, string>,
  diagnostics: Diagnostics,
): void {
  const read = new Map(
    [...inputs].flatMap(([shown, input]) => listIdentities(input).map((id) => [id, shown] as const)),
  );
  for (const { path } of [...artifacts, { path: manifestName }]) {
    const [input] = listIdentities(folder.locate(path)).flatMap((id) => read.get(id) ?? []);
    if (input !== undefined) diagnostics.report('artifact-is-input', undefined, { path: folder.show(path), input });
  }
}

// The same file by device and number, since its names may differ in case or be links.
function listIdentities(path: string): string[] {
  try {
    const stats = statSync(path, { bigint: true });
    return stats.isFile() ? [`${stats.dev} ${stats.ino}`] : [];
  } catch {
    return []; // There is no such file; whether it can be written shows later.
  }
}
