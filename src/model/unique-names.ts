/** Names that must differ from each other, such as those of the declarations of a module. */
export class UniqueNames {
  readonly #taken: Set<string>;
  readonly #counts = new Map<string, number>();
  readonly #separator: string;

  /** `taken` lists the names that are already in use. `separator` is written between a name and its number. */
  constructor(taken: Iterable<string> = [], separator = '') {
    this.#taken = new Set(taken);
    this.#separator = separator;
  }

  /** Returns an unused name and takes it: the wanted one, or else the wanted one with the lowest free number from 2. */
  take(wanted: string): string {
    let count = this.#counts.get(wanted) ?? 1;
    let name = count === 1 ? wanted : `${wanted}${this.#separator}${count}`;
    while (this.#taken.has(name)) name = `${wanted}${this.#separator}${++count}`;
    this.#counts.set(wanted, count);
    this.#taken.add(name);
    return name;
  }

  /** Returns names for an inner scope, which differ from those taken so far. */
  nest(): UniqueNames {
    return new UniqueNames(this.#taken, this.#separator);
  }
}
