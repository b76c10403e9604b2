import type { GenerateOptions } from '../configuration/options.js';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { findNearestName } from '../diagnostics/nearest-name.js';
import type { Document } from '../document/document.js';
import type { EmittedArtifact } from '../emitters/emit-artifacts.js';
import type { Emitter } from '../emitters/emitter.js';
import { artifactKinds } from '../emitters/index.js';
import type { Api } from '../model/api.js';
import type { ArtifactKind } from '../model/artifact.js';
import type { Coverage } from '../model-builder/context.js';
import type { Changes, Drift } from '../output/compare-artifacts.js';
import { manifestName } from '../output/manifest.js';
import type { Written } from '../output/write-artifacts.js';
import type { EmitSettings } from './emit.js';
import { checkInputs, findUnchanged, listReadFiles, recordRun } from './inputs.js';
import { completeRun, type OpenRun, type Run, stopIfNothingGenerated, stopOnRefusal, type WholeRun } from './run.js';
import { type RunMemory, type Settings, startRun } from './settings.js';

// A run that changes nothing does not load the stages.
const loadStages = (): Promise<typeof import('./stages.js')> => import('./stages.js');

/**
 * Generates the artifacts and writes them. If `diagnostics` has errors, nothing was written and `written` is absent.
 * `registry` lists the kinds of artifacts; by default those of this package. `memory` is the state that the last run
 * kept.
 */
export function generate(
  options: GenerateOptions = {},
  registry?: readonly Emitter[],
  memory?: RunMemory,
): Promise<Run & { readonly written?: Written }> {
  return completeRun(startRun(options, registry), async (run) => {
    if (isUnchanged(run, options)) return { isUnchanged: true as const };
    run.settings.onStage('loading');
    const stages = await loadStages();
    // A run of version 0.1 left no journal but its next manifest, which the plan of the output reads.
    if (stages.readOldJournal(run.settings.out).size === 0) {
      const findings = new Diagnostics();
      const isChanged = await stages.completeInterrupted({ folder: run.settings.out, journalFolder: '' }, findings);
      // The interrupted run can have recorded other options.
      if (isChanged) Object.assign(run, startRun(options, registry));
      run.diagnostics.include(findings);
      run.diagnostics.stopOnErrors();
    }
    run.settings = { ...run.settings, ...(memory && { memory }) };
    const { artifacts, record } = await emitRun(await readDescription(run));
    checkInputs(run, artifacts);
    run.diagnostics.stopOnErrors();
    run.settings.onStage('writing');
    const { diagnostics, settings } = run;
    const kept = memory?.postponed;
    const written = await stages.writeArtifacts(settings.out, artifacts, record, {
      diagnostics,
      known: memory?.known,
      kept,
    });
    return written ? { written } : {};
  });
}

/**
 * Compares the output folder with what `generate` would write, and writes nothing. If `diagnostics` has errors,
 * `drifts` is absent. `changes` lists the causes of stale files.
 */
export function check(
  options: GenerateOptions = {},
  registry?: readonly Emitter[],
): Promise<Run & { readonly drifts?: readonly Drift[]; readonly changes?: Changes }> {
  return completeRun(startRun(options, registry), async (run) => {
    const { settings, diagnostics } = run;
    const { manifest, omittedKinds } = settings;
    stopIfNothingGenerated(run, options);
    // The open gaps and their kinds are known only after the description is read. The gaps that the code uses are
    // known only after the code is read.
    const { maxGaps, agreedGaps, checkCode } = options;
    const force = options.force === true || maxGaps !== undefined || agreedGaps !== undefined || checkCode === true;
    if (isUnchanged(run, { ...options, force })) return { isUnchanged: true as const, drifts: [] };
    settings.onStage('loading');
    const whole = await readDescription(run);
    const isNeeded = agreedGaps !== undefined && !options.sharesAgreedGaps;
    const omitted = isNeeded ? await findOmittedGaps(run) : new Set<string>();
    checkBudget(whole.api, options, omitted, diagnostics);
    if (checkCode)
      await (await import('./find-uses.js')).reportUsesOfAnswered(whole, options, await findOmittedGaps(run));
    const { artifacts, record } = await emitRun(whole, omittedKinds);
    const { compareArtifacts, findChanges } = await import('../output/compare-artifacts.js'); // loads the comparison by lines
    // If a flag leaves out kinds, the modules that only these kinds need are not known, such as parts of the runtime.
    // So neither is compared.
    const recorded = [...(manifest?.files.values() ?? [])].map(({ kind }) => kind);
    const comparison = omittedKinds.length > 0 ? { kinds: settings.kinds } : { kinds: new Set(recorded), record };
    const changes = findChanges(manifest, record, settings.out.path);
    return { changes, drifts: compareArtifacts(settings.out, artifacts, comparison, diagnostics) };
  });
}

