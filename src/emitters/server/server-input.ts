import type { EmitInput } from '../emitter.js';

/** The input of the modules of a server. */
export interface ServerInput extends EmitInput {
  /** Whether a schema declares `__proto__` or `constructor`. Few descriptions do; for all others no search is necessary. */
  readonly declaresReserved: boolean;
}
