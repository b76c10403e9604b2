import type { JsonValue } from '../../model/element.js';
import { getJsonType } from '../../model/json-type.js';
import type { KeywordHolding, SchemaMember } from '../../model/schema-keywords.js';
import { buildTypes, type TypeSet } from './schema-types.js';

type Bound = KeywordHolding<'number' | 'count'> & SchemaMember;

/** The bounds of a value. */
export type Bounds = { readonly [B in Bound]?: number };

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
  const tightest: { [B in Bound]?: number } = {};
  const keep = (bound: Bound, choose: (...values: number[]) => number): void => {
    const values = all.flatMap((bounds) => bounds[bound] ?? []);
    if (values.length > 0) tightest[bound] = choose(...values);
  };
  for (const [, lower, upper] of pairs) {
    keep(lower, Math.max);
    keep(upper, Math.min);
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
    return !(isExclusive(lower) && bounds[lower] === size) && !(isExclusive(upper) && bounds[upper] === size);
  });
}

// A length counts characters, not UTF-16 code units (validation, 6.3.1).
function countSize(value: JsonValue): number | undefined {
  if (typeof value === 'number') return value;
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
    if (low > high || (low === high && (isExclusive(lower) || isExclusive(upper))))
      crossed.push({ types: buildTypes([type]), lower, upper });
    else if (type === 'number' && !hasInteger(bounds, lower, upper))
      crossed.push({ types: buildTypes(['integer']), lower, upper });
  }
  return crossed;
}

function isExclusive(bound: Bound): boolean {
  return bound === 'exclusiveMinimum' || bound === 'exclusiveMaximum';
}

function hasInteger(bounds: Bounds, lower: Bound, upper: Bound): boolean {
  const [low = 0, high = 0] = [bounds[lower], bounds[upper]];
  const first = isExclusive(lower) ? Math.floor(low) + 1 : Math.ceil(low);
  const last = isExclusive(upper) ? Math.ceil(high) - 1 : Math.floor(high);
  return first <= last;
}
