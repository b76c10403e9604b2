import type { EmitInput } from '../emitter.js';
import type { TreePrinter } from '../value-trees.js';

/** The printer of the places of values that declare some names. Few descriptions have any. */
export type NamePrinter = TreePrinter<readonly string[]>;

/** The input of the modules of a server. */
export interface ServerInput extends EmitInput {
  /** The places that declare the names `__proto__` and `constructor`. */
  readonly reserved: NamePrinter;
  /** The places of writeOnly members. */
  readonly writeOnly: NamePrinter;
}
