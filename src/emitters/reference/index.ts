import type { Emitter } from '../emitter.js';

/** Emits the reference, one page that makes no request, Redoc's with every item at its place and an article of all it says, and the article as Markdown. */
export const emitReference: Emitter = {
  kind: 'reference',
  description: "one HTML page: Redoc's, and an article of everything; the article as `reference.md`",
  needs: [],
  ignoresSchemaNames: true,
  async emit(input) {
    const { emitPage } = await import('./emit-page.js'); // it loads what reads templates and Markdown, which takes its time
    return emitPage(input);
  },
};
