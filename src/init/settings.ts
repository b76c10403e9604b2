import type { ConfigurableOptions } from '../options/options.js';

/** Where a job can check the output. */
export const ciSystems = ['github', 'gitlab', 'none'] as const;

/** Where a job checks the output. */
export type CiSystem = (typeof ciSystems)[number];

/** What `init` writes. */
export interface InitSettings {
  /** The options of the new configuration; absent if there is one. Paths are relative to the package. */
  readonly configuration?: ConfigurableOptions;
  /** The name of the configuration that exists. */
  readonly existing?: string;
  /** The output folders, relative to the package, `/` as separator. */
  readonly outs: readonly string[];
  readonly ci: CiSystem;
}
