import type { LoadedEmitter } from '../emitter.js';

/** Emits the ledger of items: `not-shown.json` for programs, `not-shown.md` for people. */
export const emitNotShown: LoadedEmitter = {
  async emit(input) {
    const { emitLedger } = await import('./emit-ledger.js'); // loads the template engine only if needed
    return emitLedger(input);
  },
};
