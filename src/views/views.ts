import type { JsonValue } from '../model/element.js';
import type { Schema } from '../model/schema.js';

/**
 * From where a schema is looked at, which decides what is there and what may be left out:
 * - `response`: what a server replies and a client receives; no writeOnly, properties with a default are present;
 * - `request`: what a client sends; no readOnly, properties with a default may be left out;
 * - `received`: what a server hands to its handler; no readOnly, defaults filled in.
 */
export type View = 'response' | 'request' | 'received';

/** What each view of a schema holds, computed once for the whole description. */
export interface Views {
  /** Tells whether the types of two views of a schema differ: something they reach is readOnly, writeOnly or has a default. */
  differs(schema: Schema, view: View): boolean;
  /** Tells whether a client sends the schema, or something that holds it. */
  isSent(schema: Schema): boolean;
  /** Tells whether a property with this schema is absent from a view: readOnly from `request` and `received`, writeOnly from `response`. */
  isHidden(property: Schema, view: View): boolean;
  /** The default of a property with this schema, its own or that of what it refers to; `undefined` where there is none. */
  defaultOf(property: Schema): JsonValue | undefined;
  /** Tells whether a property with this schema is present in a view, `required` being what its object says. */
  isPresent(property: Schema, required: boolean, view: View): boolean;
  /** Every schema that declares a `$dynamicAnchor`, by its name: where a `$dynamicRef` may lead. */
  readonly dynamicAnchors: ReadonlyMap<string, readonly Schema[]>;
}
