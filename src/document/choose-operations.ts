import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { findNearestName } from '../diagnostics/nearest-name.js';
import { buildChildOrigin, formatOrigin, type Origin } from '../diagnostics/origin.js';
import { isObject, type ObjectValue } from '../model/element.js';
import { listFields } from '../model/openapi-objects.js';
import {
  type FilteredOperation,
  type OperationFilter,
  type OperationSelection,
  selectors,
} from '../model/operation-filter.js';
import type { Document } from './document.js';
import type { GrowingDocument } from './growing-document.js';
import { getMemberKind, isOpaque, type ValueKind } from './places.js';
import { findValue, resolveReference } from './resolve.js';

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
  const root = { file: document.entry, pointer: '' };
  const all = listOperations();
  const kept = selectOperations(all, filter, diagnostics);
  if (kept.size === 0 && all.length > 0) diagnostics.report('filter-keeps-nothing', undefined, {});
  const [keptPlaces, keptEntries] = [
    new Set([...kept].map(({ origin }) => formatOrigin(origin))),
    new Set([...kept].map(({ entry }) => formatOrigin(entry))),
  ];
  const removed = all.filter((one) => !kept.has(one));
  // Two paths may share a path item.
  const places = removed.map(({ origin }) => origin).filter((origin) => !keptPlaces.has(formatOrigin(origin)));
  const entries = removed.map(({ entry }) => entry).filter((entry) => !keptEntries.has(formatOrigin(entry)));
  document.filtered.push(...removed);
  removeLinks(removed, new Set(places.map(formatOrigin)));
  document.keepUnfiltered();
  document.remove(places);
  document.keepUnfiltered();
  document.remove(entries);
  removeExtensions();
  omitUnused([...kept]);

  function removeLinks(removed: readonly PlacedOperation[], places: ReadonlySet<string>): void {
    const ids: ReadonlySet<unknown> = new Set(removed.flatMap(({ operationId }) => operationId ?? []));
    const links = listLinks(document, ({ operationId, operationRef }, origin) => {
      if (operationId !== undefined) return ids.has(operationId);
      const target = typeof operationRef === 'string' ? resolveReference(document, origin, operationRef) : undefined;
      return target !== undefined && places.has(formatOrigin(target.origin));
    });
    document.remove(links);
  }

  function listOperations(): PlacedOperation[] {
    return ['paths', 'webhooks'].flatMap((section) => {
      const items = findValue(document, buildChildOrigin(root, section));
      const names = Object.keys(isObject(items) ? items : {}).filter((name) => !name.startsWith('x-'));
      return names.flatMap((path) => listPathItem(path, buildChildOrigin(root, section, path)));
    });
  }

  function listPathItem(path: string, entry: Origin): PlacedOperation[] {
    const chain = openChain(entry);
    const pathItems = chain.map(({ value }) => value);
    return chain.flatMap(({ origin, value }) =>
      listMethods(origin, value).map(({ method, ...placed }) => {
        const id = placed.value['operationId'];
        return { ...placed, method, path, entry, pathItems, ...(typeof id === 'string' && { operationId: id }) };
      }),
    );
  }

  function openChain(entry: Origin): { readonly origin: Origin; readonly value: ObjectValue }[] {
    const chain = new Map<string, { readonly origin: Origin; readonly value: ObjectValue }>();
    for (let origin: Origin | undefined = entry; origin && !chain.has(formatOrigin(origin)); ) {
      const value = findValue(document, origin);
      if (!isObject(value)) break;
      chain.set(formatOrigin(origin), { origin, value });
      const reference: unknown = value['$ref'];
      if (typeof reference !== 'string') break;
      follow(origin, reference);
      origin = resolveReference(document, origin, reference)?.origin;
    }
    return [...chain.values()];
  }

  // Tags are in a list, whose items must keep their places. So tags are not removed here. They are left out when the
  // list is read.
  function omitUnused(kept: readonly PlacedOperation[]): void {
    const whole = findValue(document, root);
    if (!isObject(whole)) return;
    if (kept.every(({ value }) => value['security'] !== undefined))
      document.remove([buildChildOrigin(root, 'security')]);
    const tags: readonly unknown[] = Array.isArray(whole['tags']) ? whole['tags'] : [];
    const used = new Set(kept.flatMap(({ value }) => (Array.isArray(value['tags']) ? value['tags'] : [])));
    const parents = new Map(
      tags.flatMap((tag) => (isObject(tag) ? [[tag['name'], tag['parent'] ?? tag['x-parent']] as const] : [])),
    );
    for (const name of used) if (parents.get(name) !== undefined) used.add(parents.get(name));
    for (const [index, tag] of tags.entries()) {
      if (isObject(tag) && !used.has(tag['name'])) document.omitted.push(buildChildOrigin(root, 'tags', index));
    }
    omitGroups(whole['x-tagGroups'], used);
  }

  function omitGroups(groups: unknown, used: ReadonlySet<unknown>): void {
    if (!Array.isArray(groups)) return;
    for (const [index, group] of groups.entries()) {
      const names: unknown = isObject(group) ? group['tags'] : undefined;
      if (!Array.isArray(names)) continue;
      const place = buildChildOrigin(root, 'x-tagGroups', index);
      const unused = names.flatMap((name, at) => (used.has(name) ? [] : [buildChildOrigin(place, 'tags', at)]));
      document.omitted.push(...(unused.length === names.length ? [place] : unused));
    }
  }

  // It is not known which operations an extension of the root describes, and its references could lead to removed
  // parts.
  function removeExtensions(): void {
    const whole = findValue(document, root);
    const extensions = Object.entries(isObject(whole) ? whole : {}).filter(([key]) => key.startsWith('x-'));
    const referring = extensions.filter(([, value]) => hasReference(value));
    document.remove(referring.map(([key]) => buildChildOrigin(root, key)));
  }
}

