import type { Renaming } from './named-operation.js';
import type { Draft } from './user-code.js';

/** A task for the user. */
export interface Task {
  /** One sentence that says what to do. */
  readonly text: string;
  /** The places that it concerns. */
  readonly places: readonly Place[];
  /** What to write, line by line. */
  readonly lines?: readonly string[];
}

/** A place in a user's file; `line` and `column` start at 1. */
export interface Place {
  /** Absolute. */
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

/** The changes of `scaffold` to the user's files. */
export interface Scaffold {
  /** The files that are added or changed. In a changed file, only names and additions differ. */
  readonly changes: readonly Draft[];
  /** How many operations already have a handler. */
  readonly kept: number;
  readonly renamed: readonly Renaming[];
  /** Absolute paths of the files that an interrupted run did not complete. The next run that writes completes them. */
  readonly pending: readonly string[];
  /** The tasks that remain for the user. */
  readonly tasks: readonly Task[];
}
