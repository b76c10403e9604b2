import { isRecord } from './is-record.js';

/** Fills the defaults of one schema into a value. */
export type Fill = (value: unknown) => unknown;

/**
 * Returns an object with the defaults of its absent members, and its other members filled; other values as they are.
 */
export function fillMembers(
  value: unknown,
  defaults: Readonly<Record<string, unknown>>,
  members: Readonly<Record<string, Fill>> = {},
): unknown {
  if (!isRecord(value)) return value;
  const filled = new Map([
    ...Object.entries(defaults),
    ...Object.entries(value).filter(([, member]) => member !== undefined),
  ]);
  for (const [name, fill] of Object.entries(members)) if (filled.has(name)) filled.set(name, fill(filled.get(name)));
  return Object.fromEntries(filled);
}

/** Returns an array with its items filled; other values as they are. */
export function fillItems(value: unknown, fill: Fill): unknown {
  return Array.isArray(value) ? value.map(fill) : value;
}

/** Returns an object with all members filled that `listed` does not name; other values as they are. */
export function fillOthers(value: unknown, listed: readonly string[], fill: Fill): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, listed.includes(name) ? member : fill(member)]),
  );
}

/** Returns an object filled by the text in one of its members; other values as they are. */
export function fillTagged(value: unknown, property: string, fills: Readonly<Record<string, Fill>>): unknown {
  const tag = isRecord(value) && Object.hasOwn(value, property) ? value[property] : undefined;
  const fill = typeof tag === 'string' && Object.hasOwn(fills, tag) ? fills[tag] : undefined;
  return fill ? fill(value) : value;
}
