import { buildChildOrigin, type Origin } from '../../diagnostics/origin.js';
import type { Document } from '../../document/document.js';
import { isObject, type ObjectValue } from '../../model/is-object.js';
import type { Node } from '../node.js';

/** An item that an object of the description contains in full. It is not checked yet. */
export interface FoundItem {
  /** The object that has the item. */
  readonly origin: Origin;
  /** The place of the item itself. */
  readonly entry: Origin;
  readonly value: ObjectValue;
}

/**
 * Finds what looks like an item written in full, by id, in the order of the description. If two have the same id, the
 * first counts.
 */
export function findItems(document: Document): Map<string, FoundItem> {
  const found = new Map<string, FoundItem>();
  const entry = document.files.get(document.entry);
  for (const { file, value } of new Set([...(entry ? [entry] : []), ...document.files.values()]))
    findInFile({ origin: { file, pointer: '' }, value }, found);
  // The remaining objects may name an item that is written in full on an object that a filter removed.
  for (const node of document.removed) findInFile(node, found);
  return found;
}

function findInFile(root: Node, found: Map<string, FoundItem>): void {
  const waiting: Node[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node.value !== 'object' || node.value === null) continue;
    const { origin } = node;
    if (isObject(node.value)) addItems(origin, node.value['x-not-shown'], found);
    const inside = Object.entries(node.value).filter(([, child]) => typeof child === 'object' && child !== null);
    for (const [key, value] of inside.reverse()) waiting.push({ origin: buildChildOrigin(origin, key), value });
  }
}

function addItems(origin: Origin, entries: unknown, found: Map<string, FoundItem>): void {
  if (!Array.isArray(entries)) return;
  for (const [index, value] of entries.entries()) {
    if (!isObject(value)) continue;
    const { id } = value;
    if (typeof id === 'string' && !found.has(id))
      found.set(id, { origin, entry: buildChildOrigin(buildChildOrigin(origin, 'x-not-shown'), index), value });
  }
}
