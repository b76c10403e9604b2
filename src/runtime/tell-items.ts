import { type Failure, type OnNotShown, pointerToken, type ValidateOptions } from './validators.js';

/** Where items are in a value: of it as a whole, and of its parts. A function, since some hold themselves. */
export type ItemPlaces = PartPlaces | (() => ItemPlaces);

/** The items of one value, and where those of its parts are. */
export interface PartPlaces {
  /** The item that asks for its shape. */
  readonly shape?: string;
  /** The item that asks for its other fields, and the names of those that are known. */
  readonly fields?: readonly [item: string, known: readonly string[]];
  readonly properties?: Readonly<Record<string, ItemPlaces>>;
  readonly patterns?: readonly (readonly [pattern: RegExp, places: ItemPlaces])[];
  /** Of the members that neither of these is about. */
  readonly others?: readonly [listed: readonly string[], places: ItemPlaces];
  /** Of the first items. */
  readonly first?: readonly (ItemPlaces | undefined)[];
  /** Of the items after these. */
  readonly items?: ItemPlaces;
  /** What else is said of the same value. */
  readonly also?: readonly ItemPlaces[];
  /** By what a property says: the places that hold instead, those of what the value is meant as. */
  readonly by?: readonly [property: string, places: Readonly<Record<string, ItemPlaces>>];
}

/**
 * Makes a validator tell the items that a value which it accepts touches: shapes that are there, fields beyond the
 * known ones.
 */
export function tellingItems<Found extends readonly Failure[]>(
  validate: (value: unknown, onNotShown?: OnNotShown, options?: ValidateOptions) => Found,
  places: ItemPlaces,
): (value: unknown, onNotShown?: OnNotShown, options?: ValidateOptions) => Found {
  return (value, onNotShown, options) => {
    const failures = validate(value, onNotShown, options);
    if (onNotShown && failures.length === 0) tellItems(value, places, '', onNotShown);
    return failures;
  };
}

function tellItems(value: unknown, places: ItemPlaces, where: string, tell: OnNotShown): void {
  if (value === undefined) return;
  if (typeof places === 'function') {
    tellItems(value, places(), where, tell);
    return;
  }
  const chosen = places.by && choosePlaces(value, ...places.by);
  if (chosen) {
    tellItems(value, chosen, where, tell);
    return;
  }
  if (places.shape !== undefined) tell(places.shape, where);
  for (const each of places.also ?? []) tellItems(value, each, where, tell);
  if (Array.isArray(value)) {
    const { first = [], items } = places;
    for (const [index, item] of value.entries()) {
      const part = index < first.length ? first[index] : items;
      if (part) tellItems(item, part, `${where}/${index}`, tell);
    }
  } else if (typeof value === 'object' && value !== null) tellMembers(value, places, where, tell);
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

function tellMembers(value: object, places: PartPlaces, where: string, tell: OnNotShown): void {
  const { fields, properties = {}, patterns = [], others } = places;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (fields && members.some(([name]) => !fields[1].includes(name))) tell(fields[0], where);
  for (const [name, member] of members) {
    const matching = patterns.flatMap(([pattern, part]) => (pattern.test(name) ? [part] : []));
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const isOther = others !== undefined && !others[0].includes(name) && matching.length === 0;
    for (const part of [...(own ? [own] : []), ...matching, ...(isOther ? [others[1]] : [])]) {
      tellItems(member, part, `${where}/${pointerToken(name)}`, tell);
    }
  }
}
