import { Diagnostics } from '../diagnostics/diagnostic.js';
import type { GenerateOptions } from '../options/options.js';
import { settleOptions } from '../options/settle-options.js';
import { completeLastEdit, type EditOptions } from './edit-description.js';
import { chooseEditTarget, type EditTarget } from './edit-target.js';
import { type Run, readApi } from './read-api.js';

/** A description that a command edits. */
interface Editable {
  readonly run: Run;
  /** The file to edit. Absent if `run` has errors. */
  readonly target?: EditTarget;
}

/**
 * Reads a description that a command edits and builds its model. First completes an interrupted edit, unless nothing
 * may be written. `into` chooses the overlay to edit. An edit must fit the whole description, so it is read without the
 * filter.
 */
export async function readEditable(
  options: GenerateOptions,
  { into, dryRun = false }: EditOptions = {},
): Promise<Editable> {
  const diagnostics = new Diagnostics();
  const settings = settleOptions(options, new Diagnostics());
  const isReady = dryRun || (await completeLastEdit(settings, diagnostics));
  const target = isReady ? chooseEditTarget(options, into, diagnostics) : undefined;
  if (!target) return { run: { settings, diagnostics } };
  const run = await readApi(target.before, undefined, { isWhole: true });
  // The description may be read without the overlay that is edited. What differs from the last run is known only after
  // the edit.
  diagnostics.include({ list: run.diagnostics.list.filter(({ code }) => code !== 'record-differs') });
  return { run: { ...run, diagnostics }, target };
}
