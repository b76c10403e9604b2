import { relative } from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { findNearestName } from '../diagnostics/nearest-name.js';
import { resolveFolder } from '../files/folder.js';
import type { Api } from '../model/api.js';
import type { GenerateOptions } from '../options/options.js';
import type { Settings } from '../options/settle-options.js';
import type { Task } from '../scaffold/scaffold.js';
import type { Settlement } from '../uses/plan-fixes.js';
import { readCodeRun } from './find-uses.js';
import type { Run } from './read-api.js';

/** The options of `applyAnswers`. Paths are relative to `folder`. */
export interface AnswersOptions extends GenerateOptions {
  /** The ids of answered items; all answered items by default. */
  readonly ids?: readonly string[];
  /** Whether to write nothing. */
  readonly dryRun?: boolean;
}

/**
 * Removes uses of answered items from the user's code: `assume` and `reveal` around values, and wire names. If
 * `diagnostics` has errors, `settled` is absent, and the reported files, or all files, were not written.
 */
export async function applyAnswers(options: AnswersOptions = {}): Promise<Run & { readonly settled?: Settlement }> {
  const { run, found } = await readCodeRun(options, [], (api, omitted, findings) =>
    checkAnswered(options.ids ?? [], { ...api, omitted }, findings),
  );
  const { settings, diagnostics } = run;
  if (!found) return run;
  const { ids, dryRun = false } = options;
  const stale = found.api.resolved.filter(({ id }) => settings.manifest?.openItems.includes(id));
  for (const { id } of stale) diagnostics.report('item-not-answered', undefined, { variant: 'stale', id });
  if (diagnostics.hasErrors) return run;
  // The modules load a compiler, which is slow.
  const { planSettlement } = await import('../uses/index.js');
  const { completeScaffold, writeScaffold } = await import('../scaffold/index.js');
  const folder = resolveFolder(settings.folder);
  const place = { folder, handlers: folder, show: (path: string): string => relative(folder, path) || '.' };
  if (!dryRun && !(await completeScaffold(place, diagnostics))) return run;
  const settled = planSettlement(found.searched, found.api, found.names, {
    ids: ids && new Set(ids),
    omitted: found.omitted,
  });
  const { changes } = settled;
  if (!dryRun && changes.length > 0 && !(await writeScaffold(changes, place, diagnostics))) return run;
  const tasks = [...settled.tasks, ...listConfigured(settled, ids, found.api, settings)];
  return { ...run, settled: { ...settled, tasks: tasks.sort(comparePlaces) } };
}

function comparePlaces({ places: [one] }: Task, { places: [other] }: Task): number {
  if (!one || !other) return 0;
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return one.line - other.line || one.column - other.column;
}

// Lists the wire names of answered items in the configuration. Skips those that are removed already, because a
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
  { items, resolved, omitted }: Pick<Api, 'items' | 'resolved'> & { readonly omitted: ReadonlySet<string> },
  diagnostics: Diagnostics,
): void {
  for (const id of ids.filter((one) => !resolved.some((each) => each.id === one))) {
    if (omitted.has(id) || items.some((item) => item.id === id))
      diagnostics.report('item-not-answered', undefined, { variant: 'open', id });
    else {
      const known = [...resolved, ...items].map((one) => one.id);
      diagnostics.report('item-not-answered', undefined, { variant: 'absent', id, likely: findNearestName(id, known) });
    }
  }
}
