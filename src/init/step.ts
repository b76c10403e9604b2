import type { FileChange } from '../files/file-writer.js';

/** What `init` does to one file, or leaves to a person. */
export interface InitStep {
  /** Below the root of the project. */
  readonly path: string;
  /** What was added, or why the file stays as it is: a few words. */
  readonly what: string;
  readonly change?: FileChange;
  /** What a person adds by hand, line by line. */
  readonly lines?: readonly string[];
}
