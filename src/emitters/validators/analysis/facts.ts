import { type Component, listComponents } from '../../../model/components.js';
import { listObjectParts } from '../../../model/find-dispatch.js';
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

const noFacts: Facts = {
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

// A schema can be recursive although a schema that leads to it is not.
function uniteFacts(a: Facts, b: Facts): Facts {
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
    return this.#found.get(schema) ?? noFacts;
  }

  /** Adds that the guards of some schemas cache their results. */
  addRepeated(isRepeated: (schema: Schema) => boolean): void {
    for (const { nodes } of this.#components) {
      const isDeep = (part: Schema): boolean => this.of(part).deep;
      if (!nodes.some((node) => isRepeated(node) || this.#partsOf(node).some(isDeep))) continue;
      for (const node of nodes) this.#found.set(node, { ...this.of(node), deep: true });
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
      const parts = nodes.flatMap((node) => this.#partsOf(node));
      const known = parts.flatMap((part) => this.#found.get(part) ?? []);
      const own = nodes.map((node) => findOwnFacts(node, this.#input));
      const start = isCircle ? { ...noFacts, recursive: true, deep: true } : noFacts;
      const facts = [...own, ...known].reduce(uniteFacts, start);
      for (const node of nodes) this.#found.set(node, facts);
      this.#components.push(component);
    }
  }
}

// A schema may require a property that another schema for the same value describes.
function listRequiredProperties(schema: KeywordSchema): readonly Schema[] {
  const required = new Set(listRequiredInside(schema));
  if (required.size === 0) return [];
  return listObjectParts(schema).flatMap(({ properties = [] }) =>
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

function findOwnFacts(schema: Schema, { hasDefault, isReadOnly, isWriteOnly }: FactsInput): Facts {
  const values = hasOpenValues(schema);
  if (schema.kind !== 'keywords') return { ...noFacts, values };
  const hasProperty = (isMeant: (property: Schema) => boolean): boolean =>
    schema.properties?.some((property) => isMeant(property.schema)) ?? false;
  const [defaults, readOnly, writeOnly] = [hasProperty(hasDefault), hasProperty(isReadOnly), hasProperty(isWriteOnly)];
  const canRequire = defaults || readOnly || writeOnly || schema.ref || schema.allOf;
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
