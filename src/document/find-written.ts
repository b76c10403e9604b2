import type { Origin } from '../diagnostics/origin.js';
import type { Document } from './document.js';

/**
 * Returns the origin at which a value of the description is written. It is in an overlay if the overlay added the
 * value.
 */
export function findWritten({ entry, moved }: Document, origin: Origin): Origin {
  const { file, pointer } = origin;
  if (file !== entry || moved.size === 0) return origin;
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
    const written = moved.get(pointer.slice(0, end));
    if (written) return { file: written.file, pointer: written.pointer + pointer.slice(end) };
  }
  return origin;
}
