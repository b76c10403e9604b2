import { isObject } from '../model/is-object.js';
import { type Location, listNodes } from './list-nodes.js';

/** An Action Object of an overlay (Overlay 1.1, section 4.4.3), whose fields have the types of the specification. */
export interface Action {
  readonly target: string;
  readonly remove?: boolean;
  readonly update?: unknown;
  /** A query for the one node whose value is merged into each target. */
  readonly copy?: string;
}

/** A description after an action. */
interface Applied {
  readonly value: unknown;
  /** How many nodes the target selects. */
  readonly count: number;
}

/** The object or array that contains a node, and its name or index there. */
interface Slot {
  readonly parent: unknown;
  readonly key: string | number;
}

/**
 * Applies an action to a copy of a description. `remove` wins over `update` and `copy`. Throws a `SyntaxError` for a query
 * that is not one, and a `RangeError` where a copy has not exactly one source or the root is removed.
 */
export function applyAction(description: unknown, action: Action): Applied {
  const holder = { root: structuredClone(description) };
  const locations = listNodes(action.target, holder.root);
  const slots = locations.map((location) => findSlot(holder, location));
  if (action.remove === true) {
    if (locations.some(({ length }) => length === 0)) throw new RangeError('an action cannot remove the root');
    removeSlots(slots);
  } else {
    for (const part of listParts(action, description)) {
      for (const { parent, key } of slots) set(parent, key, mergeTarget(get(parent, key), structuredClone(part)));
    }
  }
  return { value: holder.root, count: locations.length };
}

function listParts({ update, copy }: Action, description: unknown): unknown[] {
  const updates = update === undefined ? [] : [update];
  if (copy === undefined) return updates;
  const sources = listNodes(copy, description);
  const [source] = sources;
  if (source === undefined || sources.length > 1) {
    throw new RangeError(`a copy needs exactly one source, and the query selects ${sources.length}`);
  }
  const { parent, key } = findSlot({ root: description }, source);
  return [get(parent, key), ...updates];
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

// A member may be named `__proto__`, which an assignment would not create.
function set(parent: unknown, key: string | number, value: unknown): void {
  if (typeof parent !== 'object' || parent === null) return;
  Object.defineProperty(parent, key, { value, configurable: true, enumerable: true, writable: true });
}

// What is not an array is one entry of an array that is a target.
function mergeTarget(target: unknown, update: unknown): unknown {
  return merge(target, Array.isArray(target) && !Array.isArray(update) ? [update] : update);
}

// Merges in place, so that a target below another one stays part of the description.
function merge(target: unknown, update: unknown): unknown {
  if (Array.isArray(target) && Array.isArray(update)) {
    for (const item of update as readonly unknown[]) target.push(item);
    return target;
  }
  if (!isObject(target) || !isObject(update)) return update;
  for (const [key, value] of Object.entries(update)) {
    set(target, key, Object.hasOwn(target, key) ? merge(target[key], value) : value);
  }
  return target;
}

// Of an array all at once, since each removal moves the later items.
function removeSlots(slots: readonly Slot[]): void {
  const items = new Map<unknown[], Set<number>>();
  for (const { parent, key } of slots) {
    if (Array.isArray(parent)) items.set(parent, (items.get(parent) ?? new Set()).add(Number(key)));
    else if (isObject(parent)) Reflect.deleteProperty(parent, key);
  }
  for (const [list, removed] of items) {
    const kept = list.filter((_, index) => !removed.has(index));
    list.length = 0;
    for (const item of kept) list.push(item);
  }
}
