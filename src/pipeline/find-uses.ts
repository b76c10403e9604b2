import { relative } from 'node:path';
import type { GenerateOptions } from '../configuration/options.js';
import { listReserved } from '../emitters/emit-artifacts.js';
import type { Names } from '../naming/names.js';
import type { GapUse } from '../user-code/find-uses.js';
import type { Searched } from '../user-code/gaps.js';
import { nameDescription } from './emit.js';
import { stopIfNothingGenerated, stopOnRefusal, type WholeRun } from './run.js';

/** The uses of gaps in the user's code. */
export interface FoundUses {
  readonly uses: readonly GapUse[];
  /** The ids of the open gaps of the whole description, including those that the filter omits. */
  readonly open: ReadonlySet<string>;
}

/** Names the operations and schemas of a run. Then ends the run if it has errors. */
export async function nameRun(run: WholeRun): Promise<Names> {
  const reserved = await listReserved(run.settings.emitters);
  const { names } = nameDescription(run.api, run.diagnostics, { reserved });
  stopOnRefusal(run);
  return names;
}

/** Finds what is needed to read the user's code. Ends the run if nothing was generated. */
export async function prepareSearch(
  run: WholeRun,
  options: GenerateOptions,
  dirs: readonly string[] = [],
): Promise<{ readonly names: Names; readonly searched: Searched }> {
  const names = await nameRun(run);
  stopIfNothingGenerated(run, options);
  const { folder, out, manifest, onStage } = run.settings;
  onStage('reading code');
  const files = manifest?.files.keys() ?? [];
  return { names, searched: { folder, dirs: dirs.length === 0 ? [folder] : dirs, out: out.path, files } };
}

/**
 * Finds where the user's code uses gaps of a description that a run has read. `omitted` are the gaps that are open
 * only where the filter omits them.
 */
export async function findUsesOf(
  run: WholeRun,
  options: GenerateOptions,
  omitted: ReadonlySet<string>,
  dirs: readonly string[] = [],
): Promise<FoundUses> {
  const { names, searched } = await prepareSearch(run, options, dirs);
  const { findGapUses } = await import('../user-code/gaps.js'); // loads a compiler
  return {
    uses: findGapUses(searched, run.api, names),
    open: new Set([...run.api.gaps.map(({ id }) => id), ...omitted]),
  };
}

/** Reports each place in the user's code that uses an answered gap, as an error. */
export async function reportUsesOfAnswered(
  run: WholeRun,
  options: GenerateOptions,
  omitted: ReadonlySet<string>,
): Promise<void> {
  const { uses, open } = await findUsesOf(run, options, omitted);
  for (const { id, kind, isGone, path, line, column } of uses) {
    if (id === undefined ? !isGone : open.has(id)) continue;
    const origin = { file: relative(run.document.folder, path), pointer: '' };
    const finding = id === undefined ? ({ variant: 'gone', kind } as const) : ({ variant: 'named', id, kind } as const);
    run.diagnostics.report('code-uses-answered', origin, finding, { position: { line, column } });
  }
}
