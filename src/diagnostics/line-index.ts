import type { Position } from './diagnostic.js';

/**
 * Returns a YAML text in which LF replaces each CR that is a line break by itself (YAML 1.2, section 5.4). All offsets
 * stay the same.
 */
export function normalizeReturns(text: string): string {
  return text.includes('\r') ? text.replace(/\r(?!\n)/g, '\n') : text;
}

/** An index of the lines of a text. Lines end at LF, CR LF or CR. */
export class LineIndex {
  readonly #text: string;
  readonly #starts: number[] = [0];

  constructor(text: string) {
    this.#text = text;
    const lines = normalizeReturns(text);
    for (let at = lines.indexOf('\n'); at >= 0; at = lines.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  /** Returns the line and column of an offset into the text, in UTF-16 code units. */
  locate(offset: number): Position {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1 };
  }

  /** Returns the line with a number, from 1, without its line break. Returns `undefined` if there is none. */
  lineAt(line: number): string | undefined {
    const start = this.#starts[line - 1];
    if (start === undefined) return undefined;
    const end = this.#starts[line];
    return this.#text.slice(start, end === undefined ? undefined : end - 1).replace(/\r$/, '');
  }
}
