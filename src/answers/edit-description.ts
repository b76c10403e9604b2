import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { noFiles } from '../configuration/option-types.js';
import type { GenerateOptions } from '../configuration/options.js';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { type Document, standardInput } from '../document/document.js';
import { completeInterrupted, writeFiles } from '../files/file-writer.js';
import { Folder, resolveFolder } from '../files/folder.js';
import type { WritePlace } from '../files/journal.js';
import { findCommonFolder, getRelativePath } from '../files/paths.js';
import { encodeUtf8 } from '../files/utf8-text.js';
import { isObject } from '../model/element.js';
import { readDescription } from '../pipeline/generate.js';
import { completeRun, type Run } from '../pipeline/run.js';
import { chooseSettings, type Settings, startRun } from '../pipeline/settings.js';
import type { OpenEdit } from './description-edit.js';
import type { ResolvedGap } from './overlay-edit.js';
import { planSources } from './source-edit.js';
import type { EditedFile, SourceTexts } from './source-texts.js';

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
type ReadRun = Run & { readonly document: Document };

/** The file that a command edits, and the options with which the description is read. */
export interface EditTarget {
  /** The absolute path of the overlay that is edited. Absent if the description itself is edited. */
  readonly overlay?: string;
  /** The options with which the description is read before the edit. */
  readonly before: GenerateOptions;
  /** The options with which the description is read after the edit. They include a new overlay. */
  readonly after: GenerateOptions;
}

/**
 * Chooses the file to edit. `into` is the path of an overlay relative to the folder of the run, or `none` for the
 * description. By default it is the last overlay of the run, or the description if there are no overlays. Ends the run
 * if that cannot be edited.
 */
function chooseEditTarget(options: GenerateOptions, into: string | undefined, diagnostics: Diagnostics): EditTarget {
  const { spec, folder, overlays } = chooseSettings(options, new Diagnostics());
  if (spec === standardInput) return diagnostics.stop('edit-of-input', undefined, {});
  if (into === noFiles) return { before: { ...options, overlay: [] }, after: options };
  const own = overlays.map(resolveLinks);
  const overlay = into === undefined ? own.at(-1) : resolveLinks(resolve(folder, into));
  if (overlay === undefined) return { before: options, after: options };
  const isOwn = own.includes(overlay);
  if (!isOwn && options.ignoreRecord) {
    const shown = [...own, overlay].map((path) => relative(resolveLinks(folder), path));
    const isJson = options.configurationFiles?.[0]?.endsWith('.json') === true;
    diagnostics.stop('overlay-not-configured', undefined, { overlay: shown.at(-1) ?? '', overlays: shown, isJson });
  }
  const all = isOwn ? own : [...own, overlay];
  const before = { ...options, overlay: all.filter((path) => path !== overlay || existsSync(path)) };
  return { overlay, before, after: isOwn ? options : { ...options, overlay: all } };
}

// If the file is new, only the links above it are resolved.
function resolveLinks(path: string): string {
  try {
    return existsSync(path) ? realpathSync(path) : join(realpathSync(dirname(path)), basename(path));
  } catch {
    return path;
  }
}

interface Editable {
  readonly run: Run;
  /** The file to edit. Absent if `run` has errors. */
  readonly target?: EditTarget;
}

/**
 * Reads a description that a command edits and builds its model. First completes an interrupted edit, unless nothing
 * may be written. `into` chooses the overlay to edit. An edit must fit the whole description, so it is read without the
 * filter.
 */
export async function readEditable(
  options: GenerateOptions,
  { into, dryRun = false }: EditOptions = {},
): Promise<Editable> {
  const diagnostics = new Diagnostics();
  const settings = chooseSettings(options, new Diagnostics());
  const { target, ...begun } = await completeRun({ settings, diagnostics }, async () => {
    if (!dryRun) await completeLastEdit(settings, diagnostics);
    return { target: chooseEditTarget(options, into, diagnostics) };
  });
  if (!target) return { run: begun };
  const started = startRun(target.before);
  const whole = { ...started, settings: { ...started.settings, filter: undefined } };
  const run = await completeRun(whole, async (open) => readDescription(open));
  // The description may be read without the overlay that is edited. What differs from the last run is known only after
  // the edit.
  diagnostics.include({ list: run.diagnostics.list.filter(({ code }) => code !== 'record-differs') });
  return { run: { ...run, diagnostics }, target };
}

/** Reads a whole description with an edit that is not written yet. Its findings do not contain those about options. */
export async function readWithEdit({ after }: EditTarget, edited: readonly EditedFile[]): Promise<Run> {
  const contents = new Map(edited.flatMap(({ path, after: bytes }) => (bytes ? [[path, bytes] as const] : [])));
  const settings = { ...chooseSettings(after, new Diagnostics()), filter: undefined };
  return completeRun({ settings, diagnostics: new Diagnostics() }, async (run) => readDescription(run, { contents }));
}

/**
 * Edits the files of a description with `write` or, if the target is an overlay, adds actions to it, which answer the
 * gap `resolved`. Throws an `EditRefusal` if they cannot be edited. Writes nothing.
 */
export async function planEdit(
  { document: { folder, entry, files, overlays } }: ReadRun,
  texts: SourceTexts,
  { overlay: path }: EditTarget,
  write: (open: OpenEdit) => void,
  resolved?: ResolvedGap,
): Promise<readonly EditedFile[]> {
  if (path === undefined)
    return [...planSources((file) => texts.read(file), write)].map(([file, text]) => texts.edit(file, text));
  const { planOverlay } = await import('./overlay-edit.js'); // loads the query language of overlays
  const file = getRelativePath(folder, path);
  const isNew = !overlays.some((overlay) => overlay.file === file);
  const way = getRelativePath(dirname(path), join(folder, entry));
  const value = files.get(entry)?.value;
  const info = isObject(value) ? value['info'] : undefined;
  const overlay = {
    entry,
    value,
    title: isObject(info) && typeof info['title'] === 'string' ? info['title'] : 'the API',
    text: isNew ? undefined : texts.read(file),
    isJson: extname(file) === '.json',
    path: way.startsWith('.') ? way : `./${way}`,
  };
  const text = planOverlay(overlay, write, resolved);
  return [isNew ? { file, path, after: encodeUtf8({ text, hasMark: false }) } : texts.edit(file, text)];
}

/** Completes or undoes an interrupted edit of a description. Ends the run if that fails. */
async function completeLastEdit({ spec, root }: Settings, diagnostics: Diagnostics): Promise<void> {
  if (spec === standardInput || !existsSync(spec)) return;
  const folder = dirname(realpathSync.native(spec));
  const place = locateSources({ folder, roots: root === undefined ? [] : [resolveFolder(root)] });
  await completeInterrupted(place, diagnostics);
  diagnostics.stopOnErrors();
}

// The place does not depend on the edited files, so that the next edit, of other files, finds the journal of this one.
function locateSources({ folder, roots }: Pick<Document, 'folder' | 'roots'>): WritePlace {
  const base = findCommonFolder([folder, ...roots]);
  return { folder: new Folder(base), journalFolder: getRelativePath(base, folder) };
}

/** Writes all edited files or none. If it writes none, ends the run. */
export async function writeEdited(edited: readonly EditedFile[], { document, diagnostics }: ReadRun): Promise<void> {
  const place = locateSources(document);
  await writeFiles(
    place,
    edited.map(({ path, before, after }) => ({
      path: getRelativePath(place.folder.path, path),
      ...(before && { before }),
      ...(after && { after }),
    })),
    diagnostics,
  );
  diagnostics.stopOnErrors();
}
