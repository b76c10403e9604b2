import { type Component, listComponents } from '../../../model/components.js';
import { listObjectParts } from '../../../model/find-dispatch.js';
import { hasOpenValues, type KeywordSchema, type Schema } from '../../../model/schema.js';
import { listAppliedSubschemas, type Subschema } from '../../../model/walk-schemas.js';
import { type CheckedParts, isParent } from './checked-parts.js';

/** Facts about a schema and all schemas that its check uses. They are the same in every view. */
export interface Facts {
  /**
   * Whether the check of a value can reach the same schema again for a part of the value, so that functions count their
   * depth.
   */
  readonly recursive: boolean;
  /**
   * Whether the schema leads to a recursive schema, to one whose guard caches its results, or to one that compares
   * whole parts of a value.
   */
  readonly deep: boolean;
  /** Whether some schema describes the properties of an object. */
  readonly properties: boolean;
  /** Whether some schema has a `values` item. */
  readonly values: boolean;
  /** Whether some property has a default, in its schema or in the target of a reference. */
  readonly defaults: boolean;
  /** Whether some property is removed from a request before the handler receives it. */
  readonly readOnly: boolean;
  /** Whether some property is absent from a response. */
  readonly writeOnly: boolean;
  /** Whether some property has a default and is required. Only a sender may leave out such a property. */
  readonly requiredDefaults: boolean;
  /** Whether some property is required that is absent from requests or responses. */
  readonly requiredAbsent: boolean;
  /** Whether some schema is the parent of others. */
  readonly children: boolean;
}

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

/** Schemas that lead to each other, and their facts before `addRepeated`. */
interface KnownComponent extends Component<Schema> {
  readonly facts: Facts;
}

/** The facts about all schemas of a description. Takes time linear in the number of schemas and references. */
export class CollectedFacts {
  readonly #input: FactsInput;
  /** The facts about the schemas with parts, and about the others for which somebody asked. */
  readonly #found = new Map<Schema, Facts>();
  /** Each component comes after those to which it leads. */
  readonly #components: KnownComponent[] = [];

  constructor(roots: Iterable<Schema>, input: FactsInput) {
    this.#input = input;
    this.#add(roots);
  }

