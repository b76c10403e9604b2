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

  /** Removes all tokens. */
  clear(): void {
    this.count = 0;
  }

  add(kind: number, start: number, end: number): void {
    const index = this.count++;
    if (index === this.kinds.length) this.#grow();
    this.kinds[index] = kind;
    this.starts[index] = start;
    this.ends[index] = end;
  }

  // Only as much memory as the tokens need: V8 collects garbage more often if there are large arrays.
  #grow(): void {
    const capacity = 2 * this.kinds.length + leastCapacity;
    this.kinds = withContent(new Uint8Array(capacity), this.kinds);
    this.starts = withContent(new Int32Array(capacity), this.starts);
    this.ends = withContent(new Int32Array(capacity), this.ends);
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

const leastCapacity = 4096;

function withContent<T extends Uint8Array | Int32Array>(larger: T, list: T): T {
  larger.set(list);
  return larger;
}
