import { isItems } from './is-iterable.js';
import { type DeclaredPlace, listPlaces, placeOfItem } from './read-names.js';

/**
 * Creates a writer that omits members by name, at the places that declare them. The first place is that of the whole
 * value.
 */
export function withoutNames<Content>(
  places: readonly DeclaredPlace[],
  write: (body: unknown) => Content,
): (body: unknown) => Content {
  return (body) => write(omitPlaces(body, [0], places));
}

/** Creates a writer that omits members by name in each item. */
export function itemsWithoutNames<Content, Rest extends readonly unknown[]>(
  places: readonly DeclaredPlace[],
  write: (items: unknown, ...rest: Rest) => Content,
): (items: unknown, ...rest: Rest) => Content {
  return convertItems(write, (item) => omitPlaces(item, [0], places));
}

/** Creates a writer that omits members by name in the data of each event. */
export function eventsWithoutNames<Content, Rest extends readonly unknown[]>(
  places: readonly DeclaredPlace[],
  write: (items: unknown, ...rest: Rest) => Content,
): (items: unknown, ...rest: Rest) => Content {
  return convertItems(write, (item) => ({
    ...Object(item),
    data: omitPlaces(Reflect.get(Object(item), 'data'), [0], places),
  }));
}

function convertItems<Content, Rest extends readonly unknown[]>(
  write: (items: unknown, ...rest: Rest) => Content,
  change: (item: unknown) => unknown,
): (items: unknown, ...rest: Rest) => Content {
  return (items, ...rest) => write(isItems(items) ? convertEach(items, change) : items, ...rest);
}

async function* convertEach(
  items: AsyncIterable<unknown> | Iterable<unknown>,
  change: (item: unknown) => unknown,
): AsyncGenerator<unknown> {
  for await (const item of items) yield change(item);
}

// Returns a copy, because the value belongs to the handler.
function omitPlaces(
  value: unknown,
  indices: readonly (number | undefined)[],
  places: readonly DeclaredPlace[],
): unknown {
  const at = indices.flatMap((index) => places[index ?? -1] ?? []);
  if (at.length === 0 || typeof value !== 'object' || value === null || value instanceof Date) return value;
  // Calls `toJSON` as `JSON.stringify` does.
  if ('toJSON' in value && typeof value.toJSON === 'function') return omitPlaces(value.toJSON(), indices, places);
  if (Array.isArray(value)) {
    const findItem = (index: number): (number | undefined)[] => at.map((place) => placeOfItem(place, index));
    return value.map((item, index) => omitPlaces(item, findItem(index), places));
  }
  const kept = Object.entries(value).filter(([name]) => !at.some((place) => place.names?.includes(name)));
  const findMember = (name: string): (number | undefined)[] => at.flatMap((place) => listPlaces(place, name));
  return Object.fromEntries(kept.map(([name, member]) => [name, omitPlaces(member, findMember(name), places)]));
}
