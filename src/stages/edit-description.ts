import { existsSync, realpathSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import type { EditedOverlay } from '../answers/overlay-edit.js';
import type { EditedFile, SourceTexts } from '../answers/source-texts.js';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { type Document, standardInput } from '../document/document.js';
import { completeInterrupted, writeFiles } from '../files/file-writer.js';
import { Folder, resolveFolder } from '../files/folder.js';
import type { WritePlace } from '../files/is-interrupted.js';
import { findCommonFolder, getRelativePath } from '../files/paths.js';
import { encodeUtf8 } from '../files/utf8-text.js';
import type { Api } from '../model/api.js';
import { isObject } from '../model/is-object.js';
import type { GenerateOptions } from '../options/options.js';
import { type Settings, settleOptions } from '../options/settle-options.js';
import type { EditTarget } from './edit-target.js';
import { omitFilter, type Reading, type Run, readDescription } from './read-api.js';

/** The options of a command that edits a description. */
export interface EditOptions {
  /** Whether to write nothing. */
  readonly dryRun?: boolean;
  /**
   * The overlay that is edited. By default it is the last overlay of the run, or the description if there are no
   * overlays. `none` chooses the description.
   */
  readonly into?: string;
}

/** A run that edits a description or its overlays. */
export interface EditRun extends Run {
  /** The files that were edited. Absent if the run has errors; then nothing was written. */
  readonly edited?: readonly EditedFile[];
  /** The options with which the description is read after the edit. */
  readonly after?: GenerateOptions;
}

/** A run that has read the files of the description. */
export type ReadRun = Run & { readonly document: Document };

/** A run that has read the description completely. */
export type WholeRun = ReadRun & { readonly api: Api };

/** Returns the run if it has read the description without errors. */
export function checkWhole(run: Run): WholeRun | undefined {
  const { api, document, diagnostics } = run;
  return api && document && !diagnostics.hasErrors ? { ...run, api, document } : undefined;
}

/** Returns the text of a file, or `undefined` if it is an overlay that does not exist yet. */
function readEdited({ document }: ReadRun, texts: SourceTexts, file: string): string | undefined {
  const isKnown = document.files.has(file) || document.overlays.some((overlay) => overlay.file === file);
  return isKnown ? texts.read(file) : undefined;
}

/** Lists the files with their new texts, by `Origin.file`. */
export function listEdited(
  run: ReadRun,
  texts: SourceTexts,
  planned: ReadonlyMap<string, string>,
): readonly EditedFile[] {
  return [...planned].map(([file, text]) => {
    if (readEdited(run, texts, file) !== undefined) return texts.edit(file, text);
    const path = join(run.document.folder, file);
    return { file, path, after: encodeUtf8({ text, hasMark: false }) };
  });
}

/** Describes the overlay at an absolute path for an edit. `file` is its name in `Origin.file`. */
export function describeOverlay(
  run: ReadRun,
  texts: SourceTexts,
  path: string,
): EditedOverlay & { readonly file: string } {
  const { folder, entry, files } = run.document;
  const file = getRelativePath(folder, path);
  const way = getRelativePath(dirname(path), join(folder, entry));
  const value = files.get(entry)?.value;
  const info = isObject(value) ? value['info'] : undefined;
  return {
    file,
    entry,
    value,
    title: isObject(info) && typeof info['title'] === 'string' ? info['title'] : 'the API',
    text: readEdited(run, texts, file),
    isJson: extname(file) === '.json',
    path: way.startsWith('.') ? way : `./${way}`,
  };
}

/** Reads a whole description with an edit that is not written yet. Reports into `findings`. */
export async function readWithEdit(
  { after }: EditTarget,
  edited: readonly EditedFile[],
  findings: Diagnostics,
): Promise<Reading> {
  const contents = new Map(edited.flatMap(({ path, after: bytes }) => (bytes ? [[path, bytes] as const] : [])));
  return readDescription(omitFilter(settleOptions(after, new Diagnostics())), findings, undefined, contents);
}

/**
 * Completes or undoes an interrupted edit of a description. Returns whether that succeeded. If not, the reason is
 * reported.
 */
export async function completeLastEdit({ spec, root }: Settings, diagnostics: Diagnostics): Promise<boolean> {
  if (spec === standardInput || !existsSync(spec)) return true;
  const folder = dirname(realpathSync.native(spec));
  const place = locateSources({ folder, roots: root === undefined ? [] : [resolveFolder(root)] });
  return (await completeInterrupted(place, diagnostics)) !== undefined;
}

// The place does not depend on the edited files, so that the next edit, of other files, finds the journal of this one.
function locateSources({ folder, roots }: Pick<Document, 'folder' | 'roots'>): WritePlace {
  const base = findCommonFolder([folder, ...roots]);
  return { folder: new Folder(base), journalFolder: getRelativePath(base, folder) };
}

/** Writes all edited files or none. */
export async function writeEdited(edited: readonly EditedFile[], { document, diagnostics }: ReadRun): Promise<boolean> {
  const place = locateSources(document);
  return writeFiles(
    place,
    edited.map(({ path, before, after }) => ({
      path: getRelativePath(place.folder.path, path),
      ...(before && { before }),
      ...(after && { after }),
    })),
    diagnostics,
  );
}
