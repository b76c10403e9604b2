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

/** Returns the line break after the first line of a text, or `\n` if there is only one line. */
export function findLineEnd(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
}
