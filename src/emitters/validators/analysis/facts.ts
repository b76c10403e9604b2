import { type Component, listComponents } from '../../../model/components.js';
import { listObjectParts } from '../../../model/find-dispatch.js';
import type { Anchors } from '../../../model/in-place.js';
import { hasOpenValues, type KeywordSchema, type Schema } from '../../../model/schema.js';
import { listAppliedSubschemas, listSubschemas, type Subschema } from '../../../model/walk-schemas.js';

/** What a schema and everything that it is checked with hold, whatever the view. */
export interface Facts {
  /** A value can be checked against the same schema again inside itself, so that functions have to count how deep they are. */
  readonly recursive: boolean;
  /** It leads to a schema that is recursive or remembers answers, or compares parts of a value as a whole. */
  readonly deep: boolean;
  /** Some schema says something about the properties of an object. */
  readonly properties: boolean;
  /** Some schema has a `values` item. */
  readonly values: boolean;
  /** Some property has a default, its own or that of what it refers to. */
  readonly defaults: boolean;
  /** Some property is not handed to who receives a request. */
  readonly readOnly: boolean;
  /** Some property has a default and is required: it may be left out of what is sent alone. */
  readonly requiredDefaults: boolean;
  /** Some schema is the parent of others. */
  readonly children: boolean;
  /** The names that a `$dynamicRef` looks up. */
  readonly dynamic: ReadonlySet<string>;
}

/** What facts are collected with. */
export interface FactsInput {
  readonly anchors: Anchors;
  /** Returns whether a property with this schema has a default. */
  readonly hasDefault: (property: Schema) => boolean;
  /** Returns whether a property with this schema is readOnly. */
  readonly isReadOnly: (property: Schema) => boolean;
  /** Returns whether the guard of a schema remembers its answers. */
  readonly isRepeated: (schema: Schema) => boolean;
}

/** Finds the facts of the schemas that the roots lead to, and of any other when it is asked for. Takes time linear in schemas and references. */
export function collectFacts(roots: Iterable<Schema>, input: FactsInput): (schema: Schema) => Facts {
  const found = new Map<Schema, Facts>();
  const add = (start: Iterable<Schema>): void => {
    const parts = new Map<Schema, readonly Schema[]>();
    const listUnknown = (schema: Schema): readonly Schema[] => {
      const all = listCheckedSubschemas(schema, input.anchors).map((part) => part.schema);
      if (all.length > 0) parts.set(schema, all);
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

/** Returns the subschemas that take part in a check, or are filled in with it; the rest of them only document. */
export function listCheckedSubschemas(schema: Schema, anchors: Anchors): readonly Subschema[] {
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
/** The facts of a schema that has none. */
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

// The facts of a component are those of all its members, and of all to which they lead.
function findFacts({ nodes, isCircle }: Component<Schema>, partFacts: PartFacts, input: FactsInput): Facts {
  const [only] = nodes;
  const parts = nodes.flatMap(partFacts);
  if (only && nodes.length === 1 && parts.length === 0) return findOwnFacts(only, input);
  const all = new Set([...nodes.map((schema) => findOwnFacts(schema, input)), ...parts]);
  return [...all].reduce(uniteFacts, isCircle ? { ...noFacts, recursive: true, deep: true } : noFacts);
}

/** Returns the facts of the schemas to which a schema leads, as far as they are known. */
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

// What a schema requires, another one may describe that applies to the same value.
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

// Most schemas are.
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
