import type { JsonValue } from '../model/element.js';
import { getJsonType } from '../model/json-type.js';
import { printExactJson } from '../model/print-json.js';
import type { Schema } from '../model/schema.js';

/**
 * The closest TypeScript type for the values that a schema accepts. A node is `implied` if it follows from keywords
 * without `type`. Such a schema also accepts values of all other types.
 */
export type TypeNode =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'never' }
  | ScalarNode
  | LiteralNode
  | ArrayNode
  | ObjectNode
  | { readonly kind: 'named'; readonly schema: Schema }
  | { readonly kind: 'not-shown'; readonly id: string }
  | { readonly kind: 'union'; readonly of: readonly TypeNode[] }
  /** An intersection of objects or of arrays. */
  | { readonly kind: 'all'; readonly of: readonly TypeNode[] };

/** A type of values without parts. */
export interface ScalarNode {
  readonly kind: 'scalar';
  readonly type: 'null' | 'boolean' | 'number' | 'string' | 'Date' | 'bigint';
  readonly implied: boolean;
}

/** The schemas and types that all apply to one value. An empty list accepts any value. */
export type Part = readonly (Schema | TypeNode)[];

/** An array. `prefix` describes its first items by position; at least `min` of them are present. */
export interface ArrayNode {
  readonly kind: 'array';
  readonly prefix: readonly Part[];
  /** The items after `prefix`, or `undefined` if there are none. */
  readonly rest: Part | undefined;
  readonly min: number;
  readonly implied: boolean;
}

/** An object. */
export interface ObjectNode {
  readonly kind: 'object';
  readonly members: ReadonlyMap<string, MemberNode>;
  /** The members other than the known ones, or `undefined` if the type does not mention them. */
  readonly rest: Part | undefined;
  readonly patterns: readonly { readonly pattern: string; readonly part: Part }[];
  /** The ids of the `fields` gaps that ask for further members. */
  readonly further: readonly string[];
  readonly implied: boolean;
}

/** A member of an object in any view. Each view decides later whether it has the member. */
export interface MemberNode {
  readonly part: Part;
  readonly required: boolean;
}

/** A value. `isBigint`: an integer that is a `bigint` in code. */
interface LiteralNode {
  readonly kind: 'literal';
  readonly value: JsonValue;
  readonly isBigint?: true;
}

/** Returns the type of a value in code. */
export function getTypeInCode({ value, isBigint }: LiteralNode): ReturnType<typeof getJsonType> | 'bigint' {
  return isBigint ? 'bigint' : getJsonType(value);
}

/** Returns whether an entry of a part is a schema rather than a type. */
export function isSchema(each: Schema | TypeNode): each is Schema {
  return 'origin' in each;
}

/** The type of any value. */
export const unknownNode: TypeNode = { kind: 'unknown' };

/** The type without values. */
export const neverNode: TypeNode = { kind: 'never' };

/** Returns the type of an object without some members. */
export function buildObjectWithout(names: readonly string[]): TypeNode {
  return {
    kind: 'object',
    members: new Map(names.map((name) => [name, { part: [neverNode], required: false }])),
    rest: undefined,
    patterns: [],
    further: [],
    implied: true,
  };
}

/** Lists the alternatives of a node: the members of a union, or else the node itself. */
export function listAlternatives(node: TypeNode): readonly TypeNode[] {
  return node.kind === 'union' ? node.of : node.kind === 'never' ? [] : [node];
}

/** Builds a union without nesting and duplicates. Returns `unknown` if one alternative is unknown. */
export function uniteNodes(nodes: readonly TypeNode[]): TypeNode {
  const [first] = nodes;
  if (nodes.length === 1 && first && first.kind !== 'union') return first;
  const flat = nodes.flatMap(listAlternatives);
  if (flat.some((node) => node.kind === 'unknown')) return unknownNode;
  const unique = new Map<unknown, TypeNode>();
  for (const node of flat) {
    const key = getIdentity(node);
    if (!unique.has(key)) unique.set(key, node);
  }
  const of = [...unique.values()];
  const [only] = of;
  return only === undefined ? neverNode : of.length === 1 ? only : { kind: 'union', of };
}

function getIdentity(node: TypeNode): unknown {
  switch (node.kind) {
    case 'scalar':
      return node.type;
    case 'literal':
      return `= ${printExactJson(node.value)}${node.isBigint ? 'n' : ''}`;
    case 'named':
      return node.schema;
    case 'not-shown':
      return `? ${node.id}`;
    default:
      return node;
  }
}
