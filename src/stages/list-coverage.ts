import { Coverage } from '../coverage/coverage.js';
import type { CoverageRow } from '../coverage/list-coverage.js';
import type { GenerateOptions } from '../options/options.js';
import { listUses } from './list-uses.js';
import { isRefused, type Run, readApi } from './read-api.js';

/** Runs `generate` without writing. Returns how each keyword of the description is used. */
export async function listCoverage(
  options: GenerateOptions = {},
): Promise<Run & { readonly rows: readonly CoverageRow[] }> {
  const coverage = new Coverage();
  const run = await readApi(options, coverage);
  const rows = await listUses(run, run.settings, run.diagnostics, coverage);
  isRefused(run);
  return { ...run, rows };
}
