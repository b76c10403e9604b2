import { relative } from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import type { PlannedRun } from './plan-runs.js';

/**
 * The configuration of a watch. If it is gone, a run would use the defaults, and so write another output. This can
 * happen at a switch of branches.
 */
export class WatchedConfiguration {
  #path: string | undefined;

  /** Reports if an earlier plan had a configuration and this one has none. */
  check(runs: readonly PlannedRun[], folder: string, diagnostics: Diagnostics): void {
    const path = runs[0]?.options.configurationFiles?.[0];
    if (runs.length > 0 && path === undefined && this.#path !== undefined)
      diagnostics.report('configuration-not-found', undefined, {
        variant: 'gone',
        path: relative(folder, this.#path),
      });
    this.#path = path ?? this.#path;
  }
}
