import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import type { Emitter } from './emitters/emitter.js';
import type { GenerateOptions } from './options/options.js';
import type { RunMemory } from './options/run-memory.js';
import { type Settled, settle } from './options/settle-options.js';
import type { Drift } from './output/compare-artifacts.js';
import type { Changes } from './output/find-changes.js';
import type { Written } from './output/plan-output.js';
import { isUnchanged } from './stages/find-unchanged.js';
import type { Run } from './stages/read-api.js';

// A run that changes nothing does not load these modules.
const loadStages = async ({ settings }: Settled) => {
  settings.onStage('loading');
  return {
    ...(await import('./stages/list-inputs.js')),
    ...(await import('./stages/read-api.js')),
    ...(await import('./stages/emit-run.js')),
    ...(await import('./output/check-inputs.js')),
    ...(await import('./output/write-artifacts.js')),
  };
};

/**
 * Generates the artifacts and writes them. If `diagnostics` has errors, nothing was written and `written` is absent.
 * `registry` lists the kinds of artifacts; by default those of this package. `memory` is the state that the last run
 * kept.
 */
export async function generate(
  options: GenerateOptions = {},
  registry?: readonly Emitter[],
  memory?: RunMemory,
): Promise<Run & { readonly written?: Written }> {
  const settled = settle(options, registry);
  if (settled.diagnostics.hasErrors) return settled;
  const unchanged = await findUnchanged(options, settled);
  if (unchanged) return unchanged;
  const stages = await loadStages(settled);
  const current = await stages.completeOutput(settled, () => settle(options, registry));
  const run = await stages.readApi(options, undefined, { registry, memory, settled: current });
  const written = await writeRun(stages, run, memory);
  return { ...run, ...(written && { written }) };
}

async function writeRun(
  { emitRun, checkInputs, listInputs, writeArtifacts }: Awaited<ReturnType<typeof loadStages>>,
  run: Run,
  memory: RunMemory | undefined,
): Promise<Written | undefined> {
  const { settings, diagnostics } = run;
  const emitted = await emitRun(run);
  if (!emitted) return undefined;
  const inputs = listInputs(emitted.document, settings);
  checkInputs(settings.out, { artifacts: emitted.artifacts, inputs, known: memory?.known }, diagnostics);
  if (diagnostics.hasErrors) return undefined;
  settings.onStage('writing');
  return writeArtifacts(settings.out, emitted.artifacts, emitted.record, {
    diagnostics,
    known: memory?.known,
    kept: memory?.postponed,
  });
}

/**
 * Compares the output folder with what `generate` would write, and writes nothing. If `diagnostics` has errors,
 * `drifts` is absent. `changes` lists the causes of stale files.
 */
export async function check(
  options: GenerateOptions = {},
  registry?: readonly Emitter[],
): Promise<Run & { readonly drifts?: readonly Drift[]; readonly changes?: Changes }> {
  const settled = settle(options, registry);
  if (settled.diagnostics.hasErrors) return settled;
  const missing = findNothingGenerated(options, settled);
  if (missing) return missing;
  // The open items and their kinds are known only after the description is read. The items that the code uses are known
  // only after the code is read.
  const { maxItems, agreedItems, checkCode } = options;
  const force = options.force === true || maxItems !== undefined || agreedItems !== undefined || checkCode === true;
  const unchanged = await findUnchanged({ ...options, force }, settled);
  if (unchanged) return { ...unchanged, drifts: [] };
  const { readApi, emitRun } = await loadStages(settled);
  const run = await readApi(options, undefined, { registry, settled });
  const { settings, diagnostics } = run;
  await checkItems(run, options);
  if (checkCode) await (await import('./stages/check-code.js')).checkCode(run, options);
  const emitted = await emitRun(run, settings.omittedKinds);
  if (!emitted) return run;
  const { compareArtifacts } = await import('./output/compare-artifacts.js'); // loads the comparison by lines
  // If a flag leaves out kinds, the modules that only these kinds need are not known, such as parts of the runtime. So
  // neither is compared.
  const recorded = [...(settings.manifest?.files.values() ?? [])].map(({ kind }) => kind);
  const comparison =
    settings.omittedKinds.length > 0 ? { kinds: settings.kinds } : { kinds: new Set(recorded), record: emitted.record };
  const { findChanges } = await import('./output/find-changes.js');
  const changes = findChanges(settings.manifest, emitted.record, settings.out.path);
  return { ...run, changes, drifts: compareArtifacts(settings.out, emitted.artifacts, comparison, diagnostics) };
}

async function checkItems(run: Run, options: GenerateOptions): Promise<void> {
  if (!run.api) return;
  const { checkBudget } = await import('./items/check-budget.js');
  const isNeeded = options.agreedItems !== undefined && !options.sharesAgreedItems;
  const omitted = isNeeded ? await (await import('./stages/find-omitted.js')).findOmittedItems(run) : new Set<string>();
  checkBudget(run.api, { ...options, omitted }, run.diagnostics);
}

// Returns the result of a run that would write the same again. It reports how many warnings the last run reported.
async function findUnchanged(
  { force, verify, strict }: GenerateOptions,
  { settings, diagnostics }: Settled,
): Promise<Run | undefined> {
  if (force || verify || !(await isUnchanged(settings))) return undefined;
  const warnings = [...(settings.manifest?.run?.warnings ?? [])];
  if (strict && warnings.length > 0) return undefined;
  if (warnings.length > 0) diagnostics.report('warnings-repeated', undefined, { warnings });
  return { settings, diagnostics, isUnchanged: true };
}

// Checked before the description is read, because that can be missing too.
function findNothingGenerated(options: GenerateOptions, { settings, diagnostics }: Settled): Run | undefined {
  if (settings.manifest) return undefined;
  // The run reports that a stated description is missing.
  if (options.spec !== undefined && options.input === undefined && !existsSync(settings.spec)) return undefined;
  const spec = options.spec ?? (existsSync(settings.spec) ? relative(settings.folder, settings.spec) : 'FILE');
  const isConfigured = options.ignoreRecord === true;
  diagnostics.report('nothing-generated', undefined, { path: settings.out.shown, spec, isConfigured });
  return { settings, diagnostics };
}
