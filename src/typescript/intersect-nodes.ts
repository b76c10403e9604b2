import type { JsonValue } from '../model/element.js';
import type { Schema } from '../model/schema.js';
import {
  type ArrayNode,
  getTypeInCode,
  listAlternatives,
  type MemberNode,
  type ObjectNode,
  type Part,
  type TypeNode,
  uniteNodes,
  unknownNode,
} from './type-node.js';

/** Provides the types of named schemas. */
export interface NamedTypes {
  /** Returns the type of a schema, not its name. */
  expand(schema: Schema): TypeNode;
  /** Returns the JSON type of its values, or `undefined` if there are several. */
  kind(schema: Schema): Kind | undefined;
}

/** The types of JSON, with integers as numbers, and the types of converted values. */
export type Kind = 'null' | 'boolean' | 'number' | 'string' | 'Date' | 'bigint' | 'array' | 'object';
const kinds: readonly Kind[] = ['string', 'Date', 'number', 'bigint', 'boolean', 'object', 'array', 'null'];

/**
 * Returns the type of the values that have both types. Intersects each JSON type separately. Keeps a name unless its
 * type is narrowed. Objects that cannot be merged become an intersection (`A & B`).
 */
export function intersectNodes(a: TypeNode, b: TypeNode, types: NamedTypes): TypeNode {
  if (a === b || b.kind === 'unknown' || a.kind === 'never') return a;
  if (a.kind === 'unknown' || b.kind === 'never') return b;
  const as = openNames(a, types);
  const bs = openNames(b, types);
  if (!as) return b;
  if (!bs) return a;
  if ([...as, ...bs].some((node) => isNotShown(node, types))) return joinAll([a, b]);
  const result = kinds.flatMap((kind) => intersectKind(kind, as, bs, types));
  if (isSame(result, as)) return a;
  if (isSame(result, bs)) return b;
  return uniteNodes(result);
}

// A value of unknown shape has no known JSON type, so its type cannot be narrowed.
function isNotShown(node: TypeNode, types: NamedTypes): boolean {
  if (node.kind === 'named')
    return types.kind(node.schema) === undefined && isNotShown(types.expand(node.schema), types);
  if (node.kind === 'all' || node.kind === 'union') return node.of.some((each) => isNotShown(each, types));
  return node.kind === 'not-shown';
}

/**
 * Lists the alternatives of a type, with names replaced by their types. Keeps a name that contains only objects or only
 * arrays. Returns `undefined` if the type accepts any value.
 */
export function openNames(node: TypeNode, types: NamedTypes): TypeNode[] | undefined {
  if (node.kind === 'unknown') return undefined;
  const opened: TypeNode[] = [];
  for (const each of listAlternatives(node)) {
    if (each.kind !== 'named' || findKind(each, types) !== undefined) {
      opened.push(each);
      continue;
    }
    const further = openNames(types.expand(each.schema), types);
    if (!further) return undefined;
    opened.push(...further);
  }
  return opened;
}

/** Returns the JSON type of the values of a node, or `undefined` if there are several. */
export function findKind(node: TypeNode, types: NamedTypes): Kind | undefined {
  switch (node.kind) {
    case 'scalar':
      return node.type;
    case 'literal':
      return getTypeInCode(node);
    case 'array':
    case 'object':
      return node.kind;
    case 'named': {
      const kind = types.kind(node.schema);
      return kind === 'object' || kind === 'array' ? kind : undefined;
    }
    case 'all':
    case 'union': {
      const [first, ...rest] = node.of.map((each) => findKind(each, types));
      return rest.every((each) => each === first) ? first : undefined;
    }
    default:
      return undefined;
  }
}

function intersectKind(kind: Kind, as: readonly TypeNode[], bs: readonly TypeNode[], types: NamedTypes): TypeNode[] {
  const isOf = (node: TypeNode): boolean => findKind(node, types) === kind;
  const a = as.filter(isOf);
  const b = bs.filter(isOf);
  if (a.length > 0 && b.length > 0)
    return kind === 'object' || kind === 'array' ? [intersectParts(a, b)] : intersectScalars(a, b);
  // A type that follows from keywords without `type` accepts values of all other kinds.
  const allowsKind = (nodes: readonly TypeNode[]): boolean => nodes.some((node) => isImplied(node) && !isOf(node));
  if (a.length > 0) return allowsKind(bs) ? a : [];
  return allowsKind(as) ? b : [];
}

function isImplied(node: TypeNode): boolean {
  if (node.kind === 'all') return node.of.every(isImplied);
  return (node.kind === 'scalar' || node.kind === 'array' || node.kind === 'object') && node.implied;
}

