import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import type { Draft } from './user-code.js';
import { encodeText } from './user-files.js';

/**
 * Writes files so that at any moment the old or the new text of each stands there, its mode kept. One that is not as it was
 * read, by the hand of the user meanwhile, stops the run before it is touched. Tells whether all were written.
 */
export function writeScaffold(
  drafts: readonly Draft[],
  show: (path: string) => string,
  diagnostics: Diagnostics,
): boolean {
  const stale = drafts.filter((draft) => !isAsRead(draft));
  for (const { path } of stale) tell(path, 'it was changed while lacuna was running');
  if (stale.length > 0) return false;
  for (const draft of drafts) {
    try {
      if (!isAsRead(draft)) tell(draft.path, 'it was changed while lacuna was running');
      else writeDraft(draft);
    } catch (error) {
      if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error;
      tell(draft.path, String(error.code));
    }
    if (diagnostics.hasErrors) return false;
  }
  return true;

  function tell(path: string, why: string): void {
    diagnostics.report('output-not-written', undefined, { path: show(path), why });
  }
}

function isAsRead({ path, file }: Draft): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!file) return stat === undefined;
  return stat?.isFile() === true && Buffer.compare(readFileSync(path), file.bytes) === 0;
}

function writeDraft({ path, file, text }: Draft): void {
  mkdirSync(dirname(path), { recursive: true });
  const beside = `${path}.lacuna-new`;
  rmSync(beside, { force: true }); // a link here would lead the write elsewhere
  writeFileSync(beside, encodeText(text, file?.hasMark ?? false), { flag: 'wx' });
  try {
    if (file) {
      chmodSync(beside, lstatSync(path).mode & 0o7777);
      renameSync(beside, path);
    } else placeNew(beside, path);
  } finally {
    rmSync(beside, { force: true });
  }
}

// A file that came into being meanwhile is never written over; not every disk has hard links, though.
function placeNew(beside: string, path: string): void {
  try {
    linkSync(beside, path);
  } catch (error) {
    if (existsSync(path)) throw error;
    writeFileSync(path, readFileSync(beside), { flag: 'wx' });
  }
}
