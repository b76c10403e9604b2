import { isObject, type ObjectValue } from '../model/is-object.js';

/** Calls `visit` for each object of a description, outer ones first, with the names and indexes that lead to it. */
export function walkObjects(
  description: unknown,
  path: readonly string[],
  visit: (value: ObjectValue, path: readonly string[]) => void,
): void {
  if (typeof description !== 'object' || description === null) return;
  if (isObject(description)) visit(description, path);
  for (const [key, member] of Object.entries(description)) walkObjects(member, [...path, key], visit);
}

/** Calls `visit` for each item that a description writes out in full. */
export function walkItems(description: unknown, visit: (item: ObjectValue) => void): void {
  walkObjects(description, [], (value) => listEntries(value).filter(isObject).forEach(visit));
}

/** Lists the ids of the items that an object has. */
export function listEntryIds(value: ObjectValue): readonly unknown[] {
  return listEntries(value).map((entry) => (isObject(entry) ? entry['id'] : entry));
}

function listEntries(value: ObjectValue): readonly unknown[] {
  const entries = value['x-not-shown'];
  return Array.isArray(entries) ? entries : [];
}
