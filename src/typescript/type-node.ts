import type { JsonValue } from '../model/element.js';
import type { Schema } from '../model/schema.js';

/**
 * What a schema lets through in one view, as far as TypeScript can say it. `implied` stands on what follows from keywords
 * without `type`: it says nothing about values of other types.
 */
export type TypeNode =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'never' }
  | ScalarNode
  | { readonly kind: 'literal'; readonly value: JsonValue }
  | ArrayNode
  | ObjectNode
  | { readonly kind: 'named'; readonly schema: Schema }
  | { readonly kind: 'not-shown'; readonly id: string }
  | { readonly kind: 'union'; readonly of: readonly TypeNode[] }
  /** All of these at once; objects, or arrays. */
  | { readonly kind: 'all'; readonly of: readonly TypeNode[] };

/** A type of values without parts. */
export interface ScalarNode {
  readonly kind: 'scalar';
  readonly type: 'null' | 'boolean' | 'number' | 'string' | 'Date' | 'bigint';
  readonly implied: boolean;
}

/** All of these at once; none: anything. */
export type Part = readonly (Schema | TypeNode)[];

/** An array; its first items by position, at least `min` of them present. */
export interface ArrayNode {
  readonly kind: 'array';
  readonly prefix: readonly Part[];
  /** Of the items after these; `undefined`: there are none. */
  readonly rest: Part | undefined;
  readonly min: number;
  readonly implied: boolean;
}

/** An object with its known members. */
export interface ObjectNode {
  readonly kind: 'object';
  readonly members: ReadonlyMap<string, MemberNode>;
  /** Of members beside the known ones; `undefined`: the type does not mention them. */
  readonly rest: Part | undefined;
  readonly patterns: readonly { readonly pattern: string; readonly part: Part }[];
  /** The ids of the `fields` items that ask for further members. */
  readonly further: readonly string[];
  readonly implied: boolean;
}

/** A member of an object, before a view decides whether it is there. */
export interface MemberNode {
  readonly part: Part;
  readonly required: boolean;
}

/** Tells schemas from nodes in a part. */
export function isSchema(each: Schema | TypeNode): each is Schema {
  return 'origin' in each;
}

/** Anything. */
export const unknownNode: TypeNode = { kind: 'unknown' };

/** Nothing. */
export const neverNode: TypeNode = { kind: 'never' };

/** Lists the alternatives of a node: the members of a union, else itself. */
export function alternativesOf(node: TypeNode): readonly TypeNode[] {
  return node.kind === 'union' ? node.of : node.kind === 'never' ? [] : [node];
}

/** Joins alternatives: flat, each once, `unknown` where one is unknown. */
export function uniteNodes(nodes: readonly TypeNode[]): TypeNode {
  const flat = nodes.flatMap(alternativesOf);
  if (flat.some((node) => node.kind === 'unknown')) return unknownNode;
  const unique = new Map<unknown, TypeNode>();
  for (const node of flat) {
    const key = identityOf(node);
    if (!unique.has(key)) unique.set(key, node);
  }
  const of = [...unique.values()];
  const [only] = of;
  return only === undefined ? neverNode : of.length === 1 ? only : { kind: 'union', of };
}

function identityOf(node: TypeNode): unknown {
  switch (node.kind) {
    case 'scalar':
      return node.type;
    case 'literal':
      return `= ${JSON.stringify(node.value)}`;
    case 'named':
      return node.schema;
    case 'not-shown':
      return `? ${node.id}`;
    default:
      return node;
  }
}
