import { relative, sep } from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { type FileChange, openForWriting } from '../files/file-writer.js';
import { Folder } from '../files/folder.js';
import { commonFolder } from './print-handlers.js';
import type { Draft } from './user-code.js';
import { encodeText } from './user-files.js';

/** The folder below which every file of the user stands that may be written, and the folder of the handlers; both absolute. */
export interface ScaffoldPlace {
  readonly folder: string;
  readonly handlers: string;
  /** Formats a path for messages. */
  readonly show: (path: string) => string;
}

/**
 * Writes all files or, where one cannot be written, none, which is reported: a file that is not as it was read, by the hand of
 * the user meanwhile, stays. Gives whether all were written.
 */
export async function writeScaffold(
  drafts: readonly Draft[],
  { folder, handlers, show }: ScaffoldPlace,
  diagnostics: Diagnostics,
): Promise<boolean> {
  const root = commonFolder([folder, handlers]);
  const below = (path: string): string => relative(root, path).split(sep).join('/');
  const place = { folder: new Folder(root, show(root)), home: below(handlers) };
  const writer = await openForWriting(place, diagnostics);
  if (!writer) return false;
  try {
    return writer.write(drafts.map((draft): FileChange => readChange(draft, below(draft.path))));
  } finally {
    writer.close();
  }
}

function readChange({ file, text }: Draft, path: string): FileChange {
  return { path, ...(file && { before: file.bytes }), after: encodeText(text, file?.hasMark ?? false) };
}
