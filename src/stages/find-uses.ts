import { listReserved } from '../emitters/emit-artifacts.js';
import type { GenerateOptions } from '../options/options.js';
import type { ItemUse } from '../uses/use.js';
import { nameDescription } from './name-description.js';
import { isRefused, type Run, readApi } from './read-api.js';

/**
 * Finds where the user's code uses items: in the packages that contain the folders `dirs`, and in those that depend on
 * them; by default the current folder. When `diagnostics` has errors, `uses` is absent.
 */
export async function findUses(
  options: GenerateOptions,
  dirs: readonly string[] = [],
): Promise<Run & { readonly uses?: readonly ItemUse[] }> {
  const run = await readApi(options);
  const { settings, diagnostics, api } = run;
  const names = api && nameDescription(api, diagnostics, { reserved: await listReserved(settings.emitters) }).names;
  if (!api || !names || isRefused(run)) return run;
  if (!settings.manifest) {
    diagnostics.report('nothing-generated', undefined, { path: settings.out.shown, spec: options.spec ?? 'FILE' });
    return run;
  }
  settings.onStage('reading code');
  // It loads a compiler, which takes its time.
  const { findItemUses } = await import('../uses/index.js');
  const { folder, out, manifest } = settings;
  const searched = { folder, dirs: dirs.length === 0 ? [folder] : dirs, out: out.path, files: manifest.files.keys() };
  return { ...run, uses: findItemUses(searched, api, names) };
}
