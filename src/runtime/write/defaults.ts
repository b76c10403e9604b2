import { isRecord } from '../values/is-record.js';

/** Fills the defaults of one schema into a value. */
export type Fill = (value: unknown) => unknown;

/**
 * Returns an object with the defaults of its absent members and with its other members filled. Returns other values
 * unchanged.
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

/** Returns an array with its items filled. Returns other values unchanged. */
export function fillItems(value: unknown, fill: Fill): unknown {
  return Array.isArray(value) ? value.map(fill) : value;
}

/** Returns an object with all members filled except those in `listed`. Returns other values unchanged. */
export function fillOthers(value: unknown, listed: readonly string[], fill: Fill): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, listed.includes(name) ? member : fill(member)]),
  );
}

/** Returns an object filled according to the text in one of its members. Returns other values unchanged. */
export function fillTagged(value: unknown, property: string, fills: Readonly<Record<string, Fill>>): unknown {
  const tag = isRecord(value) && Object.hasOwn(value, property) ? value[property] : undefined;
  const fill = typeof tag === 'string' && Object.hasOwn(fills, tag) ? fills[tag] : undefined;
  return fill ? fill(value) : value;
}
