import type { Renaming } from './named-operation.js';
import type { Draft } from './user-code.js';

/** What is left to do by hand. */
export interface Task {
  /** One sentence. */
  readonly text: string;
  /** The places that it concerns. */
  readonly places: readonly Place[];
  /** What to write, line by line. */
  readonly lines?: readonly string[];
}

/** A place in a file of the user, `line` and `column` counted from 1. */
export interface Place {
  /** Absolute. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** What a run of `scaffold` does with the user's files. */
export interface Scaffold {
  /** The files that are added or changed; a changed one keeps every byte but names and additions. */
  readonly changes: readonly Draft[];
  /** How many operations have a handler already. */
  readonly kept: number;
  readonly renamed: readonly Renaming[];
  /** Absolute paths of the files that an interrupted run left to write, and the next run that writes completes. */
  readonly pending: readonly string[];
  /** What is left to the user. */
  readonly tasks: readonly Task[];
}
