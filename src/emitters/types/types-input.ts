import type { EmitInput } from '../emitter.js';

/** The input from which types are emitted. */
export type TypesInput = Pick<EmitInput, 'api' | 'types' | 'diagnostics' | 'onModule'>;
