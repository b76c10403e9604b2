/** A number with digits that a JavaScript number does not have. `JSON.stringify` writes it as a string. */
export class ExactNumber {
  /** The number as JSON writes it. */
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }

  toJSON(): string {
    return this.#text;
  }
}
