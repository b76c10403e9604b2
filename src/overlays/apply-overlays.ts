import { realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { greatestDepth } from '../diagnostics/codes/document.js';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { buildChildOrigin, type Origin } from '../diagnostics/origin.js';
import type { DocumentFile } from '../document/document.js';
import type { EditDescription } from '../document/read-document.js';
import { isObject } from '../model/is-object.js';
import { type Action, applyAction } from './apply-action.js';
import { listMistakes } from './list-mistakes.js';
import { OverlayLimit } from './list-nodes.js';
import { Origins } from './origins.js';
import { Resolutions } from './resolutions.js';

type Tools = Parameters<EditDescription>[1];

/** An overlay without mistakes. */
interface CheckedOverlay {
  readonly info: { readonly title: string };
  readonly actions: readonly Action[];
}

/**
 * Applies overlays (absolute paths) to a parsed description, in order. Reports what is wrong with them. The result is
 * complete only if no error was reported.
 */
export function applyOverlays(
  description: DocumentFile,
  paths: readonly string[],
  tools: Tools,
): ReturnType<EditDescription> {
  const overlays = paths.flatMap((path) => readOverlay(path, tools) ?? []);
  const origins = new Origins(greatestDepth, tools.limits);
  origins.add(description.value, { file: description.file, pointer: '' });
  const resolutions = new Resolutions(description, origins, tools.diagnostics);
  let { value } = description;
  for (const overlay of overlays) {
    const origin = { file: overlay.file, pointer: '' };
    if (reportMistakes(overlay.value, origin, tools.diagnostics)) continue;
    reportExtends(overlay, description.file, tools);
    origins.add(overlay.value, origin);
    const { actions, info } = overlay.value as CheckedOverlay;
    for (const [index, action] of actions.entries()) {
      const place = { origin: buildChildOrigin(origin, 'actions', index), origins, tools };
      if (!resolutions.add(action, place.origin, { description: value, source: info.title })) continue;
      const applied = applyLocated(value, action, place);
      // Each further action could take as long.
      if (applied === 'limited') return { overlays, moved: new Map(), file: description };
      value = applied.value;
    }
  }
  if (!tools.diagnostics.hasErrors) resolutions.complete(value);
  return { overlays, moved: origins.listMoved(value, description.file), file: { ...description, value } };
}

/**
 * Applies the checked overlays of a description to an earlier description, in order. Skips actions that do not fit it.
 * Reports an exceeded limit.
 */
export function applyWhereFits(
  description: DocumentFile,
  overlays: readonly DocumentFile[],
  { limits, diagnostics }: Tools,
): DocumentFile {
  const origins = new Origins(greatestDepth, limits);
  let { value } = description;
  for (const action of overlays.flatMap((overlay) => (overlay.value as CheckedOverlay).actions)) {
    try {
      value = applyAction(value, action, origins).value;
    } catch (error) {
      if (error instanceof OverlayLimit) {
        diagnostics.report('overlay-limit', undefined, error.finding);
        return description;
      }
      if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    }
  }
  return { ...description, value };
}

function readOverlay(path: string, { folder, sources, diagnostics }: Tools): DocumentFile | undefined {
  const origin = { file: relative(folder, path).replaceAll('\\', '/'), pointer: '' };
  const file = sources.load(findRealPath(path), origin);
  if (typeof file !== 'string') return file;
  if (file === 'unreadable') return undefined;
  diagnostics.report('overlay-not-read', origin, { variant: file });
  return undefined;
}

function findRealPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

function reportMistakes(overlay: unknown, root: Origin, diagnostics: Diagnostics): boolean {
  const mistakes = listMistakes(overlay);
  for (const { path, kind } of mistakes) {
    const name = String(path.at(-1) ?? '');
    const at = kind === 'missing' ? path.slice(0, -1) : path;
    const place = kind === 'unknown' ? ({ at: 'key' } as const) : {};
    diagnostics.report('overlay-invalid', buildChildOrigin(root, ...at), { variant: kind, name }, place);
  }
  return mistakes.length > 0;
}

// A URL never names the description, because the description is a file.
function reportExtends(overlay: DocumentFile, entry: string, { folder, diagnostics }: Tools): void {
  const uri = isObject(overlay.value) ? overlay.value['extends'] : undefined;
  if (typeof uri !== 'string') return;
  const base = pathToFileURL(join(folder, overlay.file)).href;
  const isSame = URL.canParse(uri, base) && new URL(uri, base).href === pathToFileURL(join(folder, entry)).href;
  if (!isSame) diagnostics.report('overlay-extends-other', { file: overlay.file, pointer: '/extends' }, { uri });
}

interface ActionPlace {
  readonly origin: Origin;
  readonly origins: Origins;
  readonly tools: Tools;
}

function applyLocated(
  description: unknown,
  action: Action,
  { origin, origins, tools }: ActionPlace,
): { readonly value: unknown } | 'limited' {
  try {
    const applied = applyAction(description, action, origins);
    if (applied.count > 0) return applied;
    tools.diagnostics.report('overlay-matches-nothing', buildChildOrigin(origin, 'target'), { target: action.target });
  } catch (error) {
    if (error instanceof OverlayLimit) {
      tools.diagnostics.report('overlay-limit', origin, error.finding);
      return 'limited';
    }
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    tools.diagnostics.report('overlay-action-failed', origin, { why: error.message });
  }
  return { value: description };
}
