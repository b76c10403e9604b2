import type { Renaming } from './named-operation.js';
import type { Draft } from './user-code.js';

/** A task for the user. */
export interface Task {
  /** One sentence that says what to do. */
  readonly text: string;
  /** The places where it must be done. */
  readonly places: readonly Place[];
  /** The lines to write. */
  readonly lines?: readonly string[];
}

/** A place in a user's file. `line` and `column` begin at 1. */
export interface Place {
  /** The absolute path. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** Returns the place of an offset in a text. */
export function findPlaceAt(path: string, text: string, offset: number): Place {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/);
  return { path, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** Returns the offset of a place in its text. */
export function findOffset(text: string, { line, column }: Place): number {
  const before = [...text.matchAll(/\r\n|\n|\r/g)][line - 2];
  return (before ? before.index + before[0].length : 0) + column - 1;
}

/** The changes that `scaffold` makes to the user's files. */
export interface Scaffold {
  /** The files that are added or changed. A changed file differs only in names and additions. */
  readonly changes: readonly Draft[];
  /** The number of operations that already have a handler. */
  readonly kept: number;
  readonly renamed: readonly Renaming[];
  /**
   * The absolute paths of the files that an interrupted run did not complete. The next run that writes completes them.
   */
  readonly pending: readonly string[];
  /** The tasks that remain for the user. */
  readonly tasks: readonly Task[];
}
