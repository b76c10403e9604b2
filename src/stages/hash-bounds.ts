import { defaultLimits } from '../document/limits.js';
import { getMovablePath } from '../files/folder.js';
import { hashText } from '../files/hash-text.js';
import type { Settings } from '../options/settle-options.js';

/** Returns a hash of the limits and the root of a run. Returns `undefined` if both are the defaults. */
export function hashBounds({ limits, root, out }: Settings): string | undefined {
  const own = Object.entries(limits).filter(
    ([name, limit]) => !Object.entries(defaultLimits).some(([known, usual]) => known === name && usual === limit),
  );
  if (own.length === 0 && root === undefined) return undefined;
  return hashText(JSON.stringify([own.sort(), root === undefined ? '' : getMovablePath(out.path, root)]));
}
