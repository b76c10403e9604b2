import type { JsonValue } from '../model/element.js';
import { readEnumeration } from '../model/read-enumeration.js';
import { hasOpenValues, type Inheritance, type KeywordSchema, type Schema } from '../model/schema.js';
import type { Names } from '../naming/names.js';
import { type InPlaceOrder, orderInPlace } from './in-place-order.js';
import { intersectNodes, type Kind, kindOf, type NamedTypes } from './intersect-nodes.js';
import { MemberIndex } from './member-index.js';
import { excludeSchema } from './negation.js';
import { ownNode } from './own-node.js';
import {
  alternativesOf,
  isSchema,
  neverNode,
  type ObjectNode,
  type Part,
  type TypeNode,
  uniteNodes,
  unknownNode,
} from './type-node.js';

/** Finds the type of schemas, each once. */
export class TypeResolver implements NamedTypes {
  readonly names: Names;
  readonly #order: InPlaceOrder;
  readonly #nodes = new Map<Schema, TypeNode>();
  readonly #kinds = new Map<Schema, Kind | undefined>();
  readonly #members = new MemberIndex();

  constructor(names: Names) {
    this.names = names;
    this.#order = orderInPlace(names);
    // What others are made of comes first, so that no chain of references is followed to its end at once.
    for (const schema of this.#order.schemas) {
      if (!names.schemas.has(schema)) continue;
      this.kind(schema);
      this.#members.add(schema, this.expand(schema), this);
    }
  }

