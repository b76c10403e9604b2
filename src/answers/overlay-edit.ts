import { encodePointerToken, splitPointer } from '../diagnostics/origin.js';
import { isJsonObject, isObject, type JsonValue } from '../model/element.js';
import { applyAction } from '../overlays/apply-action.js';
import { type DescriptionEdit, EditRefusal, type Member, type OpenEdit } from './description-edit.js';
import { printBlock, SourceEdit } from './source-edit.js';

/** An action to write. Its fields are written in this order. */
interface WrittenAction {
  readonly target: string;
  readonly 'x-resolves'?: string;
  readonly 'x-resolves-from'?: string;
  readonly remove?: true;
  readonly copy?: string;
  readonly update?: JsonValue;
}

/** The gap that actions resolve. */
export interface ResolvedGap {
  readonly id: string;
  /** The result of `hashPlaces` for the gap. */
  readonly from?: string | undefined;
}

/**
 * Edits a description through the actions of an overlay. The parsed description stays as it is, and each edit adds
 * actions.
 */
class OverlayEdit implements DescriptionEdit {
  #value: unknown;
  readonly #resolved: ResolvedGap | undefined;
  readonly actions: WrittenAction[] = [];
  /** The pointer of the last action. */
  #last: string | undefined;

  /** `value` is the description to which the actions will apply. */
  constructor(value: unknown, resolved?: ResolvedGap) {
    this.#value = value;
    this.#resolved = resolved;
  }

  read(pointer: string): unknown {
    let value = this.#value;
    for (const token of splitPointer(pointer)) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token))
        throw new EditRefusal('this place does not exist after the overlays');
      value = Reflect.get(value, token);
    }
    return value;
  }

  replaceMember(pointer: string, key: string, members: readonly Member[]): void {
    this.#add(`${pointer}/${encodePointerToken(key)}`, { remove: true });
    this.addMembers(pointer, members);
  }

  addMembers(pointer: string, members: readonly Member[]): void {
    if (members.length > 0) this.#add(pointer, { update: Object.fromEntries(members) });
  }

  replaceValue(pointer: string, value: JsonValue): void {
    const [holder, key] = splitLast(pointer);
    if (!isObject(this.read(holder))) throw new EditRefusal('there is no object here');
    const old = this.read(pointer);
    if (typeof old === 'object' && old !== null) this.#add(pointer, { remove: true });
    this.#add(holder, { update: { [key]: value } });
  }

  appendText(pointer: string, added: string): void {
    const old = String(this.read(pointer)).trimEnd();
    this.replaceValue(pointer, `${old}${/[.!?]$/.test(old) || old === '' ? '' : '.'} ${added}`.trim());
  }

  renameMember(pointer: string, key: string, name: string): void {
    const [from, to] = [key, name].map((one) => `${pointer}/${encodePointerToken(one)}`);
    const copy = this.#writeQuery(from ?? '');
    this.#add(pointer, { update: { [name]: {} } });
    this.#add(to ?? '', { copy });
    this.#add(from ?? '', { remove: true });
  }

  removeItem(pointer: string, index: number): void {
    this.#add(`${pointer}/${index}`, { remove: true });
  }

  appendItem(pointer: string, value: JsonValue): void {
    // The update contains a list, so the action also works without the earlier action that created the list.
    const [holder, key] = splitLast(pointer);
    this.#add(holder, { update: { [key]: [value] } });
  }

  // Merges two successive updates of one object into one action.
  #add(pointer: string, change: Pick<WrittenAction, 'remove' | 'copy' | 'update'>): void {
    const target = this.#writeQuery(pointer);
    const { id, from } = this.#resolved ?? {};
    const isFirst = this.actions.length === 0;
    const action = {
      target,
      ...(id !== undefined && { 'x-resolves': id }),
      ...(from !== undefined && isFirst && { 'x-resolves-from': from }),
      ...change,
    };
    this.#value = applyAction(this.#value, action).value;
    const last = this.actions.at(-1);
    const merged = this.#last === pointer ? mergeUpdates(last?.update, change.update) : undefined;
    if (merged === undefined) this.actions.push(action);
    else this.actions.splice(-1, 1, { ...action, ...last, update: merged });
    this.#last = pointer;
  }

  #writeQuery(pointer: string): string {
    let query = '$';
    let holder = this.#value;
    for (const token of splitPointer(pointer)) {
      query += Array.isArray(holder) ? writeItem(holder, Number(token)) : writeName(token);
      holder = typeof holder === 'object' && holder !== null ? Reflect.get(holder, token) : undefined;
    }
    return query;
  }
}

function splitLast(pointer: string): readonly [holder: string, key: string] {
  const end = pointer.lastIndexOf('/');
  return [pointer.slice(0, end), splitPointer(pointer.slice(end))[0] ?? ''];
}

function mergeUpdates(one: JsonValue | undefined, other: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonObject(one) || !isJsonObject(other)) return undefined;
  return Object.keys(other).some((key) => Object.hasOwn(one, key)) ? undefined : { ...one, ...other };
}

function writeName(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${writeText(name)}]`;
}

// RFC 9535, section 2.3.1.1: a name in single quotes, with the escapes of JSON.
function writeText(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

// Selects an item by a member that distinguishes it, if there is one, so that the query still matches after the list is
// reordered.
function writeItem(list: readonly unknown[], index: number): string {
  const item = list[index];
  if (typeof item === 'string' && list.filter((one) => one === item).length === 1) return `[?@ == ${writeText(item)}]`;
  for (const field of ['id', 'name']) {
    const value = isObject(item) ? item[field] : undefined;
    const isUnique = list.filter((one) => isObject(one) && one[field] === value).length === 1;
    if (typeof value === 'string' && isUnique) return `[?@.${field} == ${writeText(value)}]`;
  }
  return `[${index}]`;
}

/** An overlay to which actions are added. */
interface EditedOverlay {
  /** The file of the description. */
  readonly entry: string;
  readonly value: unknown;
  readonly title: string;
  /** The text of the overlay. Absent if the overlay is new. */
  readonly text: string | undefined;
  readonly isJson: boolean;
  /** The path of the description, relative to the folder of the overlay. */
  readonly path: string;
}

/**
 * Adds an action at the end of an overlay for each edit that `write` makes, and returns the new text. The actions answer
 * the gap `resolved`.
 */
export function planOverlay(overlay: EditedOverlay, write: (open: OpenEdit) => void, resolved?: ResolvedGap): string {
  const edit = new OverlayEdit(overlay.value, resolved);
  write((file) => {
    if (file === overlay.entry) return edit;
    throw new EditRefusal('the place is in another file, to which overlays do not apply', 'outside');
  });
  return writeActions(edit.actions, overlay);
}

function writeActions(actions: readonly WrittenAction[], { text, isJson, title, path }: EditedOverlay): string {
  const rows = actions.map((action) => ({ ...action }));
  if (text === undefined) {
    const info = { title: `Answers about ${title}`, version: '1' };
    const overlay = { overlay: '1.1.0', info, extends: path, actions: rows };
    return `${isJson ? JSON.stringify(overlay, undefined, 2) : printBlock(overlay)}\n`;
  }
  const edit = new SourceEdit(text);
  const overlay = edit.read('');
  const isOld = isObject(overlay) && /^1\.0\b/.test(String(overlay['overlay']));
  if (isOld && actions.some(({ copy }) => copy !== undefined))
    throw new EditRefusal("this needs the action 'copy', which is new in overlays of version 1.1", 'version');
  for (const row of rows) edit.appendItem('/actions', row);
  return edit.text;
}
