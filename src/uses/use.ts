/** How code leans on an item. */
export type UseKind = 'assume' | 'reveal' | 'rest' | 'extraQuery' | 'wireNames' | 'isKnown' | 'match';

/** A place in the user's code that leans on an item. */
export interface ItemUse {
  /** The id of the item; absent if the code does not show which one. */
  readonly id?: string;
  readonly kind: UseKind;
  /** Whether the code imports a name that is no longer generated, because its item was answered. */
  readonly isGone: boolean;
  /** Absolute path of the file. */
  readonly path: string;
  /** The offset in the text of the file. */
  readonly start: number;
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
}
