import type { Diagnostics } from '../diagnostics/diagnostic.js';
import type { Api } from '../model/api.js';
import type { Names } from './names.js';

/** Chooses every identifier and file name of the output; each change against what a person would expect is told as a note. */
export function nameApi(_api: Api, _diagnostics: Diagnostics): Names {
  throw new Error('names are not chosen yet');
}
