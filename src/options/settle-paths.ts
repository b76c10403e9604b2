import { join, resolve } from 'node:path';
import { standardInput } from '../document/document.js';
import { type Folder, getMovablePath } from '../files/folder.js';
import type { RecordedOptions } from '../output/recorded-options.js';
import { defaults, noFiles } from './option-table.js';
import type { GenerateOptions } from './options.js';

/** The folders of a run, and the options that the last run recorded. */
export interface OptionPlace {
  readonly folder: string;
  readonly out: Folder;
  readonly used: RecordedOptions | undefined;
}

/** The files that a run reads beside the description. */
export interface SettledPaths {
  /** The absolute paths of the overlays, in the order in which they are applied. */
  readonly overlays: readonly string[];
  /** The absolute path. */
  readonly style: string | undefined;
  /** The absolute path. */
  readonly previous: string | undefined;
  /** The absolute paths of the overlays of `previous`. By default, those of this run as far as they fit. */
  readonly previousOverlays: readonly string[] | undefined;
}

/** Chooses the description. A URL stays as it is. The reader reports it with a hint. */
export function settleSpec({ spec }: GenerateOptions, { folder, out, used }: OptionPlace): string {
  const isPath = (text: string): boolean => text !== standardInput && !/^[a-z][a-z0-9+.-]+:\/\//i.test(text);
  if (spec !== undefined) return isPath(spec) ? resolve(folder, spec) : spec;
  if (!used) return resolve(folder, defaults.spec);
  return isPath(used.spec) ? join(out.path, used.spec) : used.spec;
}

/** Chooses the files that a run reads beside the description. */
export function settlePaths(options: GenerateOptions, place: OptionPlace): SettledPaths {
  const previous = settleFile('previous', options, place);
  return {
    overlays: settleOverlays(options, place),
    style: settleFile('style', options, place),
    previous,
    previousOverlays: previous === undefined ? undefined : settlePreviousOverlays(options, place),
  };
}

function settleOverlays({ overlay }: GenerateOptions, { folder, out, used }: OptionPlace): readonly string[] {
  if (overlay === undefined) return (used?.overlay ?? []).map((path) => join(out.path, path));
  return resolveAll(overlay, folder);
}

function settleFile(
  option: 'style' | 'previous',
  { [option]: stated }: GenerateOptions,
  { folder, out, used }: OptionPlace,
): string | undefined {
  const recorded = used?.[option];
  if (stated === undefined) return recorded === undefined ? undefined : join(out.path, recorded);
  return stated === noFiles ? undefined : resolve(folder, stated);
}

// The recorded overlays belong to the recorded description.
function settlePreviousOverlays(
  { previous, previousOverlay }: GenerateOptions,
  { folder, out, used }: OptionPlace,
): readonly string[] | undefined {
  if (previousOverlay !== undefined) return resolveAll(previousOverlay, folder);
  return previous === undefined ? used?.previousOverlay?.map((path) => join(out.path, path)) : undefined;
}

function resolveAll(paths: string | readonly string[], folder: string): readonly string[] {
  return [paths].flat().map((path) => resolve(folder, path));
}

/** Returns the paths of a run as the manifest records them. */
export function recordPaths({
  spec,
  overlays,
  out,
  style,
  previous,
  previousOverlays,
}: SettledPaths & { readonly spec: string; readonly out: Folder }): Pick<
  RecordedOptions,
  'spec' | 'overlay' | 'style' | 'previous' | 'previousOverlay'
> {
  const move = (path: string): string => getMovablePath(out.path, path);
  return {
    spec: spec === standardInput ? spec : move(spec),
    ...(overlays.length > 0 && { overlay: overlays.map(move) }),
    ...(style !== undefined && { style: move(style) }),
    ...(previous !== undefined && { previous: move(previous) }),
    ...(previousOverlays && { previousOverlay: previousOverlays.map(move) }),
  };
}
