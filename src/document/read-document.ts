import type { Diagnostics } from '../diagnostics/diagnostic.js';
import type { Document } from './document.js';
import type { Limits } from './limits.js';

/**
 * Reads a description and every file that its references reach, at most those below its folder and below `root`.
 * Reports all that is wrong at once; what is returned is whole only when no error was reported. `undefined` when
 * there is nothing to read at `path`.
 */
export function readDocument(
  path: string,
  diagnostics: Diagnostics,
  limits: Partial<Limits> = {},
  root?: string,
): Document | undefined {
  throw new Error(`not written yet: ${path} ${diagnostics.list.length} ${JSON.stringify(limits)} ${root}`);
}
