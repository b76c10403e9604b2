import { isItems } from './is-iterable.js';
import { findMediaType } from './read-media-type.js';
import { placeOfItem } from './read-names.js';
import type { Items } from './server-stream.js';
import { pointerToken } from './validators.js';

/** What the schemas at one place of a value declare. Places refer to each other by index. */
export interface DeclaredMembers {
  /** The names of the members, some with the place of their values. Absent if the schemas declare none. */
  readonly members?: readonly (string | readonly [name: string, place: number])[];
  /** Whether members with other names may occur. */
  readonly isOpen?: true;
  readonly patterns?: readonly (readonly [pattern: RegExp, place: number | undefined])[];
  /** The place of other members. */
  readonly others?: number;
  /** The places of the first items. */
  readonly first?: readonly (number | undefined)[];
  /** The place of the items after these. */
  readonly items?: number;
  /** The unions that describe the same value. */
  readonly unions?: readonly (readonly Alternative[])[];
}

/** An alternative of a union: its place, whether it accepts a value on the wire, and how a value is written. */
export type Alternative = readonly [
  place: number | undefined,
  accepts: (value: unknown) => boolean,
  write?: (value: unknown) => unknown,
];

/** The contents of replies, by operation and status key. Replies that declare no members are not listed. */
export interface DeclaredReplies {
  readonly [operation: string]: { readonly [status: string]: readonly DeclaredContent[] };
}

/** The place of a body, of each item, or of the data of each event. Absent if its schemas declare no members. */
export type DeclaredContent = readonly [mediaType: string, place?: number, as?: 'items' | 'events'];

/**
 * Returns the body of a handler's reply without the members that the description does not declare. The items of a
 * stream change one by one as they are sent. With `onUndeclared`, nothing is removed: the function receives the places
 * of such members, once for the body or for each item that has any.
 */
export type StripReply = (
  operation: string,
  reply: unknown,
  onUndeclared?: (places: readonly string[]) => void,
) => unknown;

/** Creates the function that strips replies. */
export function stripBy(places: readonly DeclaredMembers[], replies: DeclaredReplies): StripReply {
  const known = places.map((place) => new Place(place));
  return (operation, reply, onUndeclared) => {
    const { status, contentType, body }: GivenReply = Object(reply);
    const [, place, as] = findContent(replies[operation]?.[String(status)] ?? [], contentType) ?? [];
    if (place === undefined) return body;
    const strip = (value: unknown, path: string): unknown => {
      const undeclared: string[] = [];
      const stripped = stripValue(value, [place], path, { places: known, undeclared });
      if (!onUndeclared) return stripped;
      if (undeclared.length > 0) onUndeclared(undeclared);
      return value;
    };
    if (as === undefined) return strip(body, '');
    if (!isItems(body)) return body;
    return as === 'items'
      ? changeEach(body, strip)
      : changeEach(body, (event, path) => {
          const given = Object(event);
          return { ...given, data: strip(given.data, `${path}/data`) };
        });
  };
}

interface GivenReply {
  readonly status?: unknown;
  readonly contentType?: unknown;
  readonly body?: unknown;
}

function findContent(contents: readonly DeclaredContent[], contentType: unknown): DeclaredContent | undefined {
  if (contentType === undefined) return contents[0];
  const exact = contents.find(([mediaType]) => mediaType === contentType);
  const all = contents.map((content) => ({ mediaType: content[0], content }));
  return exact ?? findMediaType(all, String(contentType))?.content;
}

async function* changeEach(
  items: Items<unknown>,
  change: (item: unknown, path: string) => unknown,
): AsyncGenerator<unknown> {
  let index = 0;
  for await (const item of items) {
    yield change(item, `/${index}`);
    index += 1;
  }
}

/** A place whose members are found by name. */
class Place {
  readonly declared: DeclaredMembers;
  readonly #members: ReadonlyMap<string, number | undefined> | undefined;

  constructor(declared: DeclaredMembers) {
    this.declared = declared;
    this.#members =
      declared.members && new Map(declared.members.map((one) => (typeof one === 'string' ? [one, undefined] : one)));
  }

