import { buildChildOrigin, formatOrigin, type Origin } from '../../src/diagnostics/origin.js';

/** A reader of a member of the model: a kind of artifacts, or a stage that several kinds share. */
export type Readers = ReadonlySet<string>;

const noReaders: Readers = new Set();

/**
 * Records which members of the model are read, and their readers. Members are found by the place from which they were
 * built. Only reads through `watch` are recorded, so a run that does not list the coverage loses no time.
 */
export class ReadLog {
  /** The reader to which all reads are attributed at present. */
  reader = '';
  readonly #views = new Map<object, object>();
  readonly #places = new Map<string, { readonly origin: Origin; readonly members: Map<string, Set<string>> }>();

  /** Returns a proxy of an element of the model. Code uses it like the element itself. */
  watch<T extends object>(element: T & { readonly origin: Origin }): T {
    return this.#view(element, element.origin);
  }

  /** Returns the readers of a member of the element that was built from a place. */
  readersOf(origin: Origin, member: string): Readers {
    return this.#places.get(formatOrigin(origin))?.members.get(member) ?? noReaders;
  }

  /** Lists every place that was read, with its readers. */
  *listPlaces(): Iterable<{ readonly origin: Origin; readonly readers: Readers }> {
    for (const { origin, members } of this.#places.values())
      yield { origin, readers: new Set([...members.values()].flatMap((readers) => [...readers])) };
  }

  // Creates one view per object, so that comparisons by identity still work.
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

// An item has the place of its object. A value that has no place belongs to the value around it.
function locateMember(value: object, holder: Origin, member: string): Origin {
  if (!('origin' in value)) return buildChildOrigin(holder, member);
  const origin = value.origin as Origin;
  return 'question' in value ? buildChildOrigin(origin, 'x-not-shown') : origin;
}
