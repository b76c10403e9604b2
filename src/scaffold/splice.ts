/** A change of a text: replaces the characters from `start` to `end`. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies changes, which must not overlap. Every other character stays as it is. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  let result = '';
  let position = 0;
  for (const { start, end, text: inserted } of splices.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    result += text.slice(position, start) + inserted;
    position = end;
  }
  return result + text.slice(position);
}

/** Returns the line end of the first line of a text; `\n` if there is only one line. */
export function findLineEnd(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
}
