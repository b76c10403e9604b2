import { relative } from 'node:path';
import type { Position } from './diagnostic.js';
import type { Origin } from './origin.js';

/** A place in a file, as `Diagnostics.report` takes it. Empty if the place is unknown. */
export type FilePlace = readonly [] | readonly [Origin, { readonly position: Position }];

/** Returns the place of a position in a file. `folder` is the folder of the description. */
export function buildFilePlace(
  found: { readonly path: string; readonly position: Position } | undefined,
  folder: string,
): FilePlace {
  return found ? [{ file: relative(folder, found.path), pointer: '' }, { position: found.position }] : [];
}
