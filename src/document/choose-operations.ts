import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { buildChildOrigin, formatOrigin, type Origin } from '../diagnostics/origin.js';
import { isObject, type ObjectValue } from '../model/element.js';
import { listFields } from '../model/openapi-objects.js';
import type { FilteredOperation, OperationFilter } from '../model/operation-filter.js';
import type { Document } from './document.js';
import type { GrowingDocument } from './growing-document.js';
import { getMemberKind, isOpaque, type ValueKind } from './places.js';
import { findValue, resolveReference } from './resolve.js';
import { OperationSelector } from './select-operations.js';

/** Follows the reference of a path item. */
export type FollowPathItem = (from: Origin, text: string) => void;

/**
 * Removes the operations and webhooks that a filter leaves out, and everything that only leads to them. Reports entries
 * of the filter that match nothing.
 */
export function chooseOperations(
  document: GrowingDocument,
  follow: FollowPathItem,
  filter: OperationFilter,
  diagnostics: Diagnostics,
): void {
  new OperationChoice(document, follow).choose(new OperationSelector(filter), diagnostics);
}

/** An operation and its place. */
interface PlacedOperation extends FilteredOperation {
  readonly origin: Origin;
  /** The member of `paths` or `webhooks` that leads to it. */
  readonly entry: Origin;
  readonly value: ObjectValue;
  readonly pathItems: readonly ObjectValue[];
}

class OperationChoice {
  readonly #document: GrowingDocument;
  readonly #follow: FollowPathItem;
  readonly #root: Origin;

  constructor(document: GrowingDocument, follow: FollowPathItem) {
    this.#document = document;
    this.#follow = follow;
    this.#root = { file: document.entry, pointer: '' };
  }

  /** Removes the operations that the selector does not keep, and what leads to them. */
  choose(selector: OperationSelector, diagnostics: Diagnostics): void {
    const all = this.#listOperations();
    const kept = new Set(all.filter((one) => selector.isKept({ ...one, operation: one.value })));
    const idle = selector.listIdle();
    if (idle.length > 0) diagnostics.report('filter-selects-nothing', undefined, { entries: idle });
    if (kept.size === 0 && all.length > 0) diagnostics.report('filter-keeps-nothing', undefined, {});
    const [keptPlaces, keptEntries] = [
      new Set([...kept].map(({ origin }) => formatOrigin(origin))),
      new Set([...kept].map(({ entry }) => formatOrigin(entry))),
    ];
    const removed = all.filter((one) => !kept.has(one));
    // Two paths may share a path item.
    const places = removed.map(({ origin }) => origin).filter((origin) => !keptPlaces.has(formatOrigin(origin)));
    const entries = removed.map(({ entry }) => entry).filter((entry) => !keptEntries.has(formatOrigin(entry)));
    this.#document.filtered.push(...removed);
    this.#removeLinks(removed, new Set(places.map(formatOrigin)));
    this.#document.keepUnfiltered();
    this.#document.remove(places);
    this.#document.keepUnfiltered();
    this.#document.remove(entries);
    this.#removeExtensions();
    this.#omitUnused([...kept]);
  }

