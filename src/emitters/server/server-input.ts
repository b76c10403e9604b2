import type { Schema } from '../../model/schema.js';
import type { EmitInput } from '../emitter.js';

/** The input of the modules of a server. A schema that is in neither set needs no search. */
export interface ServerInput extends EmitInput {
  /** The schemas whose values may contain the names `__proto__` and `constructor`. */
  readonly reserved: ReadonlySet<Schema>;
  /** The schemas whose values may contain writeOnly members. */
  readonly writeOnly: ReadonlySet<Schema>;
}
