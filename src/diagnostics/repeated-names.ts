/** Finds the names that an object has twice, during a scan of a JSON text. */
export class RepeatedNames {
  // The names of the current object, per level.
  readonly #names: Set<string>[] = [];

  /** Takes the next value of the scan; returns whether its name is a member that its object had before. */
  add(path: readonly (string | number)[], isObject: boolean, isMember: boolean): boolean {
    if (isObject) this.#names[path.length + 1] = new Set();
    const names = this.#names[path.length];
    const name = String(path.at(-1));
    if (!isMember || !names) return false;
    const isRepeated = names.has(name);
    names.add(name);
    return isRepeated;
  }
}
