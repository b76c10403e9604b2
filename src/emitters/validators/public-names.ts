import type { NotShown } from '../../model/not-shown.js';
import type { Schema } from '../../model/schema.js';
import { guardName, validateName } from '../../naming/derived-names.js';
import { capitalize } from '../../naming/identifiers.js';
import type { Names } from '../../naming/names.js';
import type { View } from '../../views/views.js';
import type { Facts } from './analysis/facts.js';
import type { Place } from './place-schemas.js';
import type { Rules } from './rules.js';

/** The names of public functions. */
export interface PublicNames {
  /** Every name that a public function or a type of the output has. */
  readonly taken: ReadonlySet<string>;
  /** Returns what follows `is` and `validate` in a view. */
  typeOf(place: Place, view: View): string;
  /** Returns the name of the function that fills in the defaults of a view of a schema, as it is on the wire. */
  defaultsName(place: Place, view: View): string;
  /** Returns the name of the function that lists the failures of a schema under (reduced) rules, as it is on the wire. */
  validateName(place: Place, rules: Rules): string;
}

interface NamesInput {
  readonly names: Names;
  readonly places: Iterable<Place>;
  readonly facts: (schema: Schema) => Facts;
  readonly presence: NotShown | undefined;
}

/** Names the public functions of schemas. A function for the wire form alone has a name that no type has. */
export function namePublicFunctions({ names, places, facts, presence }: NamesInput): PublicNames {
  // Types of the output; a place that has directions has none.
  const typed = [...places].filter(({ directions }) => !directions);
  const types = new Set(typed.flatMap((place) => Object.values(place.types)));
  const taken = new Set([...types].flatMap((type) => [type, guardName(type), validateName(type), defaultsName(type)]));
  const isConverted = ({ schema }: Place): boolean => names.conversions.planOf(schema) !== undefined;
  const makeUnique = (wanted: string): string => {
    let name = wanted;
    while (taken.has(name)) name += '_';
    return name;
  };
  const typeOf: PublicNames['typeOf'] = ({ schema, types: byView }, view) =>
    byView[names.views.differs(schema, view) ? view : 'response'];
  return {
    taken,
    typeOf,
    defaultsName(place, view) {
      const name = defaultsName(typeOf(place, view));
      return isConverted(place) ? makeUnique(`${name}OnWire`) : name;
    },
    validateName(place, rules) {
      const variant = variantOf(rules, presence !== undefined && facts(place.schema).properties);
      const name = validateName(
        `${variant}${capitalize(place.types[rules.view])}${isConverted(place) ? 'OnWire' : ''}`,
      );
      return variant !== '' || isConverted(place) ? makeUnique(name) : name;
    },
  };
}

/** Returns what the names of functions contain whose rules are others than those of the public ones. */
export function variantOf(rules: Rules, excusable: boolean): '' | 'Own' | 'Sent' {
  if (rules.closed) return 'Own';
  return excusable && !rules.excused && rules.view === 'response' ? 'Sent' : '';
}

/** Returns the name of the function that fills in the defaults of a type: `withPetDefaults`. */
export function defaultsName(type: string): string {
  return `with${capitalize(type)}Defaults`;
}