/** Reads a description, builds its model and writes nothing. `coverage` records everything that is read. */
export function readApi(options: GenerateOptions = {}, coverage?: Coverage): Promise<Run> {
  return completeRun(startRun(options), async (run) => readDescription(run, { coverage }));
}

/** The absolute paths of the files that a run reads and writes. */
export interface RunFiles {
  readonly inputs?: readonly string[];
  readonly outputs?: readonly string[];
}

/** Runs `generate` without writing. Lists the files that it reads and writes, including the manifest. */
export function readFiles(options: GenerateOptions = {}): Promise<Run & RunFiles> {
  return completeRun(startRun(options), async (run) => {
    const { artifacts } = await emitRun(await readDescription(run));
    const { out } = run.settings;
    const outputs = [...artifacts.map(({ path }) => path), manifestName].map((path) => out.locate(path));
    return { inputs: listReadFiles(run), outputs };
  });
}

/**
 * Reads a description and builds its model: path → document → model. Adds both to the run. Reports all errors of a
 * stage before it ends the run. `contents` replace files on disk, by real path.
 */
export async function readDescription(
  run: OpenRun,
  {
    coverage,
    contents,
  }: { readonly coverage?: Coverage | undefined; readonly contents?: ReadonlyMap<string, Uint8Array> } = {},
): Promise<WholeRun> {
  const { settings, diagnostics } = run;
  const { lintDocument, buildApi } = await loadStages();
  settings.onStage('reading');
  const document = await readSources(settings, diagnostics, contents);
  if (document) run.document = document;
  diagnostics.stopOnErrors();
  const read = diagnostics.stopIfAbsent(document);
  settings.onStage('linting');
  await lintDocument(read, settings.folder, settings.limits, diagnostics);
  diagnostics.stopOnErrors();
  settings.onStage('building the model');
  const api = buildApi(read, diagnostics, coverage);
  diagnostics.stopOnErrors();
  run.api = api;
  return { ...run, document: read, api };
}

async function readSources(
  settings: Settings,
  diagnostics: Diagnostics,
  contents?: ReadonlyMap<string, Uint8Array>,
): Promise<Document | undefined> {
  const { readDocument, loadOverlays } = await loadStages();
  return readDocument(settings.spec, diagnostics, settings.limits, {
    root: settings.root,
    filter: settings.filter,
    contents,
    parsed: settings.memory?.parsed,
    edit: await loadOverlays(settings.overlays),
    input: settings.input && { bytes: settings.input, folder: settings.folder },
  });
}

// Emits the artifacts of a run that has read its description, and collects what the manifest records of it. The output
// folder also has the kinds `others`.
async function emitRun(run: WholeRun, others: readonly ArtifactKind[] = []) {
  const { diagnostics, document, api } = run;
  const { withOwnEmitters } = await loadStages();
  const settings = await withOwnEmitters(run.settings, document.folder, diagnostics);
  diagnostics.stopOnErrors();
  const artifacts = await emitDescription(document, api, { ...settings, others }, diagnostics);
  stopOnRefusal(run);
  // If files are postponed, the folder is not up to date, and the manifest must not record that it is.
  const isWhole = !settings.memory?.postponed.size;
  const record = {
    options: settings.recorded,
    ...(isWhole && { run: recordRun({ ...run, settings }) }),
    openGaps: api.gaps.map(({ id }) => id),
  };
  return { artifacts, record };
}

