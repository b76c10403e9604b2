import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { findNearestName } from '../diagnostics/nearest-name.js';
import type { Emitter } from '../emitters/emitter.js';
import { listDefaultKinds, withNeededKinds } from '../emitters/index.js';
import type { ArtifactKind } from '../model/artifact.js';
import { manifestName } from '../output/manifest.js';
import type { RecordedOptions } from '../output/recorded-options.js';
import type { GenerateOptions } from './options.js';

/** The kinds of a run. */
interface SettledKinds {
  readonly chosen: ReadonlySet<ArtifactKind>;
  readonly kinds: ReadonlySet<ArtifactKind>;
  readonly omittedKinds: readonly ArtifactKind[];
}

/** Chooses the kinds to emit, and lists those that `compared` or a flag leaves out. `chosen` are the kinds of `only`. */
export function settleKinds(
  options: GenerateOptions,
  used: RecordedOptions | undefined,
  registry: readonly Emitter[],
  diagnostics: Diagnostics,
): SettledKinds {
  const chosen = withNeededKinds(chooseKinds(options, used, registry, diagnostics), registry);
  const kinds = options.compared ? withNeededKinds(options.compared, registry) : chosen;
  return { chosen, kinds, omittedKinds: [...chosen, ...(used?.only ?? [])].filter((kind) => !kinds.has(kind)) };
}

function chooseKinds(
  { only }: GenerateOptions,
  recorded: RecordedOptions | undefined,
  registry: readonly Emitter[],
  diagnostics: Diagnostics,
): readonly ArtifactKind[] {
  const chosen = only ?? recorded?.only;
  if (!chosen) return listDefaultKinds(registry);
  const choices = registry.map(({ kind }) => kind);
  for (const value of chosen) {
    if (choices.includes(value)) continue;
    const flag = only ? '--only' : `only' of '${manifestName}`;
    diagnostics.report('unknown-choice', undefined, { flag, value, choices, likely: findNearestName(value, choices) });
  }
  return chosen;
}
