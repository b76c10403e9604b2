import type { JsonValue } from '../model/element.js';
import type { Schema } from '../model/schema.js';
import type { SentDefaults } from './sent-defaults.js';

/**
 * The view of a schema, which decides which properties it has and which of them are optional:
 * - `response`: what a server replies and a client receives; without writeOnly. Nothing is filled in;
 * - `request`: what a client sends; without readOnly. A required property may be left out if the client fills it in;
 * - `received`: what a server passes to its handler; without readOnly. Every default is filled in.
 */
export type View = 'response' | 'request' | 'received';

/** The properties that each view of a schema has, computed once for the whole description. */
export interface Views {
  /**
   * Returns whether the type of a view differs from `response`: a property inside is readOnly, writeOnly or has a
   * default.
   */
  differs(schema: Schema, view: View): boolean;
  /** Returns whether a client sends values of the schema, by themselves or inside others. */
  isSent(schema: Schema): boolean;
  /**
   * Returns whether a property with this schema is absent from a view: readOnly from `request` and `received`,
   * writeOnly from `response`.
   */
  isHidden(property: Schema, view: View): boolean;
  /**
   * Returns the default of a property with this schema, its own or that of the schema it refers to; `undefined` if
   * there is none.
   */
  defaultOf(property: Schema): JsonValue | undefined;
  /** The defaults that a client fills in. */
  readonly sentDefaults: SentDefaults;
  /**
   * Returns whether a property that all these schemas describe is present in a view; `required`: its object requires
   * it.
   */
  isPresent(properties: readonly Schema[], required: boolean, view: View): boolean;
  /** Every schema that declares a `$dynamicAnchor`, by its name: where a `$dynamicRef` may lead. */
  readonly dynamicAnchors: ReadonlyMap<string, readonly Schema[]>;
}
