import { type Component, listComponents } from '../../../model/components.js';
import { listObjectParts } from '../../../model/find-dispatch.js';
import type { Anchors } from '../../../model/in-place.js';
import { hasOpenValues, type KeywordSchema, type Schema } from '../../../model/schema.js';
import { hasParts, listAppliedSubschemas, listSubschemas, type Subschema } from '../../../model/walk-schemas.js';

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
  /** Whether some property has a default and is required. Only a sender may leave out such a property. */
  readonly requiredDefaults: boolean;
  /** Whether some schema is the parent of others. */
  readonly children: boolean;
  /** The names that a `$dynamicRef` looks up. */
  readonly dynamic: ReadonlySet<string>;
}

/** The functions that the collection of facts uses. */
export interface FactsInput {
  readonly anchors: Anchors;
  /** Returns whether a property with this schema has a default. */
  readonly hasDefault: (property: Schema) => boolean;
  /** Returns whether a property with this schema is readOnly. */
  readonly isReadOnly: (property: Schema) => boolean;
  /** Returns whether the guard of a schema caches its results. */
  readonly isRepeated: (schema: Schema) => boolean;
}

/** Returns a function that finds the facts of a schema. Takes time linear in the number of schemas and references. */
export function collectFacts(roots: Iterable<Schema>, input: FactsInput): (schema: Schema) => Facts {
  const found = new Map<Schema, Facts>();
  const add = (start: Iterable<Schema>): void => {
    const parts = new Map<Schema, readonly Schema[]>();
    const listUnknown = (schema: Schema): readonly Schema[] => {
      const checked = listCheckedSubschemas(schema, input.anchors);
      if (checked.length === 0) return noSchemas;
      const all = checked.map((part) => part.schema);
      parts.set(schema, all);
      return all.filter((part) => !found.has(part));
    };
    const partFacts: PartFacts = (schema) => parts.get(schema)?.map((part) => found.get(part) ?? noFacts) ?? [];
    for (const component of listComponents(start, listUnknown)) {
      const facts = findFacts(component, partFacts, input);
      for (const schema of component.nodes) found.set(schema, facts);
    }
  };
  add(roots);
  return (schema) => {
    if (!found.has(schema)) add([schema]);
    return found.get(schema) ?? noFacts;
  };
}

const noSchemas: readonly Schema[] = [];
const noSubschemas: readonly Subschema[] = [];

/** Returns the subschemas that checks or the filling of defaults use. All others are only documentation. */
export function listCheckedSubschemas(schema: Schema, anchors: Anchors): readonly Subschema[] {
  if (!hasParts(schema)) return noSubschemas;
  const all = listSubschemas(schema).filter(({ keyword }) =>
    keyword === 'mapping' || keyword === 'defaultMapping' ? isParent(schema) : keyword !== 'contentSchema',
  );
  const anchor = schema.kind === 'keywords' ? schema.dynamicRef?.anchor : undefined;
  if (anchor === undefined) return all;
  const targets = anchors.get(anchor) ?? [];
  return [...all, ...targets.map((target) => ({ keyword: '$dynamicRef', schema: target, inPlace: true }) as const)];
}

function isParent(schema: Schema): boolean {
  return schema.kind === 'keywords' && schema.discriminator?.inheritance !== undefined;
}

const noNames: ReadonlySet<string> = new Set();
/** The facts of a schema for which none is true. */
export const noFacts: Facts = {
  recursive: false,
  deep: false,
  properties: false,
  values: false,
  defaults: false,
  readOnly: false,
  requiredDefaults: false,
  children: false,
  dynamic: noNames,
};

// A component has the facts of all its members, and of all schemas to which they lead.
function findFacts({ nodes, isCircle }: Component<Schema>, partFacts: PartFacts, input: FactsInput): Facts {
  const all = new Set([...nodes.map((schema) => findOwnFacts(schema, input)), ...nodes.flatMap(partFacts)]);
  return [...all].reduce(uniteFacts, isCircle ? { ...noFacts, recursive: true, deep: true } : noFacts);
}

/** Returns the known facts about the schemas to which a schema leads. */
type PartFacts = (schema: Schema) => Facts[];

function uniteFacts(a: Facts, b: Facts): Facts {
  if (b === noFacts) return a;
  return {
    recursive: a.recursive,
    deep: a.deep || b.deep,
    properties: a.properties || b.properties,
    values: a.values || b.values,
    defaults: a.defaults || b.defaults,
    readOnly: a.readOnly || b.readOnly,
    requiredDefaults: a.requiredDefaults || b.requiredDefaults,
    children: a.children || b.children,
    dynamic: b.dynamic.size === 0 ? a.dynamic : new Set([...a.dynamic, ...b.dynamic]),
  };
}

// A schema may require a property that another schema for the same value describes.
function needsDefault(schema: KeywordSchema, hasDefault: FactsInput['hasDefault']): boolean {
  if (!schema.properties && !schema.ref && !schema.allOf) return false;
  const parts = schema.ref || schema.allOf ? listObjectParts(schema) : [schema];
  const filled = parts.flatMap(({ properties = [] }) => properties.filter((property) => hasDefault(property.schema)));
  if (filled.length === 0) return false;
  const required = new Set(listRequiredInside(schema));
  return filled.some(({ name }) => required.has(name));
}

function listRequiredInside(schema: Schema): readonly string[] {
  if (schema.kind !== 'keywords') return [];
  const { required = [], dependentRequired = [] } = schema;
  const inside = listAppliedSubschemas(schema).filter(({ keyword }) => keyword !== '$ref' && keyword !== '$dynamicRef');
  return [
    ...required,
    ...dependentRequired.flatMap((each) => each.required),
    ...inside.flatMap((part) => listRequiredInside(part.schema)),
  ];
}

// Returns whether a schema has none of the keywords that decide its facts. Most schemas have none.
function isPlain({ uniqueItems, properties, required, dynamicRef, ref, allOf, discriminator }: KeywordSchema): boolean {
  return !uniqueItems && !properties && !required && !dynamicRef && !ref && !allOf && !discriminator;
}

function findOwnFacts(schema: Schema, { hasDefault, isReadOnly, isRepeated }: FactsInput): Facts {
  const values = hasOpenValues(schema);
  if (schema.kind !== 'keywords') return values ? { ...noFacts, values } : noFacts;
  const repeated = isRepeated(schema);
  if (isPlain(schema) && !values && !repeated) return noFacts;
  const anchor = schema.dynamicRef?.anchor;
  return {
    recursive: false,
    deep: schema.uniqueItems === true || repeated,
    properties: (schema.properties ?? schema.required) !== undefined,
    values,
    defaults: schema.properties?.some((property) => hasDefault(property.schema)) ?? false,
    readOnly: schema.properties?.some((property) => isReadOnly(property.schema)) ?? false,
    requiredDefaults: needsDefault(schema, hasDefault),
    children: isParent(schema),
    dynamic: anchor === undefined ? noNames : new Set([anchor]),
  };
}
