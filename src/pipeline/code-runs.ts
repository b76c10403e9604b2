import { relative, resolve } from 'node:path';
import type { ConfigurableOptions } from '../configuration/option-table.js';
import type { GenerateOptions } from '../configuration/options.js';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { findNearestName } from '../diagnostics/nearest-name.js';
import { resolveFolder } from '../files/folder.js';
import type { Api } from '../model/api.js';
import type { Scaffold } from '../user-code/scaffold-run.js';
import type { Settlement } from '../user-code/settle.js';
import type { Task } from '../user-code/task.js';
import { type FoundUses, findUsesOf, nameRun, prepareSearch } from './find-uses.js';
import { findOmittedGaps, readDescription } from './generate.js';
import { listReadFiles, recordRun } from './inputs.js';
import { completeRun, type Run } from './run.js';
import { type Settings, startRun } from './settings.js';

/**
 * Finds where the user's code uses gaps. Searches the packages that contain the folders `dirs`, by default the current
 * folder, and the packages that depend on those. `uses` and `open` are absent if `diagnostics` has errors.
 */
export function findUses(options: GenerateOptions, dirs: readonly string[] = []): Promise<Run & Partial<FoundUses>> {
  return completeRun(startRun(options), async (run) => {
    const whole = await readDescription(run);
    return findUsesOf(whole, options, await findOmittedGaps(run), dirs);
  });
}

/** The options of `scaffold`. Paths are relative to `folder`. */
export interface ScaffoldOptions extends GenerateOptions, Pick<ConfigurableOptions, 'handlers' | 'per'> {
  /** Whether to write nothing. */
  readonly dryRun?: boolean;
}

/**
 * Updates the user's handlers after a change of the description. Follows changed names, adds handlers for operations
 * without one, and changes nothing else. If `diagnostics` has errors, `scaffolded` is absent, and the reported files,
 * or all files, were not written. `isStale` is true if the output is older than the description.
 */
export function scaffold(
  options: ScaffoldOptions = {},
): Promise<Run & { readonly scaffolded?: Scaffold; readonly isStale?: boolean }> {
  return completeRun(startRun(options), async (run) => {
    const { settings, diagnostics } = run;
    const whole = await readDescription(run);
    const { api, document } = whole;
    const names = await nameRun(whole);
    const { out, recorded, manifest } = settings;
    if (manifest && !recorded.only.includes('server')) {
      const isConfigured = options.ignoreRecord === true;
      diagnostics.stop('server-not-generated', undefined, { path: out.shown, isConfigured });
    }
    settings.onStage('reading handlers');
    // The module loads a compiler, which is slow.
    const { findHandlersFolder, planScaffold, readPendingScaffold, completeScaffold, writeScaffold } = await import(
      '../user-code/index.js'
    );
    const folder = resolveFolder(settings.folder);
    const handlers = resolveFolder(
      options.handlers === undefined ? findHandlersFolder(folder, out.path) : resolve(folder, options.handlers),
    );
    const input = {
      ...locateHandlers(folder, handlers),
      api,
      names,
      out: out.path,
      emit: recorded.emit,
      importExtension: recorded.importExtension,
      filtered: new Set(document.filtered.map(({ method, path }) => `${method} ${path}`)),
      inputs: new Set(listReadFiles(run)),
    };
    if (!options.dryRun && !(await completeScaffold(input, diagnostics))) return {};
    const pending = options.dryRun ? readPendingScaffold(input) : new Map();
    const scaffolded = planScaffold({ ...input, pending, ...(options.per && { per: options.per }) }, diagnostics);
    if (!scaffolded || (!options.dryRun && !(await writeScaffold(scaffolded.changes, input, diagnostics)))) return {};
    const { findChanges } = await import('../output/compare-artifacts.js'); // loads the comparison by lines
    const record = { options: recorded, run: recordRun(whole), openGaps: [] };
    return { scaffolded, isStale: findChanges(manifest, record, out.path).inputs.length > 0 };
  });
}

