import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import type { Draft } from './user-code.js';
import { encodeText } from './user-files.js';

/**
 * Writes files so that at any moment the old or the new text of each stands there, its mode kept: all texts beside their
 * files first, which is what may fail, then each in its place. A file that is not as it was read, by the hand of the user
 * meanwhile, stays. Tells whether all were written.
 */
export function writeScaffold(
  drafts: readonly Draft[],
  show: (path: string) => string,
  diagnostics: Diagnostics,
): boolean {
  const isDone = [writeBeside, checkAsRead, place].every((step) => drafts.every((draft) => attempt(draft, step)));
  for (const { path } of drafts) rmSync(besideOf(path), { force: true });
  return isDone;

  function attempt({ path, ...draft }: Draft, step: (draft: Draft) => void): boolean {
    try {
      step({ path, ...draft });
      return true;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const why = error instanceof ChangedFile ? error.message : 'syscall' in error && 'code' in error && error.code;
      if (!why) throw error;
      diagnostics.report('output-not-written', undefined, { path: show(path), why: String(why) });
      return false;
    }
  }
}

class ChangedFile extends Error {
  override readonly message = 'it was changed while lacuna was running; scaffold again';
}

function besideOf(path: string): string {
  return `${path}.lacuna-new`;
}

function writeBeside({ path, file, text }: Draft): void {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(besideOf(path), { force: true }); // a link here would lead the write elsewhere
  writeFileSync(besideOf(path), encodeText(text, file?.hasMark ?? false), { flag: 'wx' });
  if (file) chmodSync(besideOf(path), statSync(path).mode & 0o7777);
}

function checkAsRead({ path, file }: Draft): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  const isSame = file
    ? stat?.isFile() === true && Buffer.compare(readFileSync(path), file.bytes) === 0
    : stat === undefined;
  if (!isSame) throw new ChangedFile();
}

function place(draft: Draft): void {
  checkAsRead(draft);
  const { path, file } = draft;
  if (file) renameSync(besideOf(path), path);
  else placeNew(besideOf(path), path);
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