  /** The schemas that apply themselves to the same value, one of each cycle: no type can say them. */
  get endless(): Schema[] {
    return [...new Map([...this.#order.cycles].map(([schema, cycle]) => [cycle, schema])).values()];
  }

  /** Returns the type of a schema as others see it: its name where it has one. */
  resolve(schema: Schema): TypeNode {
    return this.names.schemas.has(schema)
      ? { kind: 'named', schema: this.names.schemas.get(schema)?.schema ?? schema }
      : this.expand(schema);
  }

  /** Returns the type of what is all of a part at once. */
  resolvePart(part: Part): TypeNode {
    let node: TypeNode = unknownNode;
    for (const each of part) node = intersectNodes(node, isSchema(each) ? this.resolve(each) : each, this);
    return node;
  }

  /** Returns the type that a schema stands for, its own name aside. */
  expand(schema: Schema): TypeNode {
    const known = this.#nodes.get(schema);
    if (known) return known;
    const node = this.#build(schema);
    this.#nodes.set(schema, node);
    return node;
  }

  kind(schema: Schema): Kind | undefined {
    if (this.#kinds.has(schema)) return this.#kinds.get(schema);
    const kind = kindOf(this.expand(schema), this);
    this.#kinds.set(schema, kind);
    return kind;
  }

  /** What the objects behind names have. */
  get members(): MemberIndex {
    return this.#members;
  }

  #build(schema: Schema): TypeNode {
    if (schema.kind === 'boolean') return schema.value ? unknownNode : neverNode;
    if (schema.kind === 'not-shown') return { kind: 'not-shown', id: schema.item.id };
    const { propertyName, inheritance } = schema.discriminator ?? {};
    if (propertyName !== undefined && inheritance) return this.#uniteChildren(propertyName, inheritance);
    const nodes = [ownNode(schema, this.names.conversions.formatOf(schema))];
    if (schema.ref) nodes.push(this.#apply(schema, schema.ref));
    if (schema.dynamicRef) nodes.push(this.#applyDynamic(schema));
    for (const member of schema.allOf ?? []) nodes.push(this.#apply(schema, member));
    if (schema.anyOf) nodes.push(this.#uniteMembers(schema, schema.anyOf));
    if (schema.oneOf) nodes.push(this.#uniteMembers(schema, schema.oneOf));
    if (schema.if && schema.then && schema.else)
      nodes.push(
        uniteNodes([
          this.#intersect([schema.if, schema.then].map((each) => this.#apply(schema, each))),
          this.#apply(schema, schema.else),
        ]),
      );
    const whole = this.#intersect(nodes);
    const node = schema.not ? excludeSchema(whole, schema.not, this) : whole;
    return readEnumeration(schema)?.open ? openNode(node) : node;
  }

  #apply(from: Schema, to: Schema): TypeNode {
    const cycle = this.#order.cycles.get(from);
    return cycle !== undefined && cycle === this.#order.cycles.get(to) ? unknownNode : this.resolve(to);
  }

  #applyDynamic(schema: KeywordSchema): TypeNode {
    const { initial, anchor } = schema.dynamicRef ?? {};
    const targets = this.names.views.dynamicAnchors.get(anchor ?? '') ?? (initial ? [initial] : []);
    return uniteNodes(targets.map((target) => this.#apply(schema, target)));
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
      // What no other member stands for is of the default one, whatever the property says.
      const isDefault = [member, target].some((one) => one === discriminator?.defaultMapping);
      if (!discriminator || !own || isDefault) return node;
      if ([schema, ...this.#listSaid(node, discriminator.propertyName)].some(hasOpenValues)) open.push(node);
      return this.#discriminate(node, discriminator.propertyName, own);
    });
    return uniteNodes([...nodes, ...open]);
  }

  // The schemas of a property, and what they refer to.
  #listSaid(node: TypeNode, propertyName: string): Schema[] {
    const said = (this.#members.findSure(node, propertyName)?.part ?? []).filter(isSchema);
    return said.flatMap((each) => (each.kind === 'keywords' && each.ref ? [each, each.ref] : [each]));
  }

  #uniteChildren(propertyName: string, { base, children }: Inheritance): TypeNode {
    const shared = this.resolve(base);
    const nodes = children.map(({ schema, values, isExtending }) => {
      const node = this.resolve(schema);
      const whole = isExtending ? node : intersectNodes(shared, node, this);
      return values ? this.#discriminate(whole, propertyName, values) : whole;
    });
    const noObjects = alternativesOf(this.expand(base)).filter((each) => kindOf(each, this) !== 'object');
    return uniteNodes([...nodes, ...noObjects]);
  }

  // Only where the member itself leaves the value open: a stated one is as good, and must not be contradicted.
  #discriminate(node: TypeNode, propertyName: string, values: readonly JsonValue[]): TypeNode {
    if (kindOf(node, this) !== 'object') return node;
    const found = this.#members.findSure(node, propertyName);
    const allowed = found ? this.#listAlternatives(this.resolvePart(found.part)) : [];
    const types = new Set(allowed.map((each) => (each.kind === 'scalar' ? String(each.type) : undefined)));
    const stated = allowed.flatMap((each) => (each.kind === 'literal' ? [each.value] : []));
    const isOpen =
      values.every((value) => types.has(typeof value)) ||
      (stated.length > values.length && values.every((one) => stated.includes(one)));
    if (!found || !isOpen) return node;
    const literals = uniteNodes(values.map((value) => ({ kind: 'literal', value })));
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
    return alternativesOf(node).flatMap((each) =>
      each.kind === 'named' ? alternativesOf(this.expand(each.schema)) : [each],
    );
  }
}

// A `values` item says that there are more of the same types, wherever the values themselves are listed.
function openNode(node: TypeNode): TypeNode {
  const types = new Set(alternativesOf(node).flatMap((each) => (each.kind === 'literal' ? [typeof each.value] : [])));
  const open = (['string', 'number'] as const).filter((type) => types.has(type));
  return uniteNodes([node, ...open.map((type) => ({ kind: 'scalar', type, implied: false }) as const)]);
}

const resolvers = new WeakMap<Names, TypeResolver>();

/** Returns the resolver of a description's names; the same one each time, so that nothing is found twice. */
export function resolverOf(names: Names): TypeResolver {
  const resolver = resolvers.get(names) ?? new TypeResolver(names);
  resolvers.set(names, resolver);
  return resolver;
}
