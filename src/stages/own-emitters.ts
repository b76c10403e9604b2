import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { withNeededKinds } from '../emitters/index.js';
import type { Settings } from '../options/settle-options.js';
import type { LoadedOwnEmitter } from '../own-emitters/load-emitters.js';

/**
 * Loads the emitters of the project. Adds them, and the kinds that they need, to a run. `descriptionFolder` is the
 * folder of the description.
 */
export async function withOwnEmitters(
  settings: Settings,
  descriptionFolder: string,
  diagnostics: Diagnostics,
): Promise<Settings & { readonly own?: readonly LoadedOwnEmitter[] }> {
  const { stated, folder, emitters, kinds, locateOption } = settings;
  if (stated.length === 0) return settings;
  settings.onStage("loading the project's emitters");
  const { loadOwnEmitters } = await import('../own-emitters/load-emitters.js');
  const { toEmitter } = await import('../own-emitters/to-emitter.js');
  const locate = (member: string): ReturnType<typeof locateOption> => locateOption('emitters', member);
  const known = emitters.map(({ kind }) => kind);
  const own = await loadOwnEmitters(stated, { folder, descriptionFolder, kinds: known, locate, diagnostics });
  const registry = [...emitters, ...own.map((one) => toEmitter(one, descriptionFolder))];
  const all = withNeededKinds([...kinds, ...own.map(({ emitter }) => emitter.kind)], registry);
  return { ...settings, emitters: registry, kinds: all, own };
}
