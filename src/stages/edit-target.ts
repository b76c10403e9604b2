import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { standardInput } from '../document/document.js';
import { noFiles } from '../options/option-table.js';
import type { GenerateOptions } from '../options/options.js';
import { settleOptions } from '../options/settle-options.js';

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
 * description. By default it is the last overlay of the run, or the description if there are no overlays. Reports what
 * cannot be edited.
 */
export function chooseEditTarget(
  options: GenerateOptions,
  into: string | undefined,
  diagnostics: Diagnostics,
): EditTarget | undefined {
  const { spec, folder, overlays } = settleOptions(options, new Diagnostics());
  if (spec === standardInput) {
    diagnostics.report('edit-of-input', undefined, {});
    return undefined;
  }
  if (into === noFiles) return { before: { ...options, overlay: [] }, after: options };
  const own = overlays.map(resolveLinks);
  const overlay = into === undefined ? own.at(-1) : resolveLinks(resolve(folder, into));
  if (overlay === undefined) return { before: options, after: options };
  const isOwn = own.includes(overlay);
  if (!isOwn && options.ignoreRecord) {
    const shown = [...own, overlay].map((path) => relative(resolveLinks(folder), path));
    const isJson = options.configurationFiles?.[0]?.endsWith('.json') === true;
    diagnostics.report('overlay-not-configured', undefined, { overlay: shown.at(-1) ?? '', overlays: shown, isJson });
    return undefined;
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
