import type { LoadedEmitter } from '../emitter.js';

/**
 * Emits the reference as one page that makes no requests: Redoc's page with each item at its place, and an article with
 * the whole description. Also emits the article as Markdown.
 */
export const emitReference: LoadedEmitter = {
  async emit(input) {
    const { emitPage } = await import('./emit-page.js'); // loads the readers of templates and Markdown only if needed
    return emitPage(input);
  },
};
