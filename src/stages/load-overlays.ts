import type { DocumentFile } from '../document/document.js';
import type { EditDescription } from '../document/read-document.js';

/**
 * Returns a function that applies overlays to a description, or `undefined` if there are none. If the overlays are
 * absolute paths, the function reports each action that does not fit. If they are overlays that were read for a later
 * description, it skips such actions.
 */
export async function loadOverlays(
  overlays: readonly string[] | readonly DocumentFile[],
): Promise<EditDescription | undefined> {
  if (overlays.length === 0) return undefined;
  // Few runs have overlays, and loading their query language takes time.
  const { applyOverlays, applyWhereFits } = await import('../overlays/apply-overlays.js');
  return isPaths(overlays)
    ? (file, tools) => applyOverlays(file, overlays, tools)
    : (file, tools) => ({ file: applyWhereFits(file, overlays, tools), overlays: [], moved: new Map() });
}

function isPaths(overlays: readonly string[] | readonly DocumentFile[]): overlays is readonly string[] {
  return overlays.every((overlay) => typeof overlay === 'string');
}
