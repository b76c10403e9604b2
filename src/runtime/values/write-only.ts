import type { DeclaredNames, NamesOfValue } from '../read/names.js';
import { isItems } from './is-iterable.js';
import { pointerToken } from './pointer.js';
import { listInside, listNodes, type TreeParts, type Trees, type ValueTree } from './value-tree.js';

/** Creates a writer that omits members by name, at the places that declare them. */
export function withoutNames<Content>(
  names: DeclaredNames,
  write: (body: unknown) => Content,
): (body: unknown) => Content {
  return (body) => write(omitNames(body, names));
}

/** Creates a writer that omits members by name in each item. */
export function itemsWithoutNames<Content, Rest extends readonly unknown[]>(
  names: DeclaredNames,
  write: (items: unknown, ...rest: Rest) => Content,
): (items: unknown, ...rest: Rest) => Content {
  return convertItems(write, (item) => omitNames(item, names));
}

/** Creates a writer that omits members by name in the data of each event. */
export function eventsWithoutNames<Content, Rest extends readonly unknown[]>(
  names: DeclaredNames,
  write: (items: unknown, ...rest: Rest) => Content,
): (items: unknown, ...rest: Rest) => Content {
  return convertItems(write, (item) => ({
    ...Object(item),
    data: omitNames(Reflect.get(Object(item), 'data'), names),
  }));
}

function omitNames(value: unknown, names: DeclaredNames): unknown {
  const { omit } = createOmitter<NamesOfValue, Found<NamesOfValue>>(
    (trees, whole) => ({ nodes: listNodes(trees, whole) }),
    ({ nodes }, name) => nodes.some((node) => node.names?.includes(name)),
  );
  return omit(value, [names], '');
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

/** What some trees say about a value. */
export interface Found<Node> {
  readonly nodes: readonly Node[];
}

/** Omits members of values. */
interface Omitter<Node, About> {
  /** Returns a value without some members. This is a copy, because the value belongs to the handler. */
  readonly omit: (value: unknown, trees: Trees<Node>, path: string) => unknown;
  /** Returns an object or an array without some members, by what was found about it. */
  readonly omitFound: (value: object, found: About, path: string) => unknown;
}

/**
 * Creates the functions that omit members. `find` finds what trees say about an object or an array, and `omits` decides
 * about a member.
 */
export function createOmitter<Node extends TreeParts<ValueTree<Node>>, About extends Found<Node>>(
  find: (trees: Trees<Node>, value: object) => About,
  omits: (found: About, name: string, member: unknown, path: string) => boolean,
): Omitter<Node, About> {
  const omit = (value: unknown, trees: Trees<Node>, path: string): unknown => {
    if (typeof value !== 'object' || value === null || value instanceof Date) return value;
    if (trees.every((tree) => tree === undefined)) return value;
    // Calls `toJSON` as `JSON.stringify` does.
    if ('toJSON' in value && typeof value.toJSON === 'function') return omit(value.toJSON(), trees, path);
    return omitFound(value, find(trees, value), path);
  };
  const omitFound = (value: object, found: About, path: string): unknown => {
    const change = (member: unknown, name: string, place: string): unknown =>
      omit(
        member,
        found.nodes.flatMap((node) => listInside(node, value, name)),
        place,
      );
    if (Array.isArray(value)) return value.map((item, index) => change(item, String(index), `${path}/${index}`));
    const kept: [string, unknown][] = [];
    for (const [name, member] of Object.entries(value)) {
      const place = `${path}/${pointerToken(name)}`;
      if (!omits(found, name, member, place)) kept.push([name, change(member, name, place)]);
    }
    return Object.fromEntries(kept);
  };
  return { omit, omitFound };
}
