import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { readEnumeration } from '../model/allowed-types.js';
import { type Component, listComponents } from '../model/components.js';
import type { JsonValue } from '../model/element.js';
import { hasOpenValues, type Inheritance, type JsonType, type KeywordSchema, type Schema } from '../model/schema.js';
import { isTyped } from '../model/schema-keywords.js';
import { hasParts, listSubschemas } from '../model/walk-schemas.js';
import type { Names } from '../naming/names.js';
import type { Conversions } from '../views/conversions.js';
import type { Views } from '../views/views.js';
import type { SchemaDocs } from './doc-comment.js';
import { findKind, intersectNodes, type Kind, type NamedTypes, openNames } from './intersect-nodes.js';
import { MemberIndex } from './member-index.js';
import { removeSchema } from './negation.js';
import { buildOwnNode } from './own-node.js';
import {
  buildObjectWithout,
  getTypeInCode,
  isSchema,
  listAlternatives,
  neverNode,
  type ObjectNode,
  type Part,
  type TypeNode,
  uniteNodes,
  unknownNode,
} from './type-node.js';

/** The input of types, in addition to the schemas. */
interface ResolverInput {
  readonly names: Names;
  readonly views: Views;
  readonly conversions: Conversions;
  readonly docs: SchemaDocs;
  readonly diagnostics: Diagnostics;
}

/** Computes the types of schemas, each once, when they are needed. */
export class TypeResolver implements NamedTypes {
  readonly names: Names;
  readonly views: Views;
  readonly conversions: Conversions;
  readonly docs: SchemaDocs;
  /** The schemas whose types `#begin` has built or is building. */
  readonly #begun = new Set<Schema>();
  /** The circle to which a schema belongs, if it applies itself to the same value. TypeScript cannot express its type. */
  readonly #circles = new Map<Schema, object>();
  readonly #nodes = new Map<Schema, TypeNode>();
  readonly #kinds = new Map<Schema, Kind | undefined>();
  /** The number of alternatives of the types of schemas. */
  readonly #counts = new Map<Schema, number>();
  readonly #tooLarge = new Set<Schema>();
  readonly #diagnostics: Diagnostics;
  /** The members that the objects of named schemas have. */
  readonly members: MemberIndex;

