import { buildChildOrigin, formatOrigin, type Origin } from '../diagnostics/origin.js';

/** The readers of a member of the model: artifacts, or stages that several artifacts share. */
export type Readers = ReadonlySet<string>;

const noReaders: Readers = new Set();

/**
 * Records which members of the model are read, and by which reader, by the place that they were built from. It records
 * only reads through `watch`. A run without an account has no log, so it takes no more time.
 */
export class ReadLog {
  /** The present reader. */
  reader = '';
  readonly #views = new Map<object, object>();
  readonly #places = new Map<string, { readonly origin: Origin; readonly members: Map<string, Set<string>> }>();

  /** Returns a proxy of an element of the model, which is used like the element itself. */
  watch<T extends object>(element: T & { readonly origin: Origin }): T {
    return this.#view(element, element.origin);
  }

  /** Returns the readers of a member of what was built from a place. */
  readersOf(origin: Origin, member: string): Readers {
    return this.#places.get(formatOrigin(origin))?.members.get(member) ?? noReaders;
  }

  /** Lists every place that was read, with all its readers. */
  *listPlaces(): Iterable<{ readonly origin: Origin; readonly readers: Readers }> {
    for (const { origin, members } of this.#places.values())
      yield { origin, readers: new Set([...members.values()].flatMap((readers) => [...readers])) };
  }

  // One view per object, so that a comparison by identity still works.
  #view<T extends object>(target: T, origin: Origin): T {
    const known = this.#views.get(target);
    if (known) return known as T;
    const members = this.#openPlace(origin);
    const view = new Proxy(target, {
      get: (object, member, receiver) => {
        const value: unknown = Reflect.get(object, member, receiver);
        if (typeof member === 'symbol' || member === 'origin' || value === undefined) return value;
        this.#note(members, member);
        return typeof value === 'object' && value !== null
          ? this.#view(value, locateMember(value, origin, member))
          : value;
      },
    });
    this.#views.set(target, view);
    return view;
  }

  #openPlace(origin: Origin): Map<string, Set<string>> {
    const key = formatOrigin(origin);
    const place = this.#places.get(key) ?? { origin, members: new Map() };
    this.#places.set(key, place);
    return place.members;
  }

  #note(members: Map<string, Set<string>>, member: string): void {
    const readers = members.get(member) ?? new Set();
    members.set(member, readers);
    readers.add(this.reader);
  }
}

// An item has the place of its object; a value without a place of its own is a part of the value around it.
function locateMember(value: object, holder: Origin, member: string): Origin {
  if (!('origin' in value)) return buildChildOrigin(holder, member);
  const origin = value.origin as Origin;
  return 'question' in value ? buildChildOrigin(origin, 'x-not-shown') : origin;
}
