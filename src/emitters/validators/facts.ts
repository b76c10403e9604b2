import { hasOpenValues, type KeywordSchema, type Schema } from '../../model/schema.js';
import { appliedSubschemas, type Subschema, subschemas } from '../../model/walk-schemas.js';
import { objectParts } from './statics.js';

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
  /** Tells whether a property with this schema has a default. */
  readonly hasDefault: (property: Schema) => boolean;
  /** Tells whether a property with this schema is readOnly. */
  readonly isReadOnly: (property: Schema) => boolean;
  /** Returns whether the guard of a schema remembers its answers. */
  readonly isRepeated: (schema: Schema) => boolean;
}

/** Gives the facts of any schema that the roots lead to, collected once in time linear in schemas and references. */
export function collectFacts(roots: Iterable<Schema>, input: FactsInput): (schema: Schema) => Facts {
  const found = new Map<Schema, Facts>();
  for (const root of roots) if (!found.has(root)) visit(root, found, input);
  return (schema) => {
    if (!found.has(schema)) visit(schema, found, input);
    return found.get(schema) ?? nothing;
  };
}

/** The schemas that declare a `$dynamicAnchor`, by its name. */
export type Anchors = ReadonlyMap<string, readonly Schema[]>;

/** Gives the subschemas that take part in a check, or are filled in with it; the rest of them only document. */
export function checkedSubschemas(schema: Schema, anchors: Anchors): readonly Subschema[] {
  const all = subschemas(schema).filter(({ keyword }) =>
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
const nothing: Facts = {
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

interface Visit {
  readonly schema: Schema;
  readonly subschemas: readonly Subschema[];
  readonly index: number;
  /** Where it stands in the list of schemas whose component is not complete yet. */
  readonly position: number;
  next: number;
  low: number;
}

// Tarjan's strongly connected components without recursion: the facts of a component are those of all its members.
function visit(root: Schema, found: Map<Schema, Facts>, input: FactsInput): void {
  const open = new Map<Schema, Visit>();
  const component: Visit[] = [];
  const path: Visit[] = [];
  const enter = (schema: Schema): void => {
    const entered = {
      schema,
      subschemas: checkedSubschemas(schema, input.anchors),
      index: open.size,
      position: component.length,
      next: 0,
      low: open.size,
    };
    open.set(schema, entered);
    component.push(entered);
    path.push(entered);
  };
  enter(root);
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const sub = top.subschemas[top.next++];
    if (sub === undefined) {
      path.pop();
      const above = path.at(-1);
      if (above) above.low = Math.min(above.low, top.low);
      if (top.low === top.index) closeComponent(component.splice(top.position), found, input);
      continue;
    }
    if (found.has(sub.schema)) continue;
    const seen = open.get(sub.schema);
    if (seen) top.low = Math.min(top.low, seen.index);
    else enter(sub.schema);
  }
}

function closeComponent(members: readonly Visit[], found: Map<Schema, Facts>, input: FactsInput): void {
  const [only, ...others] = members;
  if (only && others.length === 0 && only.subschemas.length === 0) {
    found.set(only.schema, ownFacts(only.schema, input));
    return;
  }
  const own = new Set(members.map(({ schema }) => schema));
  const parts = new Set([...own].map((schema) => ownFacts(schema, input)));
  let recursive = false;
  for (const { subschemas: inside } of members)
    for (const { schema } of inside) {
      recursive ||= own.has(schema);
      parts.add(found.get(schema) ?? nothing);
    }
  const facts = [...parts].reduce(uniteFacts, recursive ? { ...nothing, recursive, deep: true } : nothing);
  for (const schema of own) found.set(schema, { ...facts, recursive });
}

function uniteFacts(a: Facts, b: Facts): Facts {
  if (b === nothing) return a;
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
function requiresDefault(schema: KeywordSchema, hasDefault: FactsInput['hasDefault']): boolean {
  if (!schema.properties && !schema.ref && !schema.allOf) return false;
  const parts = schema.ref || schema.allOf ? objectParts(schema) : [schema];
  const filled = parts.flatMap(({ properties = [] }) => properties.filter((property) => hasDefault(property.schema)));
  if (filled.length === 0) return false;
  const required = new Set(requiredInside(schema));
  return filled.some(({ name }) => required.has(name));
}

function requiredInside(schema: Schema): readonly string[] {
  if (schema.kind !== 'keywords') return [];
  const { required = [], dependentRequired = [] } = schema;
  const inside = appliedSubschemas(schema).filter(({ keyword }) => keyword !== '$ref' && keyword !== '$dynamicRef');
  return [
    ...required,
    ...dependentRequired.flatMap((each) => each.required),
    ...inside.flatMap((part) => requiredInside(part.schema)),
  ];
}

// Most schemas are.
function isPlain({ uniqueItems, properties, required, dynamicRef, ref, allOf, discriminator }: KeywordSchema): boolean {
  return !uniqueItems && !properties && !required && !dynamicRef && !ref && !allOf && !discriminator;
}

function ownFacts(schema: Schema, { hasDefault, isReadOnly, isRepeated }: FactsInput): Facts {
  const values = hasOpenValues(schema);
  if (schema.kind !== 'keywords') return values ? { ...nothing, values } : nothing;
  const repeated = isRepeated(schema);
  if (isPlain(schema) && !values && !repeated) return nothing;
  const anchor = schema.dynamicRef?.anchor;
  return {
    recursive: false,
    deep: schema.uniqueItems === true || repeated,
    properties: (schema.properties ?? schema.required) !== undefined,
    values,
    defaults: schema.properties?.some((property) => hasDefault(property.schema)) ?? false,
    readOnly: schema.properties?.some((property) => isReadOnly(property.schema)) ?? false,
    requiredDefaults: requiresDefault(schema, hasDefault),
    children: isParent(schema),
    dynamic: anchor === undefined ? noNames : new Set([anchor]),
  };
}
