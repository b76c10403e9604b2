import { Diagnostics } from '../diagnostics/diagnostic.js';
import { standardInput } from '../document/document.js';
import type { GenerateOptions } from '../options/options.js';
import { settleOptions } from '../options/settle-options.js';
import { type Run, readApi } from './read-api.js';

/** Reads a description that a command edits, and builds its model. Refuses one from standard input, which has no file to write. */
export async function readEditable(options: GenerateOptions): Promise<Run> {
  const settings = settleOptions(options, new Diagnostics());
  if (settings.spec !== standardInput) return readApi(options);
  const diagnostics = new Diagnostics();
  diagnostics.report('edit-of-input', undefined, {});
  return { settings, diagnostics };
}
