import type { JsonObject } from '../../model/element.js';
import type { LoadedEmitter } from '../emitter.js';

/** Emits the description as one file: `openapi.json` is lossless, `openapi.portable.json` has no placeholders for names. */
export const emitDescription: LoadedEmitter = {
  emit: ({ bundle }) => ({
    modules: [],
    files: [
      { path: 'openapi.json', text: printJson(bundle.complete) },
      { path: 'openapi.portable.json', text: printJson(bundle.portable) },
    ],
  }),
};

function printJson(value: JsonObject): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
