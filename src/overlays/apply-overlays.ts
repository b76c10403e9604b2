import { realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { greatestDepth } from '../diagnostics/codes/document.js';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { buildChildOrigin, type Origin } from '../diagnostics/origin.js';
import type { DocumentFile } from '../document/document.js';
import type { EditDescription } from '../document/read-document.js';
import { isObject, type ObjectValue } from '../model/element.js';
import { normalizeJson } from '../model/print-json.js';
import { type Action, applyAction } from './apply-action.js';
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
      const place = buildChildOrigin(origin, 'actions', index);
      if (!resolutions.add(action, place, { description: value, source: info.title })) continue;
      const applied = tryAction(value, action, origins);
      if ('error' in applied) {
        // Each further action could take as long.
        if (reportLimit(applied.error, place, tools.diagnostics))
          return { overlays, moved: new Map(), file: description };
        tools.diagnostics.report('overlay-action-failed', place, { why: applied.error.message });
      } else if (applied.count > 0) value = applied.value;
      else {
        const { target } = action;
        tools.diagnostics.report('overlay-matches-nothing', buildChildOrigin(place, 'target'), { target });
      }
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
    const applied = tryAction(value, action, origins);
    if (!('error' in applied)) value = applied.value;
    else if (reportLimit(applied.error, undefined, diagnostics)) return description;
  }
  return { ...description, value };
}

function tryAction(
  description: unknown,
  action: Action,
  origins: Origins,
): ReturnType<typeof applyAction> | { readonly error: Error } {
  try {
    return applyAction(description, action, origins);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return { error };
    throw error;
  }
}

function reportLimit(error: Error, origin: Origin | undefined, diagnostics: Diagnostics): boolean {
  if (error instanceof OverlayLimit) diagnostics.report('overlay-limit', origin, error.finding);
  return error instanceof OverlayLimit;
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

/** A mistake at a place of an overlay. */
interface Mistake {
  /** The names and indexes that lead to the place. If `kind` is `missing`, the last one is the missing field. */
  readonly path: readonly (string | number)[];
  readonly kind: 'version' | 'missing' | 'unknown' | 'type' | 'target' | 'no-actions' | 'repeated';
}

type JsonType = 'string' | 'boolean' | 'object' | 'array' | 'any';

/** The fields of an object and their types. `!` marks a required field, `+` a field that version 1.1 added. */
type Fields = Readonly<Record<string, `${JsonType}${'' | '!' | '+'}`>>;

const overlayFields: Fields = { overlay: 'string!', info: 'object!', extends: 'string', actions: 'array!' };
const infoFields: Fields = { title: 'string!', version: 'string!', description: 'string+' };
const actionFields: Fields = {
  target: 'string!',
  description: 'string',
  update: 'any',
  remove: 'boolean',
  copy: 'string+',
  'x-resolves': 'string',
  'x-resolves-from': 'string',
};

/** Lists what the Overlay Specification (1.0 or 1.1, section 4.4) does not allow in a parsed overlay. */
export function listMistakes(overlay: unknown): Mistake[] {
  if (!isObject(overlay)) return [{ path: [], kind: 'type' }];
  const { overlay: stated, info, actions } = overlay;
  const [, minor] = (typeof stated === 'string' && /^1\.([01])\.\d+$/.exec(stated)) || [];
  const mistakes = listFieldMistakes(overlay, overlayFields, minor, []);
  if (typeof stated === 'string' && minor === undefined) mistakes.push({ path: ['overlay'], kind: 'version' });
  if (isObject(info)) mistakes.push(...listFieldMistakes(info, infoFields, minor, ['info']));
  if (Array.isArray(actions)) mistakes.push(...listActionMistakes(actions, minor));
  return mistakes;
}

function listActionMistakes(actions: readonly unknown[], minor: string | undefined): Mistake[] {
  if (actions.length === 0) return [{ path: ['actions'], kind: 'no-actions' }];
  const texts = new Set<string>();
  return actions.flatMap((action, index): Mistake[] => {
    const path = ['actions', index];
    if (!isObject(action)) return [{ path, kind: 'type' }];
    const mistakes = listFieldMistakes(action, actionFields, minor, path);
    const { target } = action;
    if (typeof target === 'string' && !target.startsWith('$'))
      mistakes.push({ path: [...path, 'target'], kind: 'target' });
    const text = normalizeJson(action);
    if (texts.has(text)) mistakes.push({ path, kind: 'repeated' });
    texts.add(text);
    return mistakes;
  });
}

function listFieldMistakes(
  object: ObjectValue,
  fields: Fields,
  minor: string | undefined,
  path: Mistake['path'],
): Mistake[] {
  // An unknown version is reported and then read as the newest one.
  const known = new Map(Object.entries(fields).filter(([, type]) => minor !== '0' || !type.endsWith('+')));
  const missing = [...known].flatMap(([name, type]): Mistake[] =>
    type.endsWith('!') && !Object.hasOwn(object, name) ? [{ path: [...path, name], kind: 'missing' }] : [],
  );
  const wrong = Object.entries(object).flatMap(([name, value]): Mistake[] => {
    if (name.startsWith('x-') && !known.has(name)) return [];
    const type = known.get(name)?.replace(/[!+]$/, '');
    if (type === undefined) return [{ path: [...path, name], kind: 'unknown' }];
    return type === 'any' || type === getType(value) ? [] : [{ path: [...path, name], kind: 'type' }];
  });
  return [...missing, ...wrong];
}

function getType(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return value === null ? 'null' : typeof value;
}