  #removeLinks(removed: readonly PlacedOperation[], places: ReadonlySet<string>): void {
    const ids: ReadonlySet<unknown> = new Set(removed.flatMap(({ operationId }) => operationId ?? []));
    const links = listLinks(this.#document, ({ operationId, operationRef }, origin) => {
      if (operationId !== undefined) return ids.has(operationId);
      const target =
        typeof operationRef === 'string' ? resolveReference(this.#document, origin, operationRef) : undefined;
      return target !== undefined && places.has(formatOrigin(target.origin));
    });
    this.#document.remove(links);
  }

  #listOperations(): PlacedOperation[] {
    return ['paths', 'webhooks'].flatMap((section) => {
      const items = findValue(this.#document, buildChildOrigin(this.#root, section));
      const names = Object.keys(isObject(items) ? items : {}).filter((name) => !name.startsWith('x-'));
      return names.flatMap((path) => this.#listPathItem(path, buildChildOrigin(this.#root, section, path)));
    });
  }

  #listPathItem(path: string, entry: Origin): PlacedOperation[] {
    const chain = this.#openChain(entry);
    const pathItems = chain.map(({ value }) => value);
    return chain.flatMap(({ origin, value }) =>
      listMethods(origin, value).map(({ method, ...placed }) => {
        const id = placed.value['operationId'];
        return { ...placed, method, path, entry, pathItems, ...(typeof id === 'string' && { operationId: id }) };
      }),
    );
  }

  #openChain(entry: Origin): { readonly origin: Origin; readonly value: ObjectValue }[] {
    const chain = new Map<string, { readonly origin: Origin; readonly value: ObjectValue }>();
    for (let origin: Origin | undefined = entry; origin && !chain.has(formatOrigin(origin)); ) {
      const value = findValue(this.#document, origin);
      if (!isObject(value)) break;
      chain.set(formatOrigin(origin), { origin, value });
      const reference: unknown = value['$ref'];
      if (typeof reference !== 'string') break;
      this.#follow(origin, reference);
      origin = resolveReference(this.#document, origin, reference)?.origin;
    }
    return [...chain.values()];
  }

  // Tags are in a list, whose items must keep their places. So tags are not removed here. They are left out when the
  // list is read.
  #omitUnused(kept: readonly PlacedOperation[]): void {
    const root = findValue(this.#document, this.#root);
    if (!isObject(root)) return;
    if (kept.every(({ value }) => value['security'] !== undefined))
      this.#document.remove([buildChildOrigin(this.#root, 'security')]);
    const tags: readonly unknown[] = Array.isArray(root['tags']) ? root['tags'] : [];
    const used = new Set(kept.flatMap(({ value }) => (Array.isArray(value['tags']) ? value['tags'] : [])));
    const parents = new Map(
      tags.flatMap((tag) => (isObject(tag) ? [[tag['name'], tag['parent'] ?? tag['x-parent']] as const] : [])),
    );
    for (const name of used) if (parents.get(name) !== undefined) used.add(parents.get(name));
    for (const [index, tag] of tags.entries()) {
      if (isObject(tag) && !used.has(tag['name']))
        this.#document.omitted.push(buildChildOrigin(this.#root, 'tags', index));
    }
    this.#omitGroups(root['x-tagGroups'], used);
  }

  #omitGroups(groups: unknown, used: ReadonlySet<unknown>): void {
    if (!Array.isArray(groups)) return;
    for (const [index, group] of groups.entries()) {
      const names: unknown = isObject(group) ? group['tags'] : undefined;
      if (!Array.isArray(names)) continue;
      const place = buildChildOrigin(this.#root, 'x-tagGroups', index);
      const unused = names.flatMap((name, at) => (used.has(name) ? [] : [buildChildOrigin(place, 'tags', at)]));
      this.#document.omitted.push(...(unused.length === names.length ? [place] : unused));
    }
  }

  // It is not known which operations an extension of the root describes, and its references could lead to removed
  // parts.
  #removeExtensions(): void {
    const root = findValue(this.#document, this.#root);
    const extensions = Object.entries(isObject(root) ? root : {}).filter(([key]) => key.startsWith('x-'));
    const referring = extensions.filter(([, value]) => hasReference(value));
    this.#document.remove(referring.map(([key]) => buildChildOrigin(this.#root, key)));
  }
}

function hasReference(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (isObject(value) && typeof value['$ref'] === 'string') return true;
  return Object.values(value).some(hasReference);
}

function listMethods(pathItem: Origin, value: ObjectValue): { method: string; origin: Origin; value: ObjectValue }[] {
  return listFields('pathItem').flatMap(({ name, object, holds }) => {
    const found = value[name];
    if (object !== 'operation' || !isObject(found)) return [];
    const origin = buildChildOrigin(pathItem, name);
    if (holds === 'object') return [{ method: name.toUpperCase(), origin, value: found }];
    return Object.entries(found).flatMap(([method, operation]) =>
      isObject(operation) ? [{ method, origin: buildChildOrigin(origin, method), value: operation }] : [],
    );
  });
}

/** Lists the links that `leadsAway` finds in the files read so far, and the references to these links. */
function listLinks(document: Document, leadsAway: (link: ObjectValue, origin: Origin) => boolean): Origin[] {
  const links = listAll(document);
  const away = links.filter(({ value, origin }) => leadsAway(value, origin));
  const places = new Set(away.map(({ origin }) => formatOrigin(origin)));
  const referring = links.filter(({ value, origin }) => {
    const reference: unknown = value['$ref'];
    const target = typeof reference === 'string' ? resolveReference(document, origin, reference) : undefined;
    return target !== undefined && places.has(formatOrigin(target.origin));
  });
  return [...away, ...referring].map(({ origin }) => origin);
}

interface Link {
  readonly origin: Origin;
  readonly value: ObjectValue;
}

function listAll(document: Document): Link[] {
  const found: Link[] = [];
  const waiting: { readonly origin: Origin; readonly value: unknown; readonly place: ValueKind }[] = [];
  const origin = { file: document.entry, pointer: '' };
  waiting.push({ origin, value: findValue(document, origin), place: 'openapi' });
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { place } = next;
    // Schemas have no links.
    if (isOpaque(place) || place === 'schema' || place === 'schema{}') continue;
    if (place === 'link' && isObject(next.value)) found.push({ origin: next.origin, value: next.value });
    if (typeof next.value !== 'object' || next.value === null) continue;
    for (const [key, value] of Object.entries(next.value)) {
      const inside = Array.isArray(next.value) ? place : getMemberKind(place, key);
      waiting.push({ origin: buildChildOrigin(next.origin, key), value, place: inside });
    }
  }
  return found;
}
