import type { JsonValue } from '../../model/element.js';
import { getJsonType, type TypeSet, typeSets } from '../../model/json-type.js';
import type { KeywordHolding, SchemaMember } from '../../model/schema-keywords.js';

type Bound = KeywordHolding<'number' | 'count'> & SchemaMember;

/** The bounds of a value. */
export type Bounds = { readonly [B in Bound]?: number | bigint };

/** Two bounds that no value of some types satisfies. */
export interface CrossedBounds {
  readonly types: TypeSet;
  readonly lower: Bound;
  readonly upper: Bound;
}

const pairs: readonly (readonly ['string' | 'array' | 'object' | 'number', Bound, Bound])[] = [
  ['string', 'minLength', 'maxLength'],
  ['array', 'minItems', 'maxItems'],
  ['object', 'minProperties', 'maxProperties'],
  ['number', 'minimum', 'maximum'],
  ['number', 'exclusiveMinimum', 'maximum'],
  ['number', 'minimum', 'exclusiveMaximum'],
  ['number', 'exclusiveMinimum', 'exclusiveMaximum'],
];

/** The names of all bounds. */
export const boundNames: ReadonlySet<Bound> = new Set(pairs.flatMap(([, lower, upper]) => [lower, upper]));

/** The bounds of a value without bounds. */
export const noBounds: Bounds = {};

/** Returns the tightest bounds of several schemas that apply to the same value. */
export function intersectBounds(every: readonly Bounds[]): Bounds {
  const all = every.filter((bounds) => bounds !== noBounds);
  const [only = noBounds, ...others] = all;
  if (others.length === 0) return only;
  const tightest: { [B in Bound]?: number | bigint } = {};
  for (const bounds of all) {
    for (const [, lower, upper] of pairs) {
      const [low, high] = [bounds[lower], bounds[upper]];
      if (low !== undefined && low > (tightest[lower] ?? -Infinity)) tightest[lower] = low;
      if (high !== undefined && high < (tightest[upper] ?? Infinity)) tightest[upper] = high;
    }
  }
  return tightest;
}

/** Returns whether a value is within bounds. */
export function isWithin(value: JsonValue, bounds: Bounds): boolean {
  const type = getJsonType(value);
  const size = countSize(value);
  return pairs.every(([about, lower, upper]) => {
    if (about !== type || size === undefined) return true;
    const { [lower]: low = size, [upper]: high = size } = bounds;
    if (low > size || high < size) return false;
    return (
      !(isExclusive(lower) && lower in bounds && low >= size) &&
      !(isExclusive(upper) && upper in bounds && high <= size)
    );
  });
}

// A length counts characters, not UTF-16 code units (validation, 6.3.1).
function countSize(value: JsonValue): number | bigint | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value === 'string') return [...value].length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined;
}

/** Lists the bounds that contradict each other, with the types that have no valid value. */
export function listCrossedBounds(bounds: Bounds): CrossedBounds[] {
  const crossed: CrossedBounds[] = [];
  if (bounds === noBounds) return crossed;
  for (const [type, lower, upper] of pairs) {
    const low = bounds[lower];
    const high = low === undefined ? undefined : bounds[upper];
    if (low === undefined || high === undefined) continue;
    if (low > high || (low >= high && (isExclusive(lower) || isExclusive(upper))))
      crossed.push({ types: typeSets[type], lower, upper });
    else if (type === 'number' && !hasInteger(bounds, lower, upper))
      crossed.push({ types: typeSets.integer, lower, upper });
  }
  return crossed;
}

function isExclusive(bound: Bound): boolean {
  return bound === 'exclusiveMinimum' || bound === 'exclusiveMaximum';
}

function hasInteger(bounds: Bounds, lower: Bound, upper: Bound): boolean {
  const [low = 0, high = 0] = [bounds[lower], bounds[upper]];
  const first = isExclusive(lower) ? addOne(roundDown(low)) : -roundDown(-low);
  const last = isExclusive(upper) ? -addOne(roundDown(-high)) : roundDown(high);
  return first <= last;
}

function roundDown(value: number | bigint): number | bigint {
  return typeof value === 'bigint' ? value : Math.floor(value);
}

function addOne(value: number | bigint): number | bigint {
  return typeof value === 'bigint' ? value + 1n : value + 1;
}
