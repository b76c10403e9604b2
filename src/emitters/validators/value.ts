import type { Reference } from '../../typescript/code.js';
import type { Kinds } from './analysis/kinds.js';

/** A value in a function that is being written. */
export interface Value {
  /** The identifier that holds it. */
  readonly name: Reference;
  /** The types that it can have here. The compiler has narrowed it to the same types. */
  readonly kinds: Kinds;
}