/** Emits the artifacts of a description: model → names → wire plans → artifacts. */
export async function emitDescription(
  document: Document,
  api: Api,
  settings: EmitSettings,
  diagnostics: Diagnostics,
): Promise<readonly EmittedArtifact[]> {
  const stages = await loadStages();
  const { kinds, emitters, memory, others } = settings;
  const finish = await stages.loadFinish(settings, diagnostics);
  settings.onStage('naming');
  const types = stages.nameDescription(api, diagnostics, await stages.listNamingOptions(settings));
  settings.onStage('planning');
  const findings = new Diagnostics();
  const plans = stages.planApi(api, findings);
  // The other artifacts of this package do not send and receive anything. Emitters of a project may.
  if ([...kinds].some((kind) => kind === 'client' || kind === 'server' || !artifactKinds.includes(kind)))
    diagnostics.include(findings);
  const input = await stages.buildEmitInput(document, { api, types, plans }, settings, diagnostics);
  diagnostics.stopOnErrors();
  const wanted = new Set([...kinds].filter((kind) => !memory?.postponed.has(kind)));
  const modules = await stages.emitArtifacts(wanted, input, emitters, others);
  diagnostics.stopOnErrors();
  return stages.finishArtifacts(modules, finish, settings, diagnostics);
}

/**
 * Finds the ids of the gaps that only objects have that the filter omits. They are open, although the output does not
 * show them. The omitted parts of the description can have errors.
 */
export async function findOmittedGaps({ settings, api }: Run): Promise<ReadonlySet<string>> {
  if (!settings.filter || !api) return new Set();
  const { findGaps } = await loadStages();
  const whole = await readSources({ ...settings, filter: undefined }, new Diagnostics());
  const known = new Set([...api.gaps, ...api.resolved].map(({ id }) => id));
  return new Set(whole ? [...findGaps(whole).keys()].filter((id) => !known.has(id)) : []);
}

// Returns whether a run would write the same again. Then it reports how many warnings the last run reported.
function isUnchanged({ settings, diagnostics }: Run, { force, verify, strict }: GenerateOptions): boolean {
  if (force || verify || !findUnchanged(settings)) return false;
  const warnings = [...(settings.manifest?.run?.warnings ?? [])];
  if (strict && warnings.length > 0) return false;
  if (warnings.length > 0) diagnostics.report('warnings-repeated', undefined, { warnings });
  return true;
}

/** Reports open gaps beyond the agreed ones, and agreed gaps that are not open. */
function checkBudget(
  { gaps, resolved }: Api,
  { maxGaps = {}, agreedGaps, sharesAgreedGaps = false }: GenerateOptions,
  omitted: ReadonlySet<string>,
  diagnostics: Diagnostics,
): void {
  for (const [counted, most = 0] of Object.entries(maxGaps)) {
    const count = gaps.filter(({ kind }) => counted === 'all' || kind === counted).length;
    if (count > most) diagnostics.report('gaps-over-budget', undefined, { kind: counted, count, most });
  }
  if (agreedGaps === undefined) return;
  for (const { id, entry } of gaps) if (!agreedGaps.includes(id)) diagnostics.report('gap-not-agreed', entry, { id });
  // Another description can have the other ids of a shared list.
  if (sharesAgreedGaps) return;
  const open = gaps.map(({ id }) => id);
  const others = agreedGaps.filter((id) => !omitted.has(id) && !open.includes(id));
  const ids = others.filter((id) => resolved.some((one) => one.id === id));
  if (ids.length > 0) diagnostics.report('agreed-gap-not-open', undefined, { variant: 'answered', ids });
  const candidates = open.filter((id) => !agreedGaps.includes(id));
  for (const id of others.filter((one) => !ids.includes(one))) {
    const finding = { variant: 'absent', id, likely: findNearestName(id, candidates) } as const;
    diagnostics.report('agreed-gap-not-open', undefined, finding);
  }
}
