import { readEnumeration } from '../model/allowed-types.js';
import type { JsonValue } from '../model/element.js';
import { isOfType } from '../model/json-type.js';
import { hasOpenValues, type KeywordSchema, type Schema } from '../model/schema.js';
import { nonAssertingMembers } from '../model/schema-keywords.js';
import { listAppliedSubschemas } from '../model/walk-schemas.js';
import type { Conversions } from '../views/conversions.js';
import { findKind, intersectNodes, type NamedTypes, openNames } from './intersect-nodes.js';
import { buildObjectWithout, neverNode, type TypeNode, uniteNodes } from './type-node.js';

/** Returns a type without the values of the schema `not`. Keeps values that a type cannot exclude. */
export function removeSchema(node: TypeNode, not: Schema, types: NamedTypes): TypeNode {
  if (not.kind === 'not-shown') return node;
  if (not.kind === 'boolean') return not.value ? neverNode : node;
  const stated = listStatedKeywords(not);
  if (stated.length === 0) return neverNode;
  if (stated.length > 1) return node;
  if (not.anyOf) return not.anyOf.reduce((left, each) => removeSchema(left, each, types), node);
  const [name, ...others] = not.required ?? [];
  if (name !== undefined) return others.length > 0 ? node : intersectNodes(node, buildObjectWithout([name]), types);
  return isOfValues(not) ? removeNodes(node, not, types) : node;
}

/** Returns whether the type of a schema expresses its `not` completely. */
export function hasExpressedNot(schema: KeywordSchema, conversions: Conversions): boolean {
  return schema.not !== undefined && isExpressed(schema, schema.not, conversions.readFormat(schema) !== undefined);
}

function isExpressed(schema: KeywordSchema, not: Schema, isConverted: boolean): boolean {
  if (not.kind !== 'keywords') return not.kind === 'boolean';
  const stated = listStatedKeywords(not);
  if (stated.length !== 1) return stated.length === 0;
  if (not.anyOf) return not.anyOf.every((each) => isExpressed(schema, each, isConverted));
  if (not.required) return not.required.length === 1;
  if (!isOfValues(not) || isConverted || hasOpenValues(schema)) return false;
  const listed = readEnumeration(schema.ref ?? schema);
  if (listed) return !listed.open;
  // If other schemas apply to the same value, the type is not that of `not` alone. A type does not distinguish integers
  // from other numbers.
  const isAlone = listAppliedSubschemas(schema).every(({ keyword }) => keyword === 'not');
  const isTyped = schema.types !== undefined || listStatedKeywords(schema).length === 1;
  const { types: gone = [] } = not;
  const isWhole = !gone.includes('integer') || gone.includes('number') || schema.types?.includes('number') === false;
  return isAlone && isTyped && gone.length > 0 && isWhole;
}

// The only keywords of `not` are `type`, `enum` and `const`.
function removeNodes(from: TypeNode, not: KeywordSchema, named: NamedTypes): TypeNode {
  const { types = [], enum: values = [], const: value } = not;
  const gone = new Set<JsonValue>(value === undefined ? values : [...values, value]);
  const isGone = (node: TypeNode): boolean => {
    if (node.kind === 'literal') return gone.has(node.value) || types.some((type) => isOfType(node.value, type));
    const kind = findKind(node, named);
    return types.some((type) => type === kind) || (kind === 'null' && gone.has(null));
  };
  const open = openNames(from, named) ?? everything;
  const left = open.filter((node) => !isGone(node));
  return left.length === open.length ? from : uniteNodes(left);
}

const scalars = ['string', 'number', 'boolean', 'null'] as const;
const everything: readonly TypeNode[] = [
  ...scalars.map((type) => ({ kind: 'scalar', type, implied: false }) as const),
  { kind: 'array', prefix: [], rest: [], min: 0, implied: false },
  { kind: 'object', members: new Map(), rest: undefined, patterns: [], further: [], implied: false },
];

function listStatedKeywords(schema: KeywordSchema): string[] {
  return Object.entries(schema).flatMap(([keyword, value]) =>
    value === undefined || nonAssertingMembers.has(keyword) ? [] : [keyword],
  );
}

function isOfValues(schema: KeywordSchema): boolean {
  return schema.types !== undefined || schema.enum !== undefined || schema.const !== undefined;
}
