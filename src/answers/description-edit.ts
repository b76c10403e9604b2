import type { Origin } from '../diagnostics/origin.js';
import { isObject, type JsonValue } from '../model/element.js';

/** A member to write. */
export type Member = readonly [key: string, value: JsonValue];

/**
 * The edits of a description that an answer needs. Each method throws an `EditRefusal` if the description cannot be
 * edited at its place.
 */
export interface DescriptionEdit {
  read(pointer: string): unknown;
  /** Replaces a member of an object with `members`, at the same place. Removes it if `members` is empty. */
  replaceMember(pointer: string, key: string, members: readonly Member[]): void;
  /** Adds members at the end of an object. */
  addMembers(pointer: string, members: readonly Member[]): void;
  replaceValue(pointer: string, value: JsonValue): void;
  /** Adds a sentence to the text at a pointer, in the style of that text. */
  appendText(pointer: string, added: string): void;
  renameMember(pointer: string, key: string, name: string): void;
  /** Removes an item of an array. At least one item must remain. */
  removeItem(pointer: string, index: number): void;
  /** Adds an item at the end of an array. */
  appendItem(pointer: string, value: JsonValue): void;
}

/** Opens a file of a description for edits. */
export type OpenEdit = (file: string) => DescriptionEdit;

/**
 * What prevents an edit: the value of a flag, the `place`, a file that an overlay cannot change (`outside`), or the
 * `version` of the overlay.
 */
type RefusalReason = '--at' | '--file' | '--replace' | '--status' | '--values' | 'outside' | 'place' | 'version';

/** Thrown if a description cannot be edited. The message says why. */
export class EditRefusal extends Error {
  readonly reason: RefusalReason;
  /** The place that is edited. Absent if it is the description as a whole. */
  origin?: Origin;

  constructor(message: string, reason: RefusalReason = 'place') {
    super(message);
    this.reason = reason;
  }
}

/** Sets a member of an object, whether or not it has the member. */
export function setMember(edit: DescriptionEdit, pointer: string, member: string, value: JsonValue): void {
  const object = edit.read(pointer);
  if (isObject(object) && Object.hasOwn(object, member)) edit.replaceValue(`${pointer}/${member}`, value);
  else edit.addMembers(pointer, [[member, value]]);
}
