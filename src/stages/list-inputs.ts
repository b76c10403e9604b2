import { join, relative } from 'node:path';
import type { Document } from '../document/document.js';
import { realFolder } from '../files/folder.js';
import type { Settings } from '../options/settle-options.js';

/** Lists the files that a run reads: how messages name each, and its absolute path. */
export function listInputs(document: Document, { folder, previous }: Settings): Map<string, string> {
  const files = [...document.files.keys()].map((file) => join(document.folder, file));
  const all = [...files, join(folder, 'redocly.yaml'), ...(previous === undefined ? [] : [previous])];
  return new Map(all.map((path) => [relative(realFolder(folder), path), path]));
}
