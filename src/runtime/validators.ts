/** Why a value is refused; says where and what was expected, and never holds anything of the value but names of fields in its path. */
export interface Failure {
  /** JSON pointer (RFC 6901) of the refused part of the value, `''` for the whole. */
  readonly instancePath: string;
  /** JSON pointer of the keyword in the description; with its file in front, as `pets.yaml#/…`, outside the description itself. */
  readonly schemaPointer: string;
  /** The keyword that refuses, such as `minLength`. */
  readonly keyword: string;
  /** What was expected, such as `at least 3 characters`. */
  readonly expected: string;
  /** A sentence for people, beginning with `must`. */
  readonly message: string;
}

/** Told when a value touches something that the description does not show: the item's id, and the JSON pointer of the place in the value. */
export type OnNotShown = (id: string, where: string) => void;
