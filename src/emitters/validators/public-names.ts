import type { Schema } from '../../model/schema.js';
import { guardName, validateName } from '../../naming/derived-names.js';
import { capitalize } from '../../naming/identifiers.js';
import type { View } from '../../views/views.js';
import type { SchemaTypes } from '../types/contract.js';
import type { Place } from './place-schemas.js';
import { type Rules, rulesOnWire, type Strictness, strictnessName } from './rules.js';

/** The names of public functions. */
export interface PublicNames {
  /** Every name that a public function or a type of the output has. */
  readonly taken: ReadonlySet<string>;
  /** Returns what follows `is` and `validate` in a view. */
  typeOf(place: Place, view: View): string;
  /** Returns the name of the function that fills in the defaults of a view of a schema, as it is on the wire. */
  defaultsName(place: Place, view: View): string;
  /** Returns the name of the function that lists the failures of a value of a view, as it is on the wire. */
  validateName(place: Place, view: View, strictness: Strictness): string;
}

interface NamesInput {
  readonly types: Pick<SchemaTypes, 'views' | 'conversions'>;
  readonly places: Iterable<Place>;
  readonly reduce: (schema: Schema, rules: Rules) => Rules;
  readonly reduceStrictness: (schema: Schema, strictness: Strictness) => Strictness;
}

/** Names the public functions of schemas. A function for the wire form alone has a name that no type has. */
export function namePublicFunctions({
  types: { views, conversions },
  places,
  reduce,
  reduceStrictness,
}: NamesInput): PublicNames {
  // Types of the output; a place that has directions has none.
  const typed = [...places].filter(({ directions }) => !directions);
  const types = new Set(typed.flatMap((place) => Object.values(place.types)));
  const taken = new Set([...types].flatMap((type) => [type, guardName(type), validateName(type), defaultsName(type)]));
  const isConverted = ({ schema }: Place): boolean => conversions.planOf(schema) !== undefined;
  const makeUnique = (wanted: string): string => {
    let name = wanted;
    while (taken.has(name)) name += '_';
    return name;
  };
  const typeOf: PublicNames['typeOf'] = ({ schema, types: byView }, view) =>
    byView[views.differs(schema, view) ? view : 'response'];
  return {
    taken,
    typeOf,
    defaultsName(place, view) {
      const name = defaultsName(typeOf(place, view));
      return isConverted(place) ? makeUnique(`${name}OnWire`) : name;
    },
    validateName(place, wanted, strictness) {
      const { view } = reduce(place.schema, rulesOnWire(wanted));
      const variant = strictnessName(reduceStrictness(place.schema, strictness), view);
      const name = validateName(`${variant}${capitalize(place.types[view])}${isConverted(place) ? 'OnWire' : ''}`);
      return variant !== '' || isConverted(place) ? makeUnique(name) : name;
    },
  };
}

/** Returns the name of the function that fills in the defaults of a type: `withPetDefaults`. */
export function defaultsName(type: string): string {
  return `with${capitalize(type)}Defaults`;
}