/** An operation and its place. */
interface PlacedOperation extends FilteredOperation {
  readonly origin: Origin;
  /** The member of `paths` or `webhooks` that leads to it. */
  readonly entry: Origin;
  readonly value: ObjectValue;
  readonly pathItems: readonly ObjectValue[];
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

/** Selects the operations that a filter keeps. Reports the entries of the filter that select nothing. */
function selectOperations(
  all: readonly PlacedOperation[],
  { include, exclude = {} }: OperationFilter,
  diagnostics: Diagnostics,
): ReadonlySet<PlacedOperation> {
  const included = include && listEntries(include);
  const excluded = listEntries(exclude);
  const named = all.map((operation) => [operation, listNames(operation)] as const);
  const kept = named.filter(([, names]) => {
    // Compares every entry with every operation, so that unused entries are found.
    const isIncluded = included === undefined || matchAny(included, names);
    return !matchAny(excluded, names) && isIncluded;
  });
  const idle = [...(included ?? []), ...excluded].filter(({ isUsed }) => !isUsed);
  const entries = idle.map(({ selector, entry }) => {
    const known = new Set(named.flatMap(([, names]) => names[selector]));
    return { selector, entry, likely: findSimilar(entry, [...known]) };
  });
  if (entries.length > 0) diagnostics.report('filter-selects-nothing', undefined, { entries });
  return new Set(kept.map(([operation]) => operation));
}

// Another name of a parameter in a path is a likely mistake, although it can differ in many letters.
function findSimilar(entry: string, known: readonly string[]): string | undefined {
  const unname = (text: string): string => text.replaceAll(/\{[^{}]*\}/g, '{}');
  return known.find((name) => unname(name) === unname(entry)) ?? findNearestName(entry, known);
}

type Names = { readonly [S in keyof OperationSelection]-?: readonly string[] };

interface Entry {
  readonly selector: keyof OperationSelection;
  readonly entry: string;
  readonly pattern: RegExp;
  isUsed: boolean;
}

function listEntries(selection: OperationSelection): Entry[] {
  return selectors.flatMap((selector) =>
    (selection[selector] ?? []).map((entry) => ({ selector, entry, pattern: readPattern(entry), isUsed: false })),
  );
}

function readPattern(entry: string): RegExp {
  const source = entry
    .split(/(\*+)/)
    .map((part) =>
      part.startsWith('**') ? '.*' : part === '*' ? '[^/]*' : part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'),
    );
  return new RegExp(`^${source.join('')}$`, 's');
}

function matchAny(entries: readonly Entry[], names: Names): boolean {
  const matching = entries.filter(({ selector, pattern }) => names[selector].some((name) => pattern.test(name)));
  for (const entry of matching) entry.isUsed = true;
  return matching.length > 0;
}

function listNames({ method, path, value, pathItems }: PlacedOperation): Names {
  const { tags, operationId } = value;
  return {
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
    paths: [path],
    ids: [...(typeof operationId === 'string' ? [operationId] : []), `${method} ${path}`],
    extensions: [value, ...pathItems].flatMap(listExtensions),
  };
}

function listExtensions(object: ObjectValue): string[] {
  return Object.entries(object).flatMap(([name, value]) => {
    if (!name.startsWith('x-') || value === false || value === null) return [];
    const values = Array.isArray(value) ? value : [value];
    return [name, ...values.flatMap((one: unknown) => (isObject(one) ? [] : [`${name}=${String(one)}`]))];
  });
}
