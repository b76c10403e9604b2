import type { Origin } from '../diagnostics/origin.js';
import type { Document, ResolvedReference } from './document.js';

/**
 * Follows a reference (`$ref`, `$dynamicRef`, `operationRef`) of the object at `from` by one hop: the target may be
 * a reference itself. `undefined` where nothing stands there, which reading has reported.
 */
export function resolveReference(document: Document, from: Origin, reference: string): ResolvedReference | undefined {
  throw new Error(`not written yet: ${document.entry} ${from.pointer} ${reference}`);
}

/**
 * Follows a value of `mapping` or `defaultMapping` of the Discriminator Object at `from`: the name of a schema
 * component, else a reference (OpenAPI 3.2, 4.25.3).
 */
export function resolveMapping(document: Document, from: Origin, value: string): ResolvedReference | undefined {
  throw new Error(`not written yet: ${document.entry} ${from.pointer} ${value}`);
}

/** Gives the value at an origin, `undefined` where nothing stands there. */
export function valueAt(document: Document, origin: Origin): unknown {
  throw new Error(`not written yet: ${document.entry} ${origin.pointer}`);
}

/** Gives the key of the schema resource that an origin belongs to: the `originKey` of the nearest `$id`, else of the file. */
export function resourceOf(document: Document, origin: Origin): string {
  throw new Error(`not written yet: ${document.entry} ${origin.pointer}`);
}

/** Finds the schema with a `$dynamicAnchor` in a schema resource (a key of `resourceOf`). */
export function dynamicAnchorIn(document: Document, resource: string, name: string): Origin | undefined {
  return document.identifiers.dynamicAnchors.get(resource)?.get(name);
}
