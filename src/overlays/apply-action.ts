import { isObject } from '../model/element.js';
import { type Location, listNodes } from './list-nodes.js';
import { Origins, setMember } from './origins.js';

/** The Action Object (Overlay 1.1, section 4.4.3). */
export interface Action {
  readonly target: string;
  readonly remove?: boolean;
  readonly update?: unknown;
  /** A JSONPath query. It must select exactly one node, whose value is merged into each target. */
  readonly copy?: string;
  readonly description?: string;
  /** The id of the gap that the action answers. */
  readonly 'x-resolves'?: string;
  /** The result of `hashPlaces` for the gap when the answer was written. */
  readonly 'x-resolves-from'?: string;
}

interface Applied {
  readonly value: unknown;
  /** The number of nodes that the target selects. */
  readonly count: number;
}

/** The object or array that contains a node, and its name or index there. */
interface Slot {
  readonly parent: unknown;
  readonly key: string | number;
}

/**
 * Applies an action to a copy of a description. `remove` has precedence over `update` and `copy`. Throws a
 * `SyntaxError` if a query is not valid, and a `RangeError` if `copy` does not select exactly one node, if the root
 * would be removed, or if a limit is exceeded.
 */
export function applyAction(
  description: unknown,
  action: Action,
  origins: Origins = new Origins(Number.POSITIVE_INFINITY),
): Applied {
  const holder = { root: origins.clone(description, false) };
  const locations = listNodes(action.target, holder.root, origins.limits);
  const slots = locations.map((location) => findSlot(holder, location));
  if (action.remove === true) {
    if (locations.some(({ length }) => length === 0)) throw new RangeError('an action cannot remove the root');
    removeSlots(slots, origins);
  } else {
    for (const part of listParts(action, description, origins)) {
      for (const { parent, key } of slots) mergeSlot(parent, key, part, origins);
    }
  }
  return { value: holder.root, count: locations.length };
}

// Lists the values to merge, each as an object and the key of a member. `origins` needs the object to find the place of
// the value.
function listParts(action: Action, description: unknown, { limits }: Origins): Slot[] {
  const updates = action.update === undefined ? [] : [{ parent: action, key: 'update' }];
  if (action.copy === undefined) return updates;
  const sources = listNodes(action.copy, description, limits);
  const [source] = sources;
  if (source === undefined || sources.length > 1) {
    throw new RangeError(`a copy needs exactly one source, and the query selects ${sources.length}`);
  }
  return [findSlot({ root: description }, source), ...updates];
}

function findSlot(holder: { readonly root: unknown }, location: Location): Slot {
  let slot: Slot = { parent: holder, key: 'root' };
  for (const key of location) slot = { parent: get(slot.parent, slot.key), key };
  return slot;
}

function get(parent: unknown, key: string | number): unknown {
  if (Array.isArray(parent)) return parent[Number(key)];
  return isObject(parent) && Object.hasOwn(parent, key) ? parent[key] : undefined;
}

// If the target is an array and the value is not, the value becomes one more item.
function mergeSlot(parent: unknown, key: string | number, part: Slot, origins: Origins): void {
  if (typeof parent !== 'object' || parent === null) return;
  const [target, value] = [get(parent, key), get(part.parent, part.key)];
  if (Array.isArray(target) && !Array.isArray(value)) addMember(target, target.length, part, origins);
  else mergeMember(parent, key, part, origins);
}

// Merges in place, so that a target inside another target stays a part of the description.
function mergeMember(parent: object, key: string | number, part: Slot, origins: Origins): void {
  const [target, value] = [get(parent, key), get(part.parent, part.key)];
  origins.count();
  if (Array.isArray(target) && Array.isArray(value)) {
    // Lists the indexes first, because the target of a copy can be its own source.
    for (const index of [...value.keys()]) addMember(target, target.length, { parent: value, key: index }, origins);
  } else if (isObject(target) && isObject(value)) {
    for (const name of Object.keys(value)) mergeMember(target, name, { parent: value, key: name }, origins);
  } else {
    addMember(parent, key, part, origins);
  }
}

function addMember(parent: object, key: string | number, part: Slot, origins: Origins): void {
  const value = get(part.parent, part.key);
  const origin = typeof part.parent === 'object' && part.parent ? origins.find(part.parent, part.key) : undefined;
  setMember(parent, key, origins.clone(value, true));
  origins.set(parent, key, origin);
}

// Removes all items of an array at once, because each removal moves the later ones.
function removeSlots(slots: readonly Slot[], origins: Origins): void {
  const items = new Map<unknown[], Set<number>>();
  for (const { parent, key } of slots) {
    if (Array.isArray(parent)) items.set(parent, (items.get(parent) ?? new Set()).add(Number(key)));
    else if (isObject(parent)) Reflect.deleteProperty(parent, key);
  }
  for (const [list, removed] of items) {
    const kept = list
      .map((item, index) => ({ item, origin: origins.find(list, index) }))
      .filter((_, index) => !removed.has(index));
    list.length = 0;
    for (const [index, { item, origin }] of kept.entries()) {
      list.push(item);
      origins.set(list, index, origin);
    }
  }
}
