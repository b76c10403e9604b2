import { encodeParts } from '../../model/artifact.js';
import { printJsonFile } from '../../model/print-json.js';
import type { LoadedEmitter } from '../emitter.js';

/** Emits the description as one file: `openapi.json` is lossless, `openapi.portable.json` has no placeholders for names. */
export const emitDescription: LoadedEmitter = {
  emit: ({ bundle }) => ({
    modules: [],
    files: [
      { path: 'openapi.json', bytes: encodeParts(printJsonFile(bundle.complete, bundle.isExact)) },
      { path: 'openapi.portable.json', bytes: encodeParts(printJsonFile(bundle.portable, bundle.isExact)) },
    ],
  }),
};
