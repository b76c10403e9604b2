import { type CountNames, isReservedKey, Malformed } from './read-json.js';

/**
 * A place in a value. The description declares names with a meaning to JavaScript at this place or at a place inside
 * it. Places refer to each other by index.
 */
export interface DeclaredPlace {
  /** The names that are declared here. */
  readonly names?: readonly string[];
  readonly properties?: readonly (readonly [name: string, place: number | undefined])[];
  readonly patterns?: readonly (readonly [pattern: RegExp, place: number | undefined])[];
  /** The index of the place of other members. */
  readonly others?: number;
  /** The indices of the places of the first items. */
  readonly first?: readonly (number | undefined)[];
  /** The index of the place of the items after these. */
  readonly items?: number;
}

/**
 * Creates a function that counts names, and accepts names with a meaning to JavaScript where they are declared. The
 * first place is that of the whole value.
 */
export function allowNames(places: readonly DeclaredPlace[]): CountNames {
  return (value) => {
    let count = 0;
    const stack: PlacedPart[] = [[value, [places[0] ?? nowhere]]];
    for (let top = stack.pop(); top; top = stack.pop()) {
      const [part, at] = top;
      if (typeof part !== 'object' || part === null) continue;
      if (!Array.isArray(part)) count += countOwn(part, at);
      for (const [name, member] of Object.entries(part)) {
        const find = (place: DeclaredPlace): readonly (number | undefined)[] =>
          Array.isArray(part) ? [placeOfItem(place, Number(name))] : listPlaces(place, name);
        stack.push([member, at.flatMap(find).flatMap((index) => places[index ?? -1] ?? [])]);
      }
    }
    return count;
  };
}

type PlacedPart = readonly [part: unknown, places: readonly DeclaredPlace[]];

const nowhere: DeclaredPlace = {};

function countOwn(part: object, at: readonly DeclaredPlace[]): number {
  const names = Object.keys(part);
  for (const name of names) {
    if (isReservedKey(name) && !at.some((place) => place.names?.includes(name)))
      throw new Malformed(`must not have '${name}'`);
  }
  return names.length;
}

/** Returns the index of the place of an item. */
export function placeOfItem({ first = [], items }: DeclaredPlace, index: number): number | undefined {
  return index < first.length ? first[index] : items;
}

/** Returns the indices of the places of a member. The keys in `properties` include patterns that match the name. */
export function listPlaces(
  { properties = [], patterns = [], others }: DeclaredPlace,
  name: string,
): (number | undefined)[] {
  const own = properties.find(([property]) => property === name);
  if (own) return [own[1]];
  const found = patterns.filter(([pattern]) => pattern.test(name));
  return found.length > 0 ? found.map(([, place]) => place) : [others];
}
