/** The header lines of a request of Node, looked up where they stand: most requests are asked for a few of them only. */
export class NodeHeaders implements ReadonlyMap<string, readonly string[]> {
  readonly #raw: readonly string[];
  #all: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(rawHeaders: readonly string[]) {
    this.#raw = rawHeaders;
  }

  get(wanted: string): readonly string[] | undefined {
    let values: string[] | undefined;
    for (let index = 0; index < this.#raw.length; index += 2) {
      const name = this.#raw[index] ?? '';
      if (name.length !== wanted.length || (name !== wanted && name.toLowerCase() !== wanted)) continue;
      const value = this.#raw[index + 1] ?? '';
      if (values) values.push(value);
      else values = [value];
    }
    return values;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  get size(): number {
    return this.#map.size;
  }

  forEach(tell: (values: readonly string[], name: string, map: ReadonlyMap<string, readonly string[]>) => void): void {
    for (const [name, values] of this.#map) tell(values, name, this);
  }

  entries(): ReturnType<ReadonlyMap<string, readonly string[]>['entries']> {
    return this.#map.entries();
  }

  keys(): ReturnType<ReadonlyMap<string, readonly string[]>['keys']> {
    return this.#map.keys();
  }

  values(): ReturnType<ReadonlyMap<string, readonly string[]>['values']> {
    return this.#map.values();
  }

  [Symbol.iterator](): ReturnType<ReadonlyMap<string, readonly string[]>['entries']> {
    return this.#map.entries();
  }

  // Not `headersDistinct`: in some versions of Node a header called `__proto__` makes it throw.
  get #map(): ReadonlyMap<string, readonly string[]> {
    if (this.#all) return this.#all;
    const all = new Map<string, string[]>();
    for (let index = 0; index < this.#raw.length; index += 2) {
      const name = (this.#raw[index] ?? '').toLowerCase();
      const value = this.#raw[index + 1] ?? '';
      const values = all.get(name);
      // Control data of HTTP/2 (RFC 9113, 8.3) is no header.
      if (values) values.push(value);
      else if (!name.startsWith(':')) all.set(name, [value]);
    }
    this.#all = all;
    return all;
  }
}
