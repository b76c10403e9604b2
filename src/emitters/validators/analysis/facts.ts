import { type Component, listComponents } from '../../../model/components.js';
import { Described } from '../../../model/in-place.js';
import { hasOpenValues, type KeywordSchema, type Schema } from '../../../model/schema.js';
import type { SchemaParts } from '../../../model/schema-parts.js';
import { hasParts, listAppliedSubschemas, listSubschemas, type Subschema } from '../../../model/walk-schemas.js';

/** Lists the subschemas that checks or the filling of defaults use. All others are only documentation. */
export class CheckedParts {
  readonly #parts: SchemaParts;

  /** `parts` usually contains every schema of the description. */
  constructor(parts: SchemaParts) {
    this.#parts = parts;
  }

  /** Returns the subschemas of a schema, always in the same order. */
  of(schema: Schema): readonly Subschema[] {
    if (schema.kind !== 'keywords' || !hasParts(schema)) return [];
    const all = this.#parts.get(schema) ?? listSubschemas(schema);
    if (!schema.discriminator && !schema.contentSchema) return all;
    return all.filter(({ keyword }) =>
      keyword === 'mapping' || keyword === 'defaultMapping' ? isParent(schema) : keyword !== 'contentSchema',
    );
  }
}

// Returns whether other schemas are the children of a schema.
function isParent(schema: KeywordSchema): boolean {
  return schema.discriminator?.inheritance !== undefined;
}

/** A fact about a schema and all schemas that its check uses. It is the same in every view. */
type Fact =
  /**
   * The check of a value can reach the same schema again for a part of the value, so that functions count their depth.
   */
  | 'recursive'
  /**
   * The schema leads to a recursive schema, to one whose guard caches its results, or to one that compares whole parts
   * of a value.
   */
  | 'deep'
  /** Some schema describes the properties of an object. */
  | 'properties'
  /** Some schema has a `values` gap. */
  | 'values'
  /** Some property has a default, in its schema or in the target of a reference. */
  | 'defaults'
  /** Some property is removed from a request before the handler receives it. */
  | 'readOnly'
  /** Some property is absent from a response. */
  | 'writeOnly'
  /** Some property has a default and is required. Only a sender may leave out such a property. */
  | 'requiredDefaults'
  /** Some property is required that is absent from requests or responses. */
  | 'requiredAbsent'
  /** Some schema is the parent of others. */
  | 'children';

export type Facts = ReadonlySet<Fact>;

/** The functions that the collection of facts uses. */
export interface FactsInput {
  readonly checked: CheckedParts;
  /** Returns whether a property with this schema has a default. */
  readonly hasDefault: (property: Schema) => boolean;
  /** Returns whether a property with this schema is readOnly. */
  readonly isReadOnly: (property: Schema) => boolean;
  /** Returns whether a property with this schema is writeOnly. */
  readonly isWriteOnly: (property: Schema) => boolean;
}

/** The facts about all schemas of a description. Takes time linear in the number of schemas and references. */
export class CollectedFacts {
  readonly #input: FactsInput;
  readonly #found = new Map<Schema, Facts>();
  /** Schemas that lead to each other. Each component comes after those to which it leads. */
  readonly #components: Component<Schema>[] = [];

  constructor(roots: Iterable<Schema>, input: FactsInput) {
    this.#input = input;
    this.#add([...roots]);
  }

  /** Returns the facts about a schema. */
  of(schema: Schema): Facts {
    if (!this.#found.has(schema)) this.#add([schema]);
    return this.#found.get(schema) ?? new Set();
  }

  /** Adds that the guards of some schemas cache their results. */
  addRepeated(isRepeated: (schema: Schema) => boolean): void {
    for (const { nodes } of this.#components) {
      const isDeep = (part: Schema): boolean => this.of(part).has('deep');
      if (!nodes.some((node) => isRepeated(node) || this.#partsOf(node).some(isDeep))) continue;
      for (const node of nodes) this.#found.set(node, new Set([...this.of(node), 'deep']));
    }
  }

  #partsOf(schema: Schema): Schema[] {
    return this.#input.checked.of(schema).map((part) => part.schema);
  }

  #add(roots: readonly Schema[]): void {
    const listUnknown = (schema: Schema): Schema[] => this.#partsOf(schema).filter((part) => !this.#found.has(part));
    for (const component of listComponents(roots, listUnknown)) {
      const { nodes, isCircle } = component;
      // A component has the facts of all its members, and of all schemas to which they lead.
      const facts = new Set<Fact>(isCircle ? ['deep'] : []);
      for (const node of nodes) {
        for (const fact of listOwnFacts(node, this.#input)) facts.add(fact);
        for (const part of this.#partsOf(node)) for (const fact of this.#found.get(part) ?? []) facts.add(fact);
      }
      // A schema that leads to a recursive one is not recursive itself.
      if (isCircle) facts.add('recursive');
      else facts.delete('recursive');
      for (const node of nodes) this.#found.set(node, facts);
      this.#components.push(component);
    }
  }
}

// A schema may require a property that another schema for the same value describes.
function listRequiredProperties(schema: KeywordSchema): readonly Schema[] {
  const required = new Set(listRequiredInside(schema));
  if (required.size === 0) return [];
  return [...new Described([schema]).properties].flatMap(([name, described]) => (required.has(name) ? described : []));
}

function listRequiredInside(schema: Schema): readonly string[] {
  if (schema.kind !== 'keywords') return [];
  const { required = [], dependentRequired = [] } = schema;
  const inside = listAppliedSubschemas(schema).filter(({ keyword }) => keyword !== '$ref');
  return [
    ...required,
    ...dependentRequired.flatMap((each) => each.required),
    ...inside.flatMap((part) => listRequiredInside(part.schema)),
  ];
}

function listOwnFacts(schema: Schema, { hasDefault, isReadOnly, isWriteOnly }: FactsInput): Fact[] {
  const facts: Fact[] = [];
  if (hasOpenValues(schema)) facts.push('values');
  if (schema.kind !== 'keywords') return facts;
  const { properties = [], ref, allOf } = schema;
  const has = (isMeant: (property: Schema) => boolean): boolean => properties.some((each) => isMeant(each.schema));
  if (schema.uniqueItems) facts.push('deep');
  if (schema.properties ?? schema.required) facts.push('properties');
  if (isParent(schema)) facts.push('children');
  const before = facts.length;
  if (has(hasDefault)) facts.push('defaults');
  if (has(isReadOnly)) facts.push('readOnly');
  if (has(isWriteOnly)) facts.push('writeOnly');
  const required = facts.length > before || ref || allOf ? listRequiredProperties(schema) : [];
  if (required.some(hasDefault)) facts.push('requiredDefaults');
  if (required.some((property) => isReadOnly(property) || isWriteOnly(property))) facts.push('requiredAbsent');
  return facts;
}
