import type { DocumentFile } from '../document/document.js';
import type { EditDescription } from '../document/read-document.js';

/**
 * Returns how overlays change a description; `undefined` if there are none. Given as absolute paths, each action has to fit;
 * of overlays that were read for a later description, actions that do not fit are omitted.
 */
export async function loadOverlays(
  overlays: readonly string[] | readonly DocumentFile[],
): Promise<EditDescription | undefined> {
  if (overlays.length === 0) return undefined;
  // Few runs have overlays, and their query language takes time to load.
  const { applyOverlays, applyWhereFits } = await import('../overlays/apply-overlays.js');
  return isPaths(overlays)
    ? (file, tools) => applyOverlays(file, overlays, tools)
    : (file) => ({ file: applyWhereFits(file, overlays), overlays: [], moved: new Map() });
}

function isPaths(overlays: readonly string[] | readonly DocumentFile[]): overlays is readonly string[] {
  return overlays.every((overlay) => typeof overlay === 'string');
}
