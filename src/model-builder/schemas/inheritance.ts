import type { JsonValue } from '../../model/element.js';
import { Described, listAppliedInPlace, listPartsInPlace } from '../../model/in-place.js';
import {
  type ChildSchema,
  type Discriminator,
  hasOpenValues,
  type KeywordSchema,
  listValues,
  type Schema,
} from '../../model/schema.js';
import { listAppliedSubschemas, withHolders } from '../../model/walk-schemas.js';
import type { Draft } from '../context.js';

// Every schema may extend every other one. Schemas beyond this limit keep their plain types.
const mostSteps = 1_000_000;

/**
 * Finds the children of each schema that has a discriminator and no alternatives (OpenAPI 3.2, 4.25.2). Lets them
 * extend the base of the parent, because the parent itself may be any of its children.
 */
export function addInheritance(schemas: readonly Schema[]): void {
  const parents: Parent[] = [];
  let left = mostSteps;
  for (const schema of schemas) {
    if (left <= 0) break;
    if (schema.kind !== 'keywords' || !schema.discriminator || schema.oneOf || schema.anyOf) continue;
    const children = listChildren(schema, schema.discriminator);
    if (children.length === 0) continue;
    const { references, extending, steps } = findReferences(schema, children);
    left -= steps;
    const base = buildBase(schema);
    for (const reference of references) reference.ref = base;
    const known = children.map((child) => ({ ...child, isExtending: extending.has(child.schema) }));
    const others = findOthers(schema, schema.discriminator, children);
    const last = others ? [{ schema: base, isExtending: true, ...others }] : [];
    parents.push({ schema, discriminator: schema.discriminator, base, children: [...known, ...last] });
  }
  const byParent = new Map<Schema, Parent>(parents.map((parent) => [parent.schema, parent]));
  for (const { schema, discriminator, base, children } of parents) {
    const { propertyName } = discriminator;
    // The children of a child are listed too, if the same property distinguishes them.
    const opened = children.map((child): ChildSchema => {
      const own = byParent.get(child.schema);
      return own?.discriminator.propertyName === propertyName ? { ...child, schema: own.base } : child;
    });
    schema.discriminator = { ...discriminator, inheritance: { base, children: opened } };
  }
}

interface Parent {
  readonly schema: Draft<KeywordSchema>;
  readonly discriminator: Discriminator;
  readonly base: Schema;
  readonly children: readonly ChildSchema[];
}

type Child = Pick<ChildSchema, 'schema' | 'values'>;

function buildBase(parent: KeywordSchema): Schema {
  const {
    component: _component,
    definition: _definition,
    identifier: _identifier,
    discriminator: _,
    ...members
  } = parent;
  return { ...members, baseOf: parent };
}

function listChildren(parent: Schema, { propertyName, mapping, defaultMapping }: Discriminator): Child[] {
  const properties = listProperties(parent, propertyName);
  const admitted = limitValues(properties);
  const rows = new Map<Schema, string[]>();
  for (const { value, schema } of mapping)
    if (schema !== parent && schema !== defaultMapping) rows.set(schema, [...(rows.get(schema) ?? []), value]);
  const children = [...rows].flatMap(([schema, names]): Child[] => {
    if (properties.length === 0) return [{ schema }];
    const own = limitValues(listProperties(schema, propertyName));
    // If a child lists its own values, these are more precise.
    const isOwn = own && own.length < (admitted?.length ?? Number.POSITIVE_INFINITY);
    const wanted = names.map((name) => readName(name, properties));
    const values = isOwn ? own : wanted.filter((value) => admitted?.includes(value) ?? true);
    return values.length > 0 ? [{ schema, values }] : [];
  });
  return [...children, ...(defaultMapping && defaultMapping !== parent ? [{ schema: defaultMapping }] : [])];
}

/** Returns the values of the property for the parent itself, or `undefined` if there are none. */
function findOthers(
  parent: Schema,
  { propertyName, mapping, defaultMapping }: Discriminator,
  children: readonly Child[],
): { values?: readonly JsonValue[] } | undefined {
  const properties = listProperties(parent, propertyName);
  if ([parent, ...properties].some(hasOpenValues) || defaultMapping === parent) return {};
  if (properties.length === 0) return undefined;
  const taken = new Set(children.flatMap(({ values }) => values ?? []));
  const named = mapping.flatMap(({ value, schema }) => (schema === parent ? [readName(value, properties)] : []));
  // The values without a name are those of the child for other values.
  const all = defaultMapping ? named : (limitValues(properties) ?? named);
  const values = all.filter((value) => !taken.has(value));
  return values.length > 0 ? { values } : undefined;
}

// "Tooling MAY convert response values to strings for comparison" (OpenAPI 3.0, 4.7.25.3), so a name may mean a number.
function readName(name: string, properties: readonly Schema[]): JsonValue {
  const types = new Set(properties.flatMap((one) => (one.kind === 'keywords' ? (one.types ?? []) : [])));
  const isNumber = !types.has('string') && (types.has('integer') || types.has('number'));
  return isNumber && !Number.isNaN(Number(name)) ? Number(name) : name;
}

/** Lists the schemas of a property, through references and `allOf`. */
function listProperties(schema: Schema, name: string): readonly Schema[] {
  const properties = new Described([schema]).schemasOf(name);
  return properties.flatMap((property) => [...listAppliedInPlace([property])]);
}

/** Lists the values to which schemas limit a property. Returns `undefined` if they do not limit it. */
function limitValues(properties: readonly Schema[]): readonly JsonValue[] | undefined {
  const lists = properties.flatMap((one): (readonly JsonValue[])[] => {
    const values = one.kind !== 'keywords' || hasOpenValues(one) ? undefined : listValues(one);
    return values ? [values] : [];
  });
  const [first, ...others] = lists;
  return first?.filter((value) => others.every((values) => values.includes(value)));
}

interface Found {
  /** The schemas through which children refer to the parent. They apply to the same value. */
  readonly references: ReadonlySet<Draft<KeywordSchema>>;
  /** The children that extend the parent unconditionally. */
  readonly extending: ReadonlySet<Schema>;
  readonly steps: number;
}

function findReferences(parent: Schema, children: readonly Child[]): Found {
  const references = new Set<KeywordSchema>();
  const reached = new Set(children.map((child) => child.schema));
  for (const schema of reached) {
    if (schema.kind === 'keywords' && schema.ref === parent) references.add(schema);
    for (const { keyword, schema: part } of listAppliedSubschemas(schema))
      if (part !== parent && keyword !== 'not') reached.add(part);
  }
  const extending = withHolders<Schema>(references, reached, (schema) =>
    listPartsInPlace(schema).filter((part) => part !== parent),
  );
  return { references, extending, steps: reached.size };
}