  /** Returns the facts about a schema. */
  of(schema: Schema): Facts {
    const known = this.#found.get(schema);
    if (known) return known;
    if (this.#hasParts(schema)) this.#add([schema]);
    else this.#found.set(schema, findOwnFacts(schema, this.#input));
    return this.#found.get(schema) ?? noFacts;
  }

  /** Adds that the guards of some schemas, which have parts, cache their results. */
  addRepeated(isRepeated: (schema: Schema) => boolean): void {
    const isDeep = ({ schema }: Subschema): boolean => this.of(schema).deep;
    for (const { nodes } of this.#components) {
      const [first] = nodes;
      const facts = first && this.of(first);
      if (!facts || facts.deep || !nodes.some((node) => isRepeated(node) || this.#partsOf(node).some(isDeep))) continue;
      for (const node of nodes) this.#found.set(node, { ...facts, deep: true });
    }
  }

  #add(start: Iterable<Schema>): void {
    const listUnknown = (schema: Schema): readonly Schema[] => {
      const unknown: Schema[] = [];
      for (const { schema: part } of this.#partsOf(schema))
        if (this.#hasParts(part) && !this.#found.has(part)) unknown.push(part);
      return unknown;
    };
    const roots = [...start].filter((schema) => this.#hasParts(schema) && !this.#found.has(schema));
    for (const component of listComponents(roots, listUnknown))
      this.#record({ ...component, facts: this.#findFacts(component) });
  }

  #record(component: KnownComponent): void {
    for (const schema of component.nodes) this.#found.set(schema, component.facts);
    this.#components.push(component);
  }

  #hasParts(schema: Schema): boolean {
    return this.#partsOf(schema).length > 0;
  }

  #partsOf(schema: Schema): readonly Subschema[] {
    return this.#input.checked.of(schema);
  }

  // A component has the facts of all its members, and of all schemas to which they lead.
  #findFacts({ nodes, isCircle }: Component<Schema>): Facts {
    let facts = isCircle ? { ...noFacts, recursive: true, deep: true } : noFacts;
    for (const node of nodes) {
      facts = uniteFacts(facts, findOwnFacts(node, this.#input));
      for (const { schema: part } of this.#partsOf(node))
        facts = uniteFacts(facts, this.#found.get(part) ?? findOwnFacts(part, this.#input));
    }
    return facts;
  }
}

/** The facts of a schema for which none is true. */
export const noFacts: Facts = {
  recursive: false,
  deep: false,
  properties: false,
  values: false,
  defaults: false,
  readOnly: false,
  writeOnly: false,
  requiredDefaults: false,
  requiredAbsent: false,
  children: false,
};

// Returns the first object itself if the other adds nothing, as in most cases.
function uniteFacts(a: Facts, b: Facts): Facts {
  if (b === noFacts || b === a || !hasFurtherFacts(b, a)) return a;
  return {
    recursive: a.recursive,
    deep: a.deep || b.deep,
    properties: a.properties || b.properties,
    values: a.values || b.values,
    defaults: a.defaults || b.defaults,
    readOnly: a.readOnly || b.readOnly,
    writeOnly: a.writeOnly || b.writeOnly,
    requiredDefaults: a.requiredDefaults || b.requiredDefaults,
    requiredAbsent: a.requiredAbsent || b.requiredAbsent,
    children: a.children || b.children,
  };
}

function hasFurtherFacts(facts: Facts, known: Facts): boolean {
  return (
    (facts.deep && !known.deep) ||
    (facts.properties && !known.properties) ||
    (facts.values && !known.values) ||
    (facts.defaults && !known.defaults) ||
    (facts.readOnly && !known.readOnly) ||
    (facts.writeOnly && !known.writeOnly) ||
    (facts.requiredDefaults && !known.requiredDefaults) ||
    (facts.requiredAbsent && !known.requiredAbsent) ||
    (facts.children && !known.children)
  );
}

// A schema may require a property that another schema for the same value describes.
function listRequiredProperties(schema: KeywordSchema): readonly Schema[] {
  const required = new Set(listRequiredInside(schema));
  if (required.size === 0) return [];
  const parts = schema.ref || schema.allOf ? listObjectParts(schema) : [schema];
  return parts.flatMap(({ properties = [] }) =>
    properties.flatMap((property) => (required.has(property.name) ? property.schema : [])),
  );
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

// Returns whether a schema has none of the keywords that decide its facts. Most schemas have none.
function isPlain({ uniqueItems, properties, required, ref, allOf, discriminator }: KeywordSchema): boolean {
  return !uniqueItems && !properties && !required && !ref && !allOf && !discriminator;
}

function findOwnFacts(schema: Schema, { hasDefault, isReadOnly, isWriteOnly }: FactsInput): Facts {
  const values = hasOpenValues(schema);
  if (schema.kind !== 'keywords') return values ? { ...noFacts, values } : noFacts;
  if (isPlain(schema) && !values) return noFacts;
  const hasProperty = (isMeant: (property: Schema) => boolean): boolean =>
    schema.properties?.some((property) => isMeant(property.schema)) ?? false;
  const [defaults, readOnly, writeOnly] = [hasProperty(hasDefault), hasProperty(isReadOnly), hasProperty(isWriteOnly)];
  const canRequire = defaults || readOnly || writeOnly || schema.ref !== undefined || schema.allOf !== undefined;
  const required = canRequire ? listRequiredProperties(schema) : [];
  return {
    recursive: false,
    deep: schema.uniqueItems === true,
    properties: (schema.properties ?? schema.required) !== undefined,
    values,
    defaults,
    readOnly,
    writeOnly,
    requiredDefaults: required.some(hasDefault),
    requiredAbsent: required.some((property) => isReadOnly(property) || isWriteOnly(property)),
    children: isParent(schema),
  };
}
