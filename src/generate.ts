import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { Diagnostics } from './diagnostics/diagnostic.js';
import type { Emitter } from './emitters/emitter.js';
import type { GenerateOptions } from './options/options.js';
import type { RunMemory } from './options/run-memory.js';
import { settleOptions } from './options/settle-options.js';
import type { Drift } from './output/compare-artifacts.js';
import type { Changes } from './output/find-changes.js';
import type { Written } from './output/plan-output.js';
import { isUnchanged } from './stages/find-unchanged.js';
import type { Run } from './stages/read-api.js';

// A run that changes nothing loads nothing of this.
const loadStages = async () => ({
  ...(await import('./stages/list-inputs.js')),
  ...(await import('./stages/read-api.js')),
  ...(await import('./stages/emit-run.js')),
  ...(await import('./output/check-inputs.js')),
  ...(await import('./output/write-artifacts.js')),
});

/**
 * Generates and writes the artifacts. When `diagnostics` has errors, nothing was written and `written` is absent.
 * `registry` lists the kinds of artifacts; those of this package by default. `memory` is what the last run left.
 */
export async function generate(
  options: GenerateOptions = {},
  registry?: readonly Emitter[],
  memory?: RunMemory,
): Promise<Run & { readonly written?: Written }> {
  const unchanged = await findUnchanged(options, settle(options, registry));
  if (unchanged) return unchanged;
  const { readApi, emitRun, checkInputs, listInputs, writeArtifacts } = await loadStages();
  const run = await readApi(options, undefined, { registry, memory });
  const { settings, diagnostics } = run;
  const emitted = await emitRun(run);
  if (!emitted) return run;
  checkInputs(settings.out, emitted.artifacts, listInputs(emitted.document, settings), diagnostics);
  if (diagnostics.hasErrors) return run;
  settings.onStage('writing');
  const written = await writeArtifacts(settings.out, emitted.artifacts, emitted.record, {
    diagnostics,
    known: memory?.known,
    kept: memory?.postponed,
  });
  return { ...run, ...(written && { written }) };
}

/**
 * Compares what `generate` would write with the output folder, and writes nothing. When `diagnostics` has errors,
 * `drifts` is absent. `changes` are what made files stale.
 */
export async function check(
  options: GenerateOptions = {},
  registry?: readonly Emitter[],
): Promise<Run & { readonly drifts?: readonly Drift[]; readonly changes?: Changes }> {
  const settled = settle(options, registry);
  const missing = findNothingGenerated(options, settled);
  if (missing) return missing;
  // The description decides which items are open, and of which kind; the code, which items it leans on.
  const { maxItems, agreedItems, checkCode } = options;
  const force = options.force === true || maxItems !== undefined || agreedItems !== undefined || checkCode === true;
  const unchanged = await findUnchanged({ ...options, force }, settled);
  if (unchanged) return { ...unchanged, drifts: [] };
  const { readApi, emitRun } = await loadStages();
  const run = await readApi(options, undefined, { registry });
  const { settings, diagnostics } = run;
  if (run.api) (await import('./items/check-budget.js')).checkBudget(run.api.items, options, diagnostics);
  if (checkCode) await (await import('./stages/check-code.js')).checkCode(run, options);
  const emitted = await emitRun(run);
  if (!emitted) return run;
  const { compareArtifacts } = await import('./output/compare-artifacts.js'); // loads the comparison by lines
  // If a flag leaves kinds out, what those kinds need (modules of the runtime, say) is unknown, so neither is compared.
  const recorded = [...(settings.manifest?.files.values() ?? [])].map(({ kind }) => kind);
  const comparison = settings.dropsKinds
    ? { kinds: settings.kinds }
    : { kinds: new Set(recorded), record: emitted.record };
  const { findChanges } = await import('./output/find-changes.js');
  const changes = findChanges(settings.manifest, emitted.record, settings.out.path);
  return { ...run, changes, drifts: compareArtifacts(settings.out, emitted.artifacts, comparison, diagnostics) };
}

type Settled = Pick<Run, 'settings' | 'diagnostics'>;

function settle(options: GenerateOptions, registry?: readonly Emitter[]): Settled {
  const diagnostics = new Diagnostics();
  return { settings: settleOptions(options, diagnostics, registry), diagnostics };
}

// Another run would write the same, and report what the last one reported.
async function findUnchanged(
  { force, verify, strict }: GenerateOptions,
  { settings, diagnostics }: Settled,
): Promise<Run | undefined> {
  if (force || verify || diagnostics.hasErrors || !(await isUnchanged(settings))) return undefined;
  const warnings = [...(settings.manifest?.run?.warnings ?? [])];
  if (strict && warnings.length > 0) return undefined;
  if (warnings.length > 0) diagnostics.report('warnings-repeated', undefined, { warnings });
  return { settings, diagnostics, isUnchanged: true };
}

// Before the description is read, since it may be missing as well.
function findNothingGenerated(options: GenerateOptions, { settings, diagnostics }: Settled): Run | undefined {
  if (diagnostics.hasErrors || settings.manifest) return undefined;
  const spec = options.spec ?? (existsSync(settings.spec) ? relative(settings.folder, settings.spec) : 'FILE');
  diagnostics.report('nothing-generated', undefined, { path: settings.out.shown, spec });
  return { settings, diagnostics };
}
