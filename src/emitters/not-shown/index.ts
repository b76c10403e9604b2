import type { Emitter } from '../emitter.js';

/** Emits the ledger of items: `not-shown.json` for programs, `not-shown.md` for people. */
export const emitNotShown: Emitter = {
  kind: 'not-shown',
  description: '`not-shown.json` and `not-shown.md`, the ledger of items',
  needs: [],
  ignoresSchemaNames: true,
  async emit(input) {
    const { emitLedger } = await import('./emit-ledger.js'); // loads the template engine only if needed
    return emitLedger(input);
  },
};
