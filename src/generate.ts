import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { Diagnostics } from './diagnostics/diagnostic.js';
import type { Emitter } from './emitters/emitter.js';
import type { GenerateOptions } from './options/options.js';
import { settleOptions } from './options/settle-options.js';
import { checkInputs } from './output/check-inputs.js';
import type { Drift } from './output/compare-artifacts.js';
import type { Written } from './output/plan-output.js';
import { writeArtifacts } from './output/write-artifacts.js';
import { emitRun } from './stages/emit-run.js';
import { listInputs } from './stages/list-inputs.js';
import { type Run, readApi } from './stages/read-api.js';

/**
 * Generates and writes the artifacts. When `diagnostics` has errors, nothing was written and `written` is absent.
 * `registry` lists the kinds of artifacts; those of this package by default.
 */
export async function generate(
  options: GenerateOptions = {},
  registry?: readonly Emitter[],
): Promise<Run & { readonly written?: Written }> {
  const run = await readApi(options, undefined, registry);
  const { settings, diagnostics } = run;
  const emitted = await emitRun(run);
  if (!emitted) return run;
  checkInputs(settings.out, emitted.artifacts, listInputs(emitted.document, settings), diagnostics);
  if (diagnostics.hasErrors) return run;
  settings.onStage('writing');
  const written = await writeArtifacts(settings.out, emitted.artifacts, emitted.record, diagnostics);
  return { ...run, ...(written && { written }) };
}

/**
 * Compares what `generate` would write with the output folder, and writes nothing. When `diagnostics` has errors, `drifts`
 * is absent.
 */
export async function check(
  options: GenerateOptions = {},
  registry?: readonly Emitter[],
): Promise<Run & { readonly drifts?: readonly Drift[] }> {
  const missing = findNothingGenerated(options, registry);
  if (missing) return missing;
  const run = await readApi(options, undefined, registry);
  const { settings, diagnostics } = run;
  const emitted = await emitRun(run);
  if (!emitted) return run;
  const { compareArtifacts } = await import('./output/compare-artifacts.js'); // loads the comparison by lines
  // If a flag leaves kinds out, what those kinds need (modules of the runtime, say) is unknown, so neither is compared.
  const recorded = settings.manifest?.options.only ?? [];
  const comparison = settings.dropsKinds
    ? { kinds: settings.kinds }
    : { kinds: new Set([...settings.kinds, ...recorded, 'runtime']), record: emitted.record };
  return { ...run, drifts: compareArtifacts(settings.out, emitted.artifacts, comparison, diagnostics) };
}

// Before the description is read, since it may be missing as well.
function findNothingGenerated(options: GenerateOptions, registry?: readonly Emitter[]): Run | undefined {
  const diagnostics = new Diagnostics();
  const settings = settleOptions(options, diagnostics, registry);
  if (diagnostics.hasErrors || settings.manifest) return undefined;
  const spec = options.spec ?? (existsSync(settings.spec) ? relative(settings.folder, settings.spec) : 'FILE');
  diagnostics.report('nothing-generated', undefined, { path: settings.out.shown, spec });
  return { settings, diagnostics };
}
