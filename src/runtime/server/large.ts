import type { Failure } from '../validate/validators.js';
import { pointerToken } from '../values/pointer.js';
import type { Mistake } from './refusal.js';

/**
 * Lists the numbers of a valid value that may differ from the sent ones (RFC 8259, 6): infinite numbers and, if the
 * description asks for an integer, integers of at least 2^53. Other numbers may be rounded.
 */
export function findLarge(value: unknown, validate: ((value: unknown) => readonly Failure[]) | undefined): Mistake[] {
  if (typeof value === 'string' || Number.isSafeInteger(value)) return [];
  const places = new Map<string, number>();
  const marked = markLarge(value, '', places);
  const infinite = [...places].filter(([, number]) => !Number.isFinite(number));
  if (infinite.length > 0) return infinite.map(([place]) => ({ place, message: 'must be a smaller number' }));
  if (!validate || places.size === 0) return [];
  const isMarked = (at: string): boolean =>
    [...places.keys()].some((place) => place === at || place.startsWith(`${at}/`));
  return validate(marked).flatMap(({ keyword, instancePath, message }) => {
    if (!kinds.has(keyword) || !isMarked(instancePath)) return [];
    return [{ place: instancePath, message: places.has(instancePath) ? range : message }];
  });
}

// The keywords that decide which kinds of values are allowed.
const kinds: ReadonlySet<string> = new Set(['type', 'format', 'anyOf', 'oneOf']);
const range = `must be an integer from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`;

// Replaces large numbers by a fraction, which is a number but not an integer.
function markLarge(value: unknown, path: string, places: Map<string, number>): unknown {
  if (typeof value === 'number' && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) {
    places.set(path, value);
    return 0.5;
  }
  if (Array.isArray(value)) return value.map((item, index) => markLarge(item, `${path}/${index}`, places));
  if (typeof value !== 'object' || value === null || value instanceof Blob || value instanceof Uint8Array) return value;
  const members = Object.entries(value).map(([name, member]): [string, unknown] => {
    return [name, markLarge(member, `${path}/${pointerToken(name)}`, places)];
  });
  return Object.fromEntries(members);
}
