/** A task for the user. */
export interface Task {
  /** One sentence that says what to do. */
  readonly text: string;
  /** The places where it must be done. */
  readonly places: readonly CodePosition[];
  /** The lines to write. */
  readonly lines?: readonly string[];
}

/** A position in a file of the user. It stays valid when the file changes. */
export interface Mark {
  readonly path: string;
  readonly offset: number;
  /** The number of changes of the file before the position was found. */
  readonly changes: number;
}

/** A task whose places can still move, because the code changes. */
export interface Finding extends Omit<Task, 'places'> {
  readonly marks: readonly Mark[];
}

/** A place in a user's file. `line` and `column` begin at 1. */
export interface CodePosition {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** Returns the place of an offset in a text. */
export function findPosition(path: string, text: string, offset: number): CodePosition {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/);
  return { path, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** A change of a text. It replaces the characters from `start` to `end`. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies changes to a text. They must not overlap. Every other character stays the same. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  let result = '';
  let position = 0;
  for (const { start, end, text: inserted } of splices.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    result += text.slice(position, start) + inserted;
    position = end;
  }
  return result + text.slice(position);
}

/** Returns the offset that a position has after changes. */
export function moveOffset(offset: number, splices: readonly Splice[]): number {
  return splices
    .filter(({ start, end }) => end <= offset && (start < offset || start === end))
    .reduce((moved, { start, end, text }) => moved + text.length - (end - start), offset);
}