  constructor({ names, views, conversions, docs, diagnostics }: ResolverInput) {
    this.#diagnostics = diagnostics;
    this.names = names;
    this.views = views;
    this.conversions = conversions;
    this.docs = docs;
    this.members = new MemberIndex((schema) => this.#begin(schema));
  }

  /** Returns the type of a schema for use in other types: its name if it has one. */
  resolve(schema: Schema): TypeNode {
    const names = this.names.schemas.get(schema);
    return names ? { kind: 'named', schema: names.schema } : this.expand(schema);
  }

  /** Returns the type of the values that match all schemas and types of a part. */
  resolvePart(part: Part): TypeNode {
    let node: TypeNode = unknownNode;
    for (const each of part) node = intersectNodes(node, isSchema(each) ? this.resolve(each) : each, this);
    const first = part.length > 1 ? part.find(isSchema) : undefined;
    if (first) this.#countAlternatives(node, first);
    return node;
  }

  /** Returns the type of a schema, even if it has a name. */
  expand(schema: Schema): TypeNode {
    const known = this.#nodes.get(schema);
    if (known) return known;
    // Most schemas have neither parts nor a name.
    if (hasParts(schema) || this.names.schemas.has(schema)) this.#begin(schema);
    const node = this.#nodes.get(schema) ?? this.#build(schema);
    this.#nodes.set(schema, node);
    this.#counts.set(schema, this.#countAlternatives(node, schema));
    return node;
  }

  // Returns the number of alternatives of a type. If TypeScript cannot compile it, reports the schema, and returns 1, so
  // that types that consist of it are not reported.
  #countAlternatives(node: TypeNode, schema: Schema): number {
    const { count, most } = countAlternatives(node, (named) => this.#counts.get(named) ?? 1);
    if (most < tooMany) return count;
    if (!this.#tooLarge.has(schema))
      this.#diagnostics.report('type-too-large', schema.origin, { variant: 'alternatives', limit: tooMany });
    this.#tooLarge.add(schema);
    return 1;
  }

  // Builds the types of which the type of a schema consists. Each one comes after those of which it consists, so long
  // chains of references need no deep recursion.
  #begin(schema: Schema): void {
    if (this.#begun.has(schema)) return;
    for (const { nodes, isCircle } of listInPlace(schema, (each) => this.#begun.has(each))) {
      for (const each of nodes) {
        this.#begun.add(each);
        if (isCircle) this.#circles.set(each, nodes);
      }
      for (const each of nodes) {
        if (!this.names.schemas.has(each)) continue;
        this.kind(each);
        this.members.add(each, this.expand(each), this);
      }
    }
  }

  kind(schema: Schema): Kind | undefined {
    const known = this.#kinds.get(schema);
    if (known !== undefined || this.#kinds.has(schema)) return known;
    const kind = findKind(this.expand(schema), this);
    this.#kinds.set(schema, kind);
    return kind;
  }

  #build(schema: Schema): TypeNode {
    if (schema.kind === 'boolean') return schema.value ? unknownNode : neverNode;
    if (schema.kind === 'not-shown') return { kind: 'not-shown', id: schema.gap.id };
    const { propertyName, inheritance } = schema.discriminator ?? {};
    if (propertyName !== undefined && inheritance) return this.#uniteChildren(propertyName, inheritance);
    const nodes = [buildOwnNode(schema, this.conversions.readFormat(schema))];
    if (schema.ref) nodes.push(this.#apply(schema, schema.ref));
    for (const member of schema.allOf ?? []) nodes.push(this.#apply(schema, member));
    if (schema.impossibleProperties) nodes.push(buildObjectWithout(schema.impossibleProperties));
    if (schema.anyOf) nodes.push(this.#uniteMembers(schema, schema.anyOf));
    if (schema.oneOf) nodes.push(this.#uniteMembers(schema, schema.oneOf));
    if (schema.if && schema.then && schema.else)
      nodes.push(
        uniteNodes([
          this.#intersect([schema.if, schema.then].map((each) => this.#apply(schema, each))),
          this.#apply(schema, schema.else),
        ]),
      );
    const all = this.#intersect(nodes);
    const whole = schema.possibleTypes ? reduceTypes(all, schema.possibleTypes, this) : all;
    const node = schema.not ? removeSchema(whole, schema.not, this) : whole;
    return readEnumeration(schema)?.open ? openNode(node) : node;
  }

  #apply(from: Schema, to: Schema): TypeNode {
    const circle = this.#circles.get(from);
    return circle !== undefined && circle === this.#circles.get(to) ? unknownNode : this.resolve(to);
  }

  #intersect(nodes: readonly TypeNode[]): TypeNode {
    return nodes.reduce((a, b) => intersectNodes(a, b, this), unknownNode);
  }

  #uniteMembers(schema: KeywordSchema, members: readonly Schema[]): TypeNode {
    const { discriminator } = schema;
    const values = new Map<Schema, string[]>();
    for (const row of discriminator?.mapping ?? [])
      values.set(row.schema, [...(values.get(row.schema) ?? []), row.value]);
    const open: TypeNode[] = [];
    const nodes = members.map((member) => {
      const node = this.#apply(schema, member);
      const target = member.kind === 'keywords' && member.ref ? member.ref : member;
      const own = values.get(target) ?? values.get(member);
      // The default member also applies if the property has an unlisted value or is absent, so the values do not narrow
      // it.
      const isDefault = [member, target].some((one) => one === discriminator?.defaultMapping);
      if (!discriminator || !own || isDefault) return node;
      if ([schema, ...this.#listPropertySchemas(node, discriminator.propertyName)].some(hasOpenValues)) open.push(node);
      return this.#discriminate(node, discriminator.propertyName, own);
    });
    return uniteNodes([...nodes, ...open]);
  }

  // Lists the schemas of a property, and the schemas to which they refer.
  #listPropertySchemas(node: TypeNode, propertyName: string): Schema[] {
    const schemas = (this.members.findSure(node, propertyName)?.part ?? []).filter(isSchema);
    return schemas.flatMap((each) => (each.kind === 'keywords' && each.ref ? [each, each.ref] : [each]));
  }

  #uniteChildren(propertyName: string, { base, children }: Inheritance): TypeNode {
    const shared = this.resolve(base);
    const nodes = children.map(({ schema, values, isExtending }) => {
      const node = this.resolve(schema);
      const whole = isExtending ? node : intersectNodes(shared, node, this);
      return values ? this.#discriminate(whole, propertyName, values) : whole;
    });
    const noObjects = listAlternatives(this.expand(base)).filter((each) => findKind(each, this) !== 'object');
    return uniteNodes([...nodes, ...noObjects]);
  }

  // Narrows the property only if the member allows other values too. Keeps a value that the member states itself.
  #discriminate(node: TypeNode, propertyName: string, values: readonly JsonValue[]): TypeNode {
    if (findKind(node, this) !== 'object') return node;
    const found = this.members.findSure(node, propertyName);
    const allowed = found ? this.#listAlternatives(this.resolvePart(found.part)) : [];
    const types = new Set(allowed.map((each) => (each.kind === 'scalar' ? String(each.type) : undefined)));
    const stated = allowed.flatMap((each) => (each.kind === 'literal' ? [each.value] : []));
    const isOpen =
      values.every((value) => types.has(typeof value)) ||
      (stated.length > values.length && values.every((one) => stated.includes(one)));
    if (!found || !isOpen) return node;
    const literals = uniteNodes(
      values.map(
        (value) =>
          allowed.find((each) => each.kind === 'literal' && each.value === value) ?? { kind: 'literal', value },
      ),
    );
    const literal: ObjectNode = {
      kind: 'object',
      members: new Map([[propertyName, { part: [literals], required: found.required }]]),
      rest: undefined,
      patterns: [],
      further: [],
      implied: false,
    };
    return intersectNodes(node, literal, this);
  }

  #listAlternatives(node: TypeNode): TypeNode[] {
    return listAlternatives(node).flatMap((each) =>
      each.kind === 'named' ? listAlternatives(this.expand(each.schema)) : [each],
    );
  }
}

// TypeScript rejects an intersection of unions with so many combinations of alternatives (TS2590).
const tooMany = 100_000;

// Returns the number of alternatives of a type, and of its intersection with the most: `(A | B) & (C | D)` has four.
function countAlternatives(
  node: TypeNode,
  countOf: (schema: Schema) => number,
): { readonly count: number; readonly most: number } {
  if (node.kind === 'named') return { count: countOf(node.schema), most: 1 };
  if (node.kind !== 'union' && node.kind !== 'all') return { count: 1, most: 1 };
  const parts = node.of.map((part) => countAlternatives(part, countOf));
  const most = parts.reduce((highest, part) => Math.max(highest, part.most), 1);
  if (node.kind === 'union') return { count: parts.reduce((sum, part) => sum + part.count, 0), most };
  const count = parts.reduce((product, part) => product * part.count, 1);
  return { count, most: Math.max(most, count) };
}

// Removes the alternatives of other JSON types.
function reduceTypes(node: TypeNode, types: readonly JsonType[], named: NamedTypes): TypeNode {
  const all = openNames(node, named) ?? [node];
  const kept = all.filter((each) => {
    const kind = findKind(each, named);
    return kind === undefined || types.some((type) => jsonTypes[kind].includes(type));
  });
  return kept.length === all.length ? node : uniteNodes(kept);
}

const jsonTypes: { readonly [K in Kind]: readonly JsonType[] } = {
  null: ['null'],
  boolean: ['boolean'],
  number: ['number', 'integer'],
  bigint: ['number', 'integer'],
  string: ['string'],
  Date: ['string'],
  array: ['array'],
  object: ['object'],
};

// If a `values` gap asks for further values, they have the same types, even if a referenced schema lists the values.
function openNode(node: TypeNode): TypeNode {
  const types = new Set(
    listAlternatives(node).flatMap((each) => (each.kind === 'literal' ? [getTypeInCode(each)] : [])),
  );
  const open = (['string', 'number', 'bigint'] as const).filter((type) => types.has(type));
  return uniteNodes([node, ...open.map((type) => ({ kind: 'scalar', type, implied: false }) as const)]);
}

/** Lists the schemas that a schema applies to the same value and that change its type. */
function listAppliedTo(schema: Schema): Schema[] {
  const applied = listSubschemas(schema).filter((each) => each.inPlace && isTyped(each.keyword));
  const { discriminator } = schema.kind === 'keywords' ? schema : {};
  return [
    ...applied.map((each) => each.schema),
    ...(discriminator?.inheritance?.children ?? []).map((child) => child.schema),
  ];
}

/**
 * Lists a schema and the schemas of which its type consists, in groups. Each group comes after those to which it leads.
 * A circle is a group of schemas that apply each other to the same value. Omits the schemas for which `isKnown` is true.
 */
function listInPlace(schema: Schema, isKnown: (schema: Schema) => boolean): readonly Component<Schema>[] {
  return listComponents([schema], (each) => listAppliedTo(each).filter((applied) => !isKnown(applied)));
}
