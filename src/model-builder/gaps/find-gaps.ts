import { buildChildOrigin, formatOrigin, type Origin } from '../../diagnostics/origin.js';
import type { Document } from '../../document/document.js';
import { findValue } from '../../document/resolve.js';
import { isObject, type NotShown, type ObjectValue } from '../../model/element.js';
import type { Node } from '../context.js';

/** A gap that an object of the description contains in full. It is not checked yet. */
export interface FoundGap {
  /** The object that has the gap. */
  readonly origin: Origin;
  /** The place of the gap itself. */
  readonly entry: Origin;
  readonly value: ObjectValue;
  /** Whether a filter omits the object. */
  readonly isRemoved: boolean;
}

/**
 * Finds what looks like a gap written in full, by id, in the order of the description. If two have the same id, the
 * first counts.
 */
export function findGaps(document: Document): Map<string, FoundGap> {
  const found = new Map<string, FoundGap>();
  const entry = document.files.get(document.entry);
  const skipped = new Set(document.omitted.map(formatOrigin));
  for (const { file, value } of new Set([...(entry ? [entry] : []), ...document.files.values()]))
    findInFile({ origin: { file, pointer: '' }, value }, { found, isRemoved: false, skipped });
  // The remaining objects may name a gap that is written in full on an object that a filter omits.
  const omitted = document.omitted.map((origin) => ({ origin, value: findValue(document, origin) }));
  for (const node of [...document.removed, ...omitted])
    findInFile(node, { found, isRemoved: true, skipped: new Set() });
  return found;
}

/** A value that replaces another one. */
interface Replacement {
  readonly origin: Origin;
  readonly value: unknown;
}

/**
 * Lists the gaps that are written in full only on an object that a filter omits. In the output, the first remaining
 * object that names such a gap has it in full.
 */
export function listMovedGaps(document: Document, gaps: readonly NotShown[]): Replacement[] {
  if (document.removed.length === 0 && document.omitted.length === 0) return [];
  const found = findGaps(document);
  return gaps.flatMap(({ id, places: [holder] }): Replacement[] => {
    const gap = found.get(id);
    if (!gap?.isRemoved || !holder) return [];
    const place = buildChildOrigin(holder, 'x-not-shown');
    const names = findValue(document, place);
    const index = Array.isArray(names) ? names.indexOf(id) : -1;
    return index < 0 ? [] : [{ origin: buildChildOrigin(place, index), value: gap.value }];
  });
}

/** How a part of a description is searched. */
interface Search {
  readonly found: Map<string, FoundGap>;
  readonly isRemoved: boolean;
  /** The places that are not searched, as `formatOrigin` writes them. */
  readonly skipped: ReadonlySet<string>;
}

function findInFile(root: Node, search: Search): void {
  const waiting: Node[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node.value !== 'object' || node.value === null) continue;
    const { origin } = node;
    if (search.skipped.size > 0 && search.skipped.has(formatOrigin(origin))) continue;
    if (isObject(node.value)) addGaps(origin, node.value['x-not-shown'], search);
    const inside = Object.entries(node.value).filter(([, child]) => typeof child === 'object' && child !== null);
    for (const [key, value] of inside.reverse()) waiting.push({ origin: buildChildOrigin(origin, key), value });
  }
}

function addGaps(origin: Origin, entries: unknown, { found, isRemoved }: Search): void {
  if (!Array.isArray(entries)) return;
  for (const [index, value] of entries.entries()) {
    if (!isObject(value)) continue;
    const { id } = value;
    if (typeof id === 'string' && !found.has(id))
      found.set(id, { origin, entry: buildChildOrigin(origin, 'x-not-shown', index), value, isRemoved });
  }
}
