import { type CountNames, isReservedKey, Malformed } from './read-json.js';

/**
 * A place in a value where names with a meaning to JavaScript are declared, or that leads to one, by the index of each.
 */
export interface DeclaredPlace {
  /** Those that are declared here. */
  readonly names?: readonly string[];
  readonly properties?: readonly (readonly [name: string, place: number | undefined])[];
  readonly patterns?: readonly (readonly [pattern: RegExp, place: number | undefined])[];
  /** Of the members that neither lists. */
  readonly others?: number;
  /** Of the first items. */
  readonly first?: readonly (number | undefined)[];
  /** Of the items after these. */
  readonly items?: number;
}

/**
 * Lets names with a meaning to JavaScript in where they are declared, the first place being that of the whole value.
 */
export function allowNames(places: readonly DeclaredPlace[]): CountNames {
  return (value) => {
    let count = 0;
    const stack: Standing[] = [[value, [places[0] ?? nowhere]]];
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

type Standing = readonly [part: unknown, places: readonly DeclaredPlace[]];

const nowhere: DeclaredPlace = {};

function countOwn(part: object, at: readonly DeclaredPlace[]): number {
  const names = Object.keys(part);
  for (const name of names) {
    if (isReservedKey(name) && !at.some((place) => place.names?.includes(name)))
      throw new Malformed(`may not have '${name}'`);
  }
  return names.length;
}

/** Gives the index of the place of an item. */
export function placeOfItem({ first = [], items }: DeclaredPlace, index: number): number | undefined {
  return index < first.length ? first[index] : items;
}

/**
 * Gives the indices of the places of a member; what `properties` lists takes the patterns that its name matches into
 * account already.
 */
export function listPlaces(
  { properties = [], patterns = [], others }: DeclaredPlace,
  name: string,
): (number | undefined)[] {
  const own = properties.find(([property]) => property === name);
  if (own) return [own[1]];
  const found = patterns.filter(([pattern]) => pattern.test(name));
  return found.length > 0 ? found.map(([, place]) => place) : [others];
}
