import type { LoadedEmitter } from '../emitter.js';

/**
 * Emits the ledger of items: `not-shown.json` for programs, `not-shown.md` for people. Emits nothing if the description
 * has neither open nor answered items.
 */
export const emitNotShown: LoadedEmitter = {
  async emit(input) {
    const { items, resolved } = input.api;
    if (items.length === 0 && resolved.length === 0) return { modules: [], files: [] };
    const { emitLedger } = await import('./emit-ledger.js'); // loads the template engine only if needed
    return emitLedger(input);
  },
};
