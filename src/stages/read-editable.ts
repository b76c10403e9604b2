import { Diagnostics } from '../diagnostics/diagnostic.js';
import type { GenerateOptions } from '../options/options.js';
import { settleOptions } from '../options/settle-options.js';
import { chooseEditTarget, type EditTarget } from './edit-target.js';
import { type Run, readApi } from './read-api.js';

/** A description that a command edits. */
interface Editable {
  readonly run: Run;
  /** The file to edit. Absent if `run` has errors. */
  readonly target?: EditTarget;
}

/**
 * Reads a description that a command edits and builds its model. `into` chooses the overlay to edit. An edit must fit
 * the whole description, so it is read without the filter.
 */
export async function readEditable(options: GenerateOptions, into?: string): Promise<Editable> {
  const diagnostics = new Diagnostics();
  const target = chooseEditTarget(options, into, diagnostics);
  if (target) return { run: omitDifferences(await readApi(target.before, undefined, { isWhole: true })), target };
  return { run: { settings: settleOptions(options, new Diagnostics()), diagnostics } };
}

// The description may be read without the overlay that is edited. What differs from the last run is known only after
// the edit.
function omitDifferences(run: Run): Run {
  const diagnostics = new Diagnostics();
  diagnostics.include({ list: run.diagnostics.list.filter(({ code }) => code !== 'record-differs') });
  return { ...run, diagnostics };
}