function locateHandlers(
  folder: string,
  handlers: string,
): { readonly folder: string; readonly handlers: string; readonly show: (path: string) => string } {
  return { folder, handlers, show: (path) => relative(folder, path) || '.' };
}

/** The options of `applyAnswers`. Paths are relative to `folder`. */
export interface AnswersOptions extends GenerateOptions {
  /** The ids of answered gaps; all answered gaps by default. */
  readonly ids?: readonly string[];
  /** Whether to write nothing. */
  readonly dryRun?: boolean;
}

/**
 * Removes uses of answered gaps from the user's code: `assume` and `reveal` around values, and wire names. If
 * `diagnostics` has errors, `settled` is absent, and the reported files, or all files, were not written.
 */
export function applyAnswers(options: AnswersOptions = {}): Promise<Run & { readonly settled?: Settlement }> {
  return completeRun(startRun(options), async (run) => {
    const { settings, diagnostics } = run;
    const { ids, dryRun = false } = options;
    const whole = await readDescription(run);
    const { api } = whole;
    const omitted = await findOmittedGaps(run);
    checkAnswered(ids ?? [], { ...api, omitted }, diagnostics);
    const { names, searched } = await prepareSearch(whole, options);
    const stale = api.resolved.filter(({ id }) => settings.manifest?.openGaps.includes(id));
    for (const { id } of stale) diagnostics.report('gap-not-answered', undefined, { variant: 'stale', id });
    diagnostics.stopOnErrors();
    // The modules load a compiler, which is slow.
    const { planSettlement } = await import('../user-code/gaps.js');
    const { completeScaffold, writeScaffold } = await import('../user-code/index.js');
    const folder = resolveFolder(settings.folder);
    const place = locateHandlers(folder, folder);
    if (!dryRun && !(await completeScaffold(place, diagnostics))) return {};
    const settled = planSettlement(searched, api, names, ids && new Set(ids), omitted);
    const { changes } = settled;
    if (!dryRun && changes.length > 0 && !(await writeScaffold(changes, place, diagnostics))) return {};
    const tasks = [...settled.tasks, ...listConfigured(settled, ids, api, settings)];
    return { settled: { ...settled, tasks: tasks.sort(comparePlaces) } };
  });
}

function comparePlaces({ places: [one] }: Task, { places: [other] }: Task): number {
  if (!one || !other) return 0;
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return one.line - other.line || one.column - other.column;
}

// Lists the wire names of answered gaps in the configuration. Skips those that are removed already, because a
// configuration in TypeScript can be part of the user's code.
function listConfigured(
  { removed, tasks }: Settlement,
  ids: readonly string[] | undefined,
  { resolved }: Api,
  { recorded, locateOption }: Settings,
): Settlement['tasks'] {
  const answered = ids ?? resolved.map(({ id }) => id);
  return answered.flatMap((id) => {
    const place = recorded.wireNames?.[id] === undefined ? undefined : locateOption('wireNames', id);
    if (!place || removed.some((use) => use.id === id && use.path === place.path)) return [];
    if (
      tasks.some(({ places }) => places.some(({ path, line }) => path === place.path && line === place.position.line))
    )
      return [];
    const text = `'${id}' is answered: remove its wire name from the configuration`;
    return [{ text, places: [{ path: place.path, ...place.position }] }];
  });
}

function checkAnswered(
  ids: readonly string[],
  { gaps, resolved, omitted }: Pick<Api, 'gaps' | 'resolved'> & { readonly omitted: ReadonlySet<string> },
  diagnostics: Diagnostics,
): void {
  for (const id of ids.filter((one) => !resolved.some((each) => each.id === one))) {
    if (omitted.has(id) || gaps.some((gap) => gap.id === id))
      diagnostics.report('gap-not-answered', undefined, { variant: 'open', id });
    else {
      const known = [...resolved, ...gaps].map((one) => one.id);
      diagnostics.report('gap-not-answered', undefined, { variant: 'absent', id, likely: findNearestName(id, known) });
    }
  }
}
