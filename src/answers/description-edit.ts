import type { JsonValue } from '../model/element.js';

/** A member to write. */
export type Member = readonly [key: string, value: JsonValue];

/**
 * The edits of a description that an answer needs. Each method throws an `EditRefusal` if the description cannot be
 * edited at its place.
 */
export interface DescriptionEdit {
  /** Returns the value at a pointer. */
  read(pointer: string): unknown;
  /** Replaces a member of an object with `members`, at the same place. Removes it if `members` is empty. */
  replaceMember(pointer: string, key: string, members: readonly Member[]): void;
  /** Adds members at the end of an object. */
  addMembers(pointer: string, members: readonly Member[]): void;
  /** Replaces the value at a pointer. */
  replaceValue(pointer: string, value: JsonValue): void;
  /** Adds a sentence to the text at a pointer, in the style of that text. */
  appendText(pointer: string, added: string): void;
  /** Renames a member. */
  renameMember(pointer: string, key: string, name: string): void;
  /** Removes an item of an array. At least one item must remain. */
  removeItem(pointer: string, index: number): void;
  /** Adds an item at the end of an array. */
  appendItem(pointer: string, value: JsonValue): void;
}
