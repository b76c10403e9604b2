import type { Conversions } from '../../conversions/conversions.js';
import type { Schema } from '../../model/schema.js';
import { nameGuard } from '../../naming/derived-names.js';
import { toCapitalized } from '../../naming/identifiers.js';
import type { View } from '../../views/views.js';
import type { Place } from './place-schemas.js';
import type { Places } from './places.js';
import type { Shape } from './rules.js';
import { getRulesOfGuard, hasSameRules, type Rules } from './rules.js';

/** Chooses the names of all functions, public or not. Each name is used once. */
export class FunctionNames {
  readonly #conversions: Conversions;
  readonly #places: Places;
  /** The new names. Those of public functions and types are in `places`. */
  readonly #taken = new Set<string>();
  readonly #counts = new Map<string, number>();
  /** The first place of each module. */
  readonly #firstPlaces = new Map<string, Place>();

  constructor(conversions: Conversions, places: Places) {
    this.#conversions = conversions;
    this.#places = places;
    for (const place of places.of.values())
      if (!this.#firstPlaces.has(place.module)) this.#firstPlaces.set(place.module, place);
  }

  /**
   * Names a function of a schema with a place. If the function is a public guard, `type` is the type that it narrows
   * to.
   */
  namePlaced(place: Place, rules: Rules, shape: Shape, type: string | undefined): string {
    if (type !== undefined) return nameGuard(type);
    const matched = this.findGuarded(place, rules, shape);
    if (matched !== undefined) return this.nameNew(`matches${toCapitalized(matched)}`);
    return this.nameNew(`${shape === 'collect' ? 'collect' : 'accepts'}${toCapitalized(place.types[rules.view])}`);
  }

  /**
   * Names a function for a part of a schema. The name contains the type of the schema or, if it has none, the first
   * type of the module, so that other schemas do not change it.
   */
  namePart(owner: Schema, module: string, shape: Shape | 'fill'): string {
    const place = this.#places.of.get(owner) ?? this.#firstPlaces.get(module);
    const verb = shape === 'guard' ? 'matches' : shape;
    return this.nameNew(`${verb}${toCapitalized(place?.types.response ?? '')}Part`);
  }

  /** Returns the type whose public guard has these rules. */
  findGuarded({ schema, types, directions }: Place, rules: Rules, shape: Shape): string | undefined {
    if (shape !== 'guard' || directions || this.#conversions.planOf(schema)) return undefined;
    const isGuardOf = (view: View): boolean => hasSameRules(this.#places.reduce(schema, getRulesOfGuard(view)), rules);
    if (isGuardOf(rules.view)) return types[rules.view];
    return types.request !== types.response && isGuardOf('request') ? types.request : undefined;
  }

  /** Returns a name that no function or type of the output has yet. */
  nameNew(wanted: string): string {
    let count = this.#counts.get(wanted) ?? 0;
    let name = wanted;
    do name = ++count === 1 ? wanted : `${wanted}${count}`;
    while (this.#taken.has(name) || this.#places.taken.has(name));
    this.#counts.set(wanted, count);
    this.#taken.add(name);
    return name;
  }
}
