import type { EmitInput } from '../emitter.js';

/** What types are emitted from. */
export type TypesInput = Pick<EmitInput, 'api' | 'names' | 'diagnostics'>;
