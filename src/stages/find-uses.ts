import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { listReserved } from '../emitters/emit-artifacts.js';
import type { Api } from '../model/api.js';
import type { Names } from '../naming/names.js';
import type { GenerateOptions } from '../options/options.js';
import type { Searched } from '../uses/index.js';
import type { ItemUse } from '../uses/use.js';
import { findOmittedItems } from './find-omitted.js';
import { nameDescription } from './name-description.js';
import { isRefused, type Run, readApi } from './read-api.js';

/** A run that can also read the user's code. */
interface CodeRun {
  readonly run: Run;
  /** What is needed to read the user's code. Absent if `run` has errors. */
  readonly found?: CodeInput;
}

/** The uses of items in the user's code. */
interface FoundUses {
  readonly uses: readonly ItemUse[];
  /** The ids of the open items of the whole description, including those that the filter omits. */
  readonly open: ReadonlySet<string>;
}

/** What is needed to read the user's code. */
interface CodeInput {
  readonly api: Api;
  readonly names: Names;
  readonly searched: Searched;
  /** The items that are open only where the filter omits them. */
  readonly omitted: ReadonlySet<string>;
}

/**
 * Reads the description and finds its output. Calls `checkApi` first, so that its mistakes are reported before missing
 * output.
 */
export async function readCodeRun(
  options: GenerateOptions,
  dirs: readonly string[] = [],
  checkApi?: (api: Api, omitted: ReadonlySet<string>, diagnostics: Diagnostics) => void,
): Promise<CodeRun> {
  const run = await readApi(options);
  const omitted = await findOmittedItems(run);
  if (run.api) checkApi?.(run.api, omitted, run.diagnostics);
  return prepareCodeRun(run, omitted, options, dirs);
}

async function prepareCodeRun(
  run: Run,
  omitted: ReadonlySet<string>,
  options: GenerateOptions,
  dirs: readonly string[] = [],
): Promise<CodeRun> {
  const { settings, diagnostics, api } = run;
  const names = api && nameDescription(api, diagnostics, { reserved: await listReserved(settings.emitters) }).names;
  if (!api || !names || isRefused(run)) return { run };
  if (!settings.manifest) {
    const [spec, isConfigured] = [options.spec ?? 'FILE', options.ignoreRecord === true];
    diagnostics.report('nothing-generated', undefined, { path: settings.out.shown, spec, isConfigured });
    return { run };
  }
  settings.onStage('reading code');
  const { folder, out, manifest } = settings;
  const searched = { folder, dirs: dirs.length === 0 ? [folder] : dirs, out: out.path, files: manifest.files.keys() };
  return { run, found: { api, names, searched, omitted } };
}

/**
 * Finds where the user's code uses items. Searches the packages that contain the folders `dirs`, by default the current
 * folder, and the packages that depend on those. `uses` and `open` are absent if `diagnostics` has errors.
 */
export async function findUses(
  options: GenerateOptions,
  dirs: readonly string[] = [],
): Promise<Run & Partial<FoundUses>> {
  const { run, found } = await readCodeRun(options, dirs);
  return found ? { ...run, ...(await listFoundUses(found)) } : run;
}

/** Finds where the user's code uses items of a description that a run has read. Reports missing output. */
export async function findUsesOf(run: Run, options: GenerateOptions): Promise<FoundUses> {
  const { found } = await prepareCodeRun(run, await findOmittedItems(run), options);
  return found ? listFoundUses(found) : { uses: [], open: new Set() };
}

async function listFoundUses({ searched, api, names, omitted }: CodeInput): Promise<FoundUses> {
  // The module loads a compiler, which is slow.
  const { findItemUses } = await import('../uses/index.js');
  return {
    uses: findItemUses(searched, api, names),
    open: new Set([...api.items.map(({ id }) => id), ...omitted]),
  };
}
