/** The kinds of tokens that the layout distinguishes. */
export const tokenKinds = {
  punctuator: 0,
  name: 1,
  /** A name that is the first token of its line. */
  firstName: 2,
  string: 3,
  number: 4,
  other: 5,
  comment: 6,
  /** A string that is a property name, so formatters can omit its quotes. */
  quotedName: 7,
  /** A token that formatters can omit. */
  omitted: 8,
} as const;

/**
 * The tokens and comments of a module as ranges of its bytes. The list is used again for the next module, because new
 * memory for each module would take longer than the scan.
 */
export class TokenList {
  count = 0;
  kinds: Uint8Array = new Uint8Array();
  starts: Int32Array = new Int32Array();
  ends: Int32Array = new Int32Array();

  /** Removes all tokens, and makes room for those of a module of a length. */
  clear(length: number): void {
    this.count = 0;
    if (length <= this.kinds.length) return;
    const capacity = 2 * length;
    this.kinds = new Uint8Array(capacity);
    this.starts = new Int32Array(capacity);
    this.ends = new Int32Array(capacity);
  }

  add(kind: number, start: number, end: number): void {
    const index = this.count++;
    this.kinds[index] = kind;
    this.starts[index] = start;
    this.ends[index] = end;
  }

  /** Returns the index of the last token before an index that is no comment, or -1. */
  findLast(before: number): number {
    let index = before - 1;
    while (index >= 0 && this.kinds[index] === tokenKinds.comment) index--;
    return index;
  }

  /** Returns the index of the first token after an index that is no comment, or the number of tokens. */
  findNext(after: number): number {
    let index = after + 1;
    while (index < this.count && this.kinds[index] === tokenKinds.comment) index++;
    return index;
  }
}
