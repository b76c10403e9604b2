import type { FileChange } from '../files/file-writer.js';

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
