import type { GenerateOptions } from '../../src/configuration/options.js';
import { type Diagnostics, Stop } from '../../src/diagnostics/diagnostic.js';
import { emitDescription, readApi } from '../../src/pipeline/generate.js';
import type { Reading, Run } from '../../src/pipeline/run.js';
import type { Settings } from '../../src/pipeline/settings.js';
import { Coverage } from './coverage.js';
import { type CoverageRow, listCoverageRows } from './list-coverage.js';

/** Runs `generate` without writing. Returns how each keyword of the description is used. */
export async function listCoverage(options: GenerateOptions): Promise<Run & { readonly rows: readonly CoverageRow[] }> {
  const coverage = new Coverage();
  const run = await readApi(options, coverage);
  return { ...run, rows: await listUses(run, run.settings, run.diagnostics, coverage) };
}

/**
 * Emits artifacts from a model that records its reads. Lists how each keyword that was read with `coverage` is used.
 */
export async function listUses(
  { document, api }: Reading,
  settings: Pick<Settings, 'kinds' | 'recorded'>,
  diagnostics: Diagnostics,
  coverage: Coverage,
): Promise<CoverageRow[]> {
  if (!document) return [];
  const onStage = (stage: string): void => coverage.enter(stage);
  const renderReference = async () => '<script></script><script></script>';
  // The coverage of keywords does not need JavaScript.
  const recorded = { ...settings.recorded, emit: 'ts' as const };
  if (api) {
    const emitting = { ...settings, recorded, onStage, renderReference };
    await emitDescription(document, coverage.watch(api), emitting, diagnostics).catch(omitStop);
  }
  const { references } = document;
  return listCoverageRows({ coverage, files: document.files.values(), references, findings: diagnostics.list });
}

/** Returns `undefined` for the error that ends a run. Its findings say why. */
export function omitStop(error: unknown): undefined {
  if (!(error instanceof Stop)) throw error;
}
