import { type ItemKind, isObject, type JsonValue } from '../model/element.js';
import type { DescriptionEdit } from './description-edit.js';
import { EditRefusal } from './yaml-nodes.js';

/** An item to write. */
export interface NewItem {
  readonly id: string;
  readonly kind: ItemKind;
  /** One sentence, which a person can answer. */
  readonly question: string;
  /** The place in the documentation that does not answer it. */
  readonly source: string;
  /** The facts that the documentation does show. */
  readonly known?: readonly string[];
  readonly guess?: string;
  readonly owner?: string;
  /** The URL of a ticket. */
  readonly issue?: string;
  /** The day when it was noticed, an ISO 8601 date. */
  readonly since?: string;
}

/** Adds an item to an object of a description. If it cannot, throws an `EditRefusal`. */
export function writeItem(edit: DescriptionEdit, pointer: string, item: NewItem): void {
  const row: { readonly [field: string]: JsonValue } = Object.fromEntries(Object.entries(item));
  const holder = edit.read(pointer);
  if (!isObject(holder)) throw new EditRefusal('there is no object here', '--at');
  if (Array.isArray(holder['x-not-shown'])) edit.appendItem(`${pointer}/x-not-shown`, row);
  else edit.addMembers(pointer, [['x-not-shown', [row]]]);
}
