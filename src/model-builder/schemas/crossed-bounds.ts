import type { KeywordSchema } from '../../model/schema.js';
import type { KeywordHolding } from '../../model/schema-keywords.js';
import { type TypeSet, typesNamed } from './schema-types.js';

type Bound = KeywordHolding<'number' | 'count'>;

/** Two bounds that no value of some types meets. */
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

/** Lists the bounds of a schema that contradict each other, with the types of which no value is valid. */
export function listCrossedBounds(schema: KeywordSchema): CrossedBounds[] {
  return pairs.flatMap(([type, lower, upper]) => {
    const [low, high] = [schema[lower], schema[upper]];
    if (low === undefined || high === undefined) return [];
    if (low > high || (low === high && (isExclusive(lower) || isExclusive(upper))))
      return [{ types: typesNamed([type]), lower, upper }];
    return type === 'number' && !hasInteger(schema, lower, upper)
      ? [{ types: typesNamed(['integer']), lower, upper }]
      : [];
  });
}

function isExclusive(bound: Bound): boolean {
  return bound === 'exclusiveMinimum' || bound === 'exclusiveMaximum';
}

function hasInteger(schema: KeywordSchema, lower: Bound, upper: Bound): boolean {
  const [low = 0, high = 0] = [schema[lower], schema[upper]];
  const first = isExclusive(lower) ? Math.floor(low) + 1 : Math.ceil(low);
  const last = isExclusive(upper) ? Math.ceil(high) - 1 : Math.floor(high);
  return first <= last;
}