  get isNamed(): boolean {
    return this.#members !== undefined;
  }

  declares(name: string): boolean {
    return this.#members?.has(name) ?? false;
  }

  /** Returns the places of a member's value. A declared member includes the patterns that match its name. */
  listInside(name: string): readonly (number | undefined)[] {
    if (this.#members?.has(name)) return [this.#members.get(name)];
    const { patterns = [], others } = this.declared;
    const found = patterns.filter(([pattern]) => pattern.test(name));
    return found.length > 0 ? found.map(([, place]) => place) : [others];
  }
}

interface Stripping {
  readonly places: readonly Place[];
  /** The places of the members that were removed. */
  readonly undeclared: string[];
}

type Indices = readonly (number | undefined)[];

// Returns a copy, because the value belongs to the handler.
function stripValue(value: unknown, at: Indices, path: string, how: Stripping): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (at.every((index) => index === undefined)) return value;
  // Calls `toJSON` as `JSON.stringify` does.
  if ('toJSON' in value && typeof value.toJSON === 'function') return stripValue(value.toJSON(), at, path, how);
  return stripParts(value, findPlaces(value, at, how), path, how);
}

function stripParts(value: object, { places, isOpen, isNamed }: Found, path: string, how: Stripping): unknown {
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => {
      const inside = places.map(({ declared }) => placeOfItem(declared, index));
      return stripValue(item, inside, `${path}/${index}`, how);
    });
  }
  const kept: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    const inside = `${path}/${pointerToken(name)}`;
    if (isOpen || !isNamed || places.some((place) => place.declares(name)))
      kept.push([
        name,
        stripValue(
          member,
          places.flatMap((place) => place.listInside(name)),
          inside,
          how,
        ),
      ]);
    else if (member !== undefined) how.undeclared.push(inside);
  }
  return Object.fromEntries(kept);
}

/** The places of a value, including those of the alternatives that it matches. */
interface Found {
  readonly places: readonly Place[];
  /** Whether one of the schemas allows further members. */
  readonly isOpen: boolean;
  /** Whether the schemas declare members. Otherwise the value is an object of any form. */
  readonly isNamed: boolean;
}

function findPlaces(value: object, at: Indices, how: Stripping): Found {
  const places = at.flatMap((index) => (index === undefined ? [] : (how.places[index] ?? [])));
  let found: Found = {
    places,
    isOpen: places.some(({ declared }) => declared.isOpen),
    isNamed: places.some(({ isNamed }) => isNamed),
  };
  const own = found;
  for (const union of places.flatMap(({ declared }) => declared.unions ?? [])) {
    const parts = chooseAlternatives(value, union, own, how).map(([place]) => findPlaces(value, [place], how));
    // An alternative that declares no members allows any, unless schemas beside the union declare some.
    const isNamed = found.isNamed || parts.every((part) => part.isNamed);
    found = { ...parts.reduce(addFound, found), isNamed };
  }
  return found;
}

function addFound(one: Found, other: Found): Found {
  return {
    places: [...one.places, ...other.places],
    isOpen: one.isOpen || other.isOpen,
    isNamed: one.isNamed || other.isNamed,
  };
}

// Undeclared members may be the only reason why an alternative does not match. If none matches without them either, the
// reply is wrong, and the members of all are kept.
function chooseAlternatives(
  value: object,
  union: readonly Alternative[],
  own: Found,
  how: Stripping,
): readonly Alternative[] {
  const matching = union.filter((alternative) => isMatch(alternative, value));
  if (matching.length > 0) return matching;
  const quietly = { ...how, undeclared: [] };
  const closed = union.filter((alternative) =>
    isMatch(alternative, stripParts(value, addFound(own, findPlaces(value, [alternative[0]], quietly)), '', quietly)),
  );
  return closed.length > 0 ? closed : union;
}

function isMatch([, accepts, write = writeAgain]: Alternative, value: unknown): boolean {
  try {
    return accepts(write(value));
  } catch {
    // Another alternative may be able to write the value.
    return false;
  }
}

// The caller reads a `Date` as text and `undefined` as absent.
function writeAgain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
