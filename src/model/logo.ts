/** The picture of an API (`x-logo` of the Info Object). */
export interface Logo {
  /** A `data:` URI. */
  readonly source: string;
  /** The text in place of the picture; empty if the picture says no more than the title. */
  readonly text: string;
}