function intersectScalars(a: readonly TypeNode[], b: readonly TypeNode[]): TypeNode[] {
  const whole = (nodes: readonly TypeNode[]): TypeNode | undefined =>
    nodes.find((node) => node.kind === 'scalar' && !node.implied) ?? nodes.find((node) => node.kind === 'scalar');
  const valuesOf = (nodes: readonly TypeNode[]): Map<JsonValue, TypeNode> =>
    new Map(nodes.flatMap((node) => (node.kind === 'literal' ? [[node.value, node]] : [])));
  const wholeA = whole(a);
  const wholeB = whole(b);
  const valuesA = valuesOf(a);
  const valuesB = valuesOf(b);
  const both = new Map<JsonValue, TypeNode>();
  for (const [value, node] of valuesA) if (wholeB || valuesB.has(value)) both.set(value, node);
  for (const [value, node] of valuesB) if (wholeA && !both.has(value)) both.set(value, node);
  const explicit = wholeA && isImplied(wholeA) ? wholeB : wholeA;
  return wholeA && wholeB && explicit ? [...both.values(), explicit] : [...both.values()];
}

function intersectParts(a: readonly TypeNode[], b: readonly TypeNode[]): TypeNode {
  const [onlyA] = a;
  const [onlyB] = b;
  if (b.some(isAnyObject)) return uniteNodes(a.map((node) => buildExplicit(node, b)));
  if (a.some(isAnyObject)) return uniteNodes(b.map((node) => buildExplicit(node, a)));
  if (onlyA && onlyB && a.length === 1 && b.length === 1) {
    if (onlyA.kind === 'literal') return onlyA;
    if (onlyB.kind === 'literal') return onlyB;
    if (onlyA.kind === 'object' && onlyB.kind === 'object') return mergeObjects([onlyA, onlyB]);
    if (onlyA.kind === 'array' && onlyB.kind === 'array') return mergeArrays(onlyA, onlyB);
  }
  return joinAll([uniteNodes(a), uniteNodes(b)]);
}

function isAnyObject(node: TypeNode): boolean {
  return (
    node.kind === 'object' &&
    node.members.size === 0 &&
    node.rest === undefined &&
    node.patterns.length === 0 &&
    node.further.length === 0
  );
}

function buildExplicit(node: TypeNode, others: readonly TypeNode[]): TypeNode {
  if (node.kind !== 'object' || !node.implied || others.every(isImplied)) return node;
  return { ...node, implied: false };
}

/** Builds an intersection without nesting. Each part is in it once, and its unnamed objects are merged into one. */
function joinAll(nodes: readonly TypeNode[]): TypeNode {
  const flat = [...new Set(nodes.flatMap((node) => (node.kind === 'all' ? node.of : [node])))];
  const own = flat.filter((node) => node.kind === 'object');
  const named = flat.filter((node) => node.kind === 'named');
  const of = [
    ...new Map(named.map((node) => [node.schema, node])).values(),
    ...(own.length > 0 ? [mergeObjects(own)] : []),
    ...flat.filter((node) => node.kind !== 'object' && node.kind !== 'named'),
  ];
  const [only] = of;
  return only === undefined ? unknownNode : of.length === 1 ? only : { kind: 'all', of };
}

/** Merges objects, member by member. */
export function mergeObjects(objects: readonly ObjectNode[]): ObjectNode {
  const members = new Map<string, MemberNode>();
  for (const object of objects)
    for (const [name, member] of object.members) members.set(name, mergeMembers(members.get(name), member));
  const rests = objects.flatMap(({ rest }) => (rest ? [rest] : []));
  return {
    kind: 'object',
    members,
    rest: rests.length > 0 ? [...new Set(rests.flat())] : undefined,
    patterns: objects.flatMap(({ patterns }) => patterns),
    further: [...new Set(objects.flatMap(({ further }) => further))],
    implied: objects.every(({ implied }) => implied),
  };
}

/** Merges two descriptions of a member. */
export function mergeMembers(a: MemberNode | undefined, b: MemberNode): MemberNode {
  return a ? { part: joinParts(a.part, b.part), required: a.required || b.required } : b;
}

function joinParts(a: Part, b: Part): Part {
  return [...new Set([...a, ...b])];
}

function mergeArrays(a: ArrayNode, b: ArrayNode): ArrayNode {
  const longest = Math.min(
    a.rest ? Number.POSITIVE_INFINITY : a.prefix.length,
    b.rest ? Number.POSITIVE_INFINITY : b.prefix.length,
  );
  const length = Math.min(longest, Math.max(a.prefix.length, b.prefix.length));
  const prefix = Array.from({ length }, (_, index) =>
    joinParts(a.prefix[index] ?? a.rest ?? [], b.prefix[index] ?? b.rest ?? []),
  );
  return {
    kind: 'array',
    prefix,
    rest: a.rest && b.rest ? joinParts(a.rest, b.rest) : undefined,
    min: Math.min(length, Math.max(a.min, b.min)),
    implied: a.implied && b.implied,
  };
}

function isSame(a: readonly TypeNode[], b: readonly TypeNode[]): boolean {
  const set = new Set(b);
  return a.length === b.length && a.every((node) => set.has(node));
}
