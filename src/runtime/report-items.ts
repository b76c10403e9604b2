import { type Failure, type OnNotShown, pointerToken, type ValidateOptions } from './validators.js';

/** The items in a value and its parts. A value can contain itself, so this may be a function. */
export type ItemPlaces = PartPlaces | (() => ItemPlaces);

/** The items of one value, and those of its parts. */
export interface PartPlaces {
  /** The item that asks for the shape of the value. */
  readonly shape?: string;
  /** The item that asks for further fields, and the names of the known ones. */
  readonly fields?: readonly [item: string, known: readonly string[]];
  readonly properties?: Readonly<Record<string, ItemPlaces>>;
  readonly patterns?: readonly (readonly [pattern: RegExp, places: ItemPlaces])[];
  /** The items of other members. */
  readonly others?: readonly [listed: readonly string[], places: ItemPlaces];
  /** The items of the first elements. */
  readonly first?: readonly (ItemPlaces | undefined)[];
  /** The items of the elements after these. */
  readonly items?: ItemPlaces;
  /** Further items of the same value. */
  readonly also?: readonly ItemPlaces[];
  /** The property whose value selects one of `places`. */
  readonly by?: readonly [property: string, places: Readonly<Record<string, ItemPlaces>>];
}

/**
 * Creates a validator that also reports the items that a valid value touches: values of unknown shape, and fields other
 * than the known ones.
 */
export function reportItems<Found extends readonly Failure[]>(
  validate: (value: unknown, onNotShown?: OnNotShown, options?: ValidateOptions) => Found,
  places: ItemPlaces,
): (value: unknown, onNotShown?: OnNotShown, options?: ValidateOptions) => Found {
  return (value, onNotShown, options) => {
    const failures = validate(value, onNotShown, options);
    if (onNotShown && failures.length === 0) reportPlaces(value, places, '', onNotShown);
    return failures;
  };
}

function reportPlaces(value: unknown, places: ItemPlaces, where: string, report: OnNotShown): void {
  if (value === undefined) return;
  if (typeof places === 'function') {
    reportPlaces(value, places(), where, report);
    return;
  }
  const chosen = places.by && choosePlaces(value, ...places.by);
  if (chosen) {
    reportPlaces(value, chosen, where, report);
    return;
  }
  if (places.shape !== undefined) report(places.shape, where);
  for (const each of places.also ?? []) reportPlaces(value, each, where, report);
  if (Array.isArray(value)) {
    const { first = [], items } = places;
    for (const [index, item] of value.entries()) {
      const part = index < first.length ? first[index] : items;
      if (part) reportPlaces(item, part, `${where}/${index}`, report);
    }
  } else if (typeof value === 'object' && value !== null) reportMembers(value, places, where, report);
}

function choosePlaces(
  value: unknown,
  property: string,
  places: Readonly<Record<string, ItemPlaces>>,
): ItemPlaces | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, property)) return undefined;
  const said: unknown = Reflect.get(value, property);
  const isName = typeof said === 'string' || typeof said === 'number';
  return isName && Object.hasOwn(places, said) ? places[said] : undefined;
}

function reportMembers(value: object, places: PartPlaces, where: string, report: OnNotShown): void {
  const { fields, properties = {}, patterns = [], others } = places;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (fields && members.some(([name]) => !fields[1].includes(name))) report(fields[0], where);
  for (const [name, member] of members) {
    const matching = patterns.flatMap(([pattern, part]) => (pattern.test(name) ? [part] : []));
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const isOther = others !== undefined && !others[0].includes(name) && matching.length === 0;
    for (const part of [...(own ? [own] : []), ...matching, ...(isOther ? [others[1]] : [])]) {
      reportPlaces(member, part, `${where}/${pointerToken(name)}`, report);
    }
  }
}
