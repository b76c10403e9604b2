/** How code uses an item. */
export type UseKind = 'assume' | 'reveal' | 'rest' | 'extraQuery' | 'wireNames' | 'isKnown' | 'match';

/** A place in the user's code that uses an item. */
export interface ItemUse {
  /** The id of the item. Absent if the code does not contain it. */
  readonly id?: string;
  readonly kind: UseKind;
  /** Whether the code imports a name that is no longer generated because its item was answered. */
  readonly isGone: boolean;
  /** The absolute path of the file. */
  readonly path: string;
  /** The offset in the text of the file. */
  readonly start: number;
  /** The line. Line and column begin at 1. */
  readonly line: number;
  readonly column: number;
}
