import type { ConfigurableOptions } from '../../configuration/option-table.js';
import type { FileChange } from '../../files/file-writer.js';

/** The systems whose jobs can check the output. */
export const ciSystems = ['github', 'gitlab', 'none'] as const;

/** The system whose job checks the output. */
export type CiSystem = (typeof ciSystems)[number];

/** What `init` writes. */
export interface InitSettings {
  /**
   * The options of the new configuration. Absent if the project has a configuration. Paths are relative to the package.
   */
  readonly configuration?: ConfigurableOptions;
  /** The name of the configuration that the project has. */
  readonly existing?: string;
  /** The output folders relative to the package, with `/` as separator. */
  readonly outs: readonly string[];
  readonly ci: CiSystem;
}

/** A change of one file that `init` makes or leaves to a person. */
export interface InitStep {
  /** The path below the root of the project. */
  readonly path: string;
  /** What was added, or why the file does not change, in a few words. */
  readonly what: string;
  readonly change?: FileChange;
  /** The lines that a person must add. */
  readonly lines?: readonly string[];
}
