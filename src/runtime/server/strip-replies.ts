import { findByMediaType, readAsJson } from '../validate/message-checks.js';
import { isItems } from '../values/is-iterable.js';
import { listNodes, type TreeParts, type Trees, type ValueTree } from '../values/value-tree.js';
import { createOmitter, type Found } from '../values/write-only.js';
import type { Items } from './stream.js';

/** The members that the schemas of a value and its parts declare. */
export type DeclaredMembers = ValueTree<MembersOfValue>;

interface MembersOfValue extends TreeParts<DeclaredMembers> {
  /** The names that are declared beside those in `properties`. Absent if the schemas declare none. */
  readonly names?: readonly string[];
  /** Whether members with other names may occur. */
  readonly isOpen?: true;
  /** The unions that describe the same value. */
  readonly unions?: readonly (readonly Alternative[])[];
}

/** An alternative of a union: its members, whether it accepts a value on the wire, and how a value is written. */
export type Alternative = readonly [
  declared: DeclaredMembers | undefined,
  accepts: (value: unknown) => boolean,
  write?: (value: unknown) => unknown,
];

/** The contents of replies, by operation and status key. Replies that declare no members are not listed. */
export interface DeclaredReplies {
  readonly [operation: string]: { readonly [status: string]: readonly DeclaredContent[] };
}

/** The members of a body, of each item, or of the data of each event. Absent if its schemas declare none. */
export type DeclaredContent = readonly [mediaType: string, declared?: DeclaredMembers, as?: 'items' | 'events'];

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
export function stripBy(replies: DeclaredReplies): StripReply {
  return (operation, reply, onUndeclared) => {
    const { status, contentType, body }: StrippedReply = Object(reply);
    const contents = (replies[operation]?.[String(status)] ?? []).map(([mediaType, ...rest]) => ({ mediaType, rest }));
    const [declared, as] = findByMediaType(contents, contentType)?.rest ?? [];
    if (declared === undefined) return body;
    const strip = (value: unknown, path: string): unknown => {
      const undeclared: string[] = [];
      const stripped = omitUndeclared(undeclared).omit(value, [declared], path);
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

interface StrippedReply {
  readonly status?: unknown;
  readonly contentType?: unknown;
  readonly body?: unknown;
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

// Takes note of the places of the members that are removed.
function omitUndeclared(undeclared: string[]): ReturnType<typeof createOmitter<MembersOfValue, FoundMembers>> {
  return createOmitter(findDeclared, ({ nodes, isOpen, isNamed }, name, member, path) => {
    if (isOpen || !isNamed || nodes.some((node) => declares(node, name))) return false;
    if (member !== undefined) undeclared.push(path);
    return true;
  });
}

function declares({ names = [], properties = {} }: MembersOfValue, name: string): boolean {
  return names.includes(name) || Object.hasOwn(properties, name);
}

/** What is declared about a value, also by the alternatives that it matches. */
interface FoundMembers extends Found<MembersOfValue> {
  /** Whether one of the schemas allows further members. */
  readonly isOpen: boolean;
  /** Whether the schemas declare members. Otherwise the value is an object of any form. */
  readonly isNamed: boolean;
}

function findDeclared(trees: Trees<MembersOfValue>, value: object): FoundMembers {
  const nodes = listNodes(trees, value);
  let found: FoundMembers = {
    nodes,
    isOpen: nodes.some(({ isOpen }) => isOpen),
    isNamed: nodes.some(({ names }) => names !== undefined),
  };
  const own = found;
  for (const union of nodes.flatMap(({ unions = [] }) => unions)) {
    const parts = chooseAlternatives(value, union, own).map(([declared]) => findDeclared([declared], value));
    // An alternative that declares no members allows any, unless schemas beside the union declare some.
    const isNamed = found.isNamed || parts.every((part) => part.isNamed);
    found = { ...parts.reduce(addFound, found), isNamed };
  }
  return found;
}

function addFound(one: FoundMembers, other: FoundMembers): FoundMembers {
  return {
    nodes: [...one.nodes, ...other.nodes],
    isOpen: one.isOpen || other.isOpen,
    isNamed: one.isNamed || other.isNamed,
  };
}

// Undeclared members may be the only reason why an alternative does not match. If none matches without them either, the
// reply is wrong, and the members of all are kept.
function chooseAlternatives(value: object, union: readonly Alternative[], own: FoundMembers): readonly Alternative[] {
  const matching = union.filter((alternative) => isMatch(alternative, value));
  if (matching.length > 0) return matching;
  const closed = union.filter((alternative) => {
    const found = addFound(own, findDeclared([alternative[0]], value));
    return isMatch(alternative, omitUndeclared([]).omitFound(value, found, ''));
  });
  return closed.length > 0 ? closed : union;
}

function isMatch([, accepts, write = readAsJson]: Alternative, value: unknown): boolean {
  try {
    return accepts(write(value));
  } catch {
    // Another alternative may be able to write the value.
    return false;
  }
}
