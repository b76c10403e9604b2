import type { Origin } from '../diagnostics/origin.js';
import type { JsonObject } from '../model/element.js';
import type { Document } from './document.js';

/**
 * Gives the description as one file: each reference to another file becomes one inside it. Nothing is lost but the
 * members of arrays and maps at `omit`, and the references that lead there. A description of one file comes back as
 * it is.
 */
export function bundleDocument(document: Document, omit: readonly Origin[] = []): JsonObject {
  throw new Error(`not written yet: ${document.entry} ${omit.length}`);
}
