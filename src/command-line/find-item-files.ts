import type { Folder } from '../files/folder.js';
import { decodeText } from '../files/hash-text.js';
import type { ManifestFile } from '../output/manifest.js';

/** A generated file that contains the id of an item. */
interface ItemFile {
  readonly kind: ManifestFile['kind'];
  /** The path below the output folder. */
  readonly path: string;
  /** The lines that contain it, from 1. */
  readonly lines: readonly number[];
}

/** Finds the generated files that contain the id of an item, in the order of the manifest. */
export function findItemFiles(out: Folder, files: ReadonlyMap<string, ManifestFile>, id: string): readonly ItemFile[] {
  const name = new RegExp(`(?<![\\w-])${id}(?![\\w-])`);
  return [...files].flatMap(([path, { kind }]) => {
    const found = out.find(path);
    if (found.state !== 'file') return [];
    const lines = decodeText(found.bytes)
      .split('\n')
      .flatMap((line, index) => (name.test(line) ? [index + 1] : []));
    return lines.length === 0 ? [] : [{ kind, path, lines }];
  });
}
