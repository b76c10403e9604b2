import type { JsonValue } from '../model/element.js';
import type { Schema } from '../model/schema.js';
import type { SentDefaults } from './sent-defaults.js';

/**
 * The view of a schema decides which properties it has and which of them are optional:
 *
 * - `response`: what a server sends and a client receives. Has no `writeOnly` properties. No defaults are filled in.
 * - `request`: what a client sends. Has no `readOnly` properties. A required property is optional if the client fills
 *   in its default.
 * - `received`: what a server passes to its handler. Has no `readOnly` properties. All defaults are filled in.
 */
export type View = 'response' | 'request' | 'received';

/** The properties of each view of a schema. They are computed once for the whole description. */
export interface Views {
  /**
   * Returns whether the type or the check in a view differs from that in `response`, because a property inside has
   * `readOnly`, `writeOnly` or a default. It never differs if no client sends values of the schema.
   */
  differs(schema: Schema, view: View): boolean;
  /** Returns whether a client sends values of the schema, either alone or inside other values. */
  isSent(schema: Schema): boolean;
  /**
   * Returns whether a property with this schema is absent from a view. A `readOnly` property is absent from `request`
   * and `received`, a `writeOnly` property from `response`.
   */
  isHidden(property: Schema, view: View): boolean;
  /**
   * Returns the default of a property with this schema: its own, or the default of a schema to which it refers. Returns
   * `undefined` if there is none.
   */
  defaultOf(property: Schema): JsonValue | undefined;
  /** The defaults that a client fills in. */
  readonly sentDefaults: SentDefaults;
  /**
   * Returns whether a property that all these schemas describe is always present in a view. `required` says whether its
   * object requires it.
   */
  isPresent(properties: readonly Schema[], required: boolean, view: View): boolean;
}
