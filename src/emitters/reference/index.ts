import type { LoadedEmitter } from '../emitter.js';

/** Emits the reference: Redoc's page with each item at its place, and an article of the whole description as HTML and Markdown. */
export const emitReference: LoadedEmitter = {
  async emit(input) {
    const { emitPage } = await import('./emit-page.js'); // loads the readers of templates and Markdown only if needed
    return emitPage(input);
  },
};
