import type { Schema } from '../../model/schema.js';
import { nameGuard, nameValidate } from '../../naming/derived-names.js';
import { toCapitalized } from '../../naming/identifiers.js';
import type { View } from '../../views/views.js';
import type { SchemaTypes } from '../types/contract.js';
import type { Place } from './place-schemas.js';
import { getRulesOnWire, nameStrictness, type Rules, type Strictness } from './rules.js';

/** The names of public functions. */
export interface PublicNames {
  /** Every name that a public function or a type of the output has. */
  readonly taken: ReadonlySet<string>;
  /** Returns the text after `is` and `validate` in a view. */
  nameType(place: Place, view: View): string;
  /** Returns the name of the function that fills the defaults of a view of a schema into a value on the wire. */
  nameFiller(place: Place, view: View): string;
  /** Returns the name of the function that lists the failures of a value on the wire in a view. */
  nameValidate(place: Place, view: View, strictness: Strictness): string;
}

interface NamesInput {
  readonly types: Pick<SchemaTypes, 'views' | 'conversions'>;
  readonly places: Iterable<Place>;
  readonly reduce: (schema: Schema, rules: Rules) => Rules;
  readonly reduceStrictness: (schema: Schema, strictness: Strictness) => Strictness;
}

/** Names the public functions of schemas. A function that is only for the wire has a name that no type has. */
export function namePublicFunctions({
  types: { views, conversions },
  places,
  reduce,
  reduceStrictness,
}: NamesInput): PublicNames {
  const types = collectTypes(places);
  const taken = new Set(types);
  for (const type of types) taken.add(nameGuard(type)).add(nameValidate(type)).add(nameFiller(type));
  const isConverted = ({ schema }: Place): boolean => conversions.planOf(schema) !== undefined;
  const makeUnique = (wanted: string): string => {
    let name = wanted;
    while (taken.has(name)) name += '_';
    return name;
  };
  const usual = new Map<Place, string>();
  const nameType: PublicNames['nameType'] = ({ schema, types: byView }, view) =>
    byView[views.differs(schema, view) ? view : 'response'];
  return {
    taken,
    nameType,
    nameFiller(place, view) {
      const name = nameFiller(nameType(place, view));
      return isConverted(place) ? makeUnique(`${name}OnWire`) : name;
    },
    nameValidate(place, asked, strictness) {
      const { view } = reduce(place.schema, getRulesOnWire(asked));
      const variant = nameStrictness(reduceStrictness(place.schema, strictness), view);
      const isUsual = variant === '' && view === 'response';
      const known = isUsual ? usual.get(place) : undefined;
      if (known !== undefined) return known;
      const wanted = nameValidate(`${variant}${toCapitalized(place.types[view])}${isConverted(place) ? 'OnWire' : ''}`);
      const name = variant !== '' || isConverted(place) ? makeUnique(wanted) : wanted;
      // Most places have only this name, for which each view and each use asks.
      if (isUsual) usual.set(place, name);
      return name;
    },
  };
}

// Collects the types of the output. A place with directions has no type.
function collectTypes(places: Iterable<Place>): ReadonlySet<string> {
  const types = new Set<string>();
  for (const { directions, types: byView } of places)
    if (!directions) for (const type of Object.values(byView)) types.add(type);
  return types;
}

/** Returns the name of the function that fills in the defaults of a type: `withPetDefaults`. */
export function nameFiller(type: string): string {
  return `with${toCapitalized(type)}Defaults`;
}
