import { encodePointerToken, formatOrigin, type Origin, splitPointer } from '../diagnostics/origin.js';
import type { BundlePlaces } from './bundle-places.js';
import { printFragment } from './bundle-references.js';
import type { Document } from './document.js';
import { EditTree } from './edit-tree.js';
import { findMember } from './resolve.js';

/**
 * Removes members of arrays and maps from a bundle, with the references to them. Adjusts references into an array that
 * became shorter.
 */
export function omitMembers(
  document: Document,
  places: BundlePlaces,
  bundle: unknown,
  omit: readonly Origin[],
): unknown {
  const edits = new EditTree();
  const removed = new Set<string>();
  for (const origin of withReferences(document, omit)) {
    const pointer = places.locate(origin);
    if (pointer === undefined) continue;
    removed.add(pointer);
    edits.add(pointer, { kind: 'remove' });
  }
  const replaced = new Set(places.parts.map(({ insteadOf }) => insteadOf));
  for (const reference of document.references) {
    if (replaced.has(reference)) continue;
    const { at, target } = reference;
    const [holder, pointer] = [places.locate(at), places.locate(target)];
    const moved = pointer && movePointer(bundle, pointer, removed);
    if (holder === undefined || pointer === moved || !isPointer(readPointer(bundle, holder))) continue;
    edits.add(holder, { kind: 'replace', value: () => `#${printFragment(moved ?? '')}` });
  }
  return edits.apply(bundle, '');
}

// An object with a reference to an omitted value is omitted too, and so are references to that object.
function withReferences(document: Document, omit: readonly Origin[]): Origin[] {
  const holders = new Map<string, Origin[]>();
  for (const { kind, from, target } of document.references) {
    if (kind !== '$ref') continue;
    const list = holders.get(formatOrigin(target)) ?? [];
    holders.set(formatOrigin(target), list);
    list.push(from);
  }
  const found = new Map<string, Origin>();
  const open = [...omit];
  for (let origin = open.pop(); origin; origin = open.pop()) {
    if (found.has(formatOrigin(origin))) continue;
    found.set(formatOrigin(origin), origin);
    open.push(...(holders.get(formatOrigin(origin)) ?? []));
  }
  return [...found.values()];
}

function movePointer(bundle: unknown, pointer: string, removed: ReadonlySet<string>): string {
  let value = bundle;
  let place = '';
  let moved = '';
  for (const token of splitPointer(pointer)) {
    const isItem = Array.isArray(value);
    let index = Number(token);
    for (let before = 0; isItem && before < Number(token); before++) if (removed.has(`${place}/${before}`)) index--;
    value = findMember(value, token);
    place += `/${encodePointerToken(token)}`;
    moved += `/${isItem ? index : encodePointerToken(token)}`;
  }
  return moved;
}

function readPointer(bundle: unknown, pointer: string): unknown {
  return splitPointer(pointer).reduce(findMember, bundle);
}

function isPointer(text: unknown): boolean {
  return typeof text === 'string' && text.startsWith('#/');
}
