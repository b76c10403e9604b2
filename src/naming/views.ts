import type { Api } from '../model/api.js';
import type { JsonValue } from '../model/element.js';
import type { KeywordSchema, Schema } from '../model/schema.js';
import {
  messageSchemas,
  reachSchemas,
  type Subschema,
  type SubschemaKeyword,
  subschemas,
} from '../model/walk-schemas.js';
import { listOperations } from './list-operations.js';
import type { View, Views } from './names.js';

/** Computes what each view of each schema holds, in time linear in schemas and references. */
export function computeViews(api: Api): Views {
  const schemas = reachAll(api);
  const dynamicAnchors = collectDynamicAnchors(schemas);
  const edges = reverseEdges(schemas, dynamicAnchors);
  const readOnly = spreadBack(
    select(schemas, (schema) => schema.readOnly === true),
    edges.same,
  );
  const writeOnly = spreadBack(
    select(schemas, (schema) => schema.writeOnly === true),
    edges.same,
  );
  const defaults = spreadDefaults(schemas, edges.same);

  const holders = (marked: (property: Schema) => boolean): Schema[] =>
    select(schemas, (schema) => schema.properties?.some((property) => marked(property.schema)) ?? false);
  const hiding = holders((property) => readOnly.has(property) || writeOnly.has(property));
  const received = spreadBack(hiding, edges.type);
  const request = spreadBack([...hiding, ...holders((property) => defaults.has(property))], edges.type);
  const sent = reachSchemas(
    api.operations.flatMap((operation) =>
      messageSchemas(operation).flatMap(({ direction, schema }) => (direction === 'request' ? [schema] : [])),
    ),
  );

  const isHidden = (property: Schema, view: View): boolean =>
    view === 'response' ? writeOnly.has(property) : readOnly.has(property);
  return {
    differs: (schema, view) =>
      view === 'response' ? false : view === 'request' ? request.has(schema) : received.has(schema),
    isSent: (schema) => sent.has(schema),
    isHidden,
    defaultOf: (property) => defaults.get(property),
    isPresent: (property, required, view) => {
      if (isHidden(property, view)) return false;
      return view === 'request' ? required && !defaults.has(property) : required || defaults.has(property);
    },
    dynamicAnchors,
  };
}

/** Gives every schema of the description, each once. */
export function reachAll(api: Api): ReadonlySet<Schema> {
  const used = listOperations(api).flatMap((operation) => messageSchemas(operation).map(({ schema }) => schema));
  return reachSchemas([...api.schemas, ...used]);
}

/** The keywords whose subschemas have a part in the type of the schema that holds them. */
export function hasPartInType({ keyword }: Subschema): boolean {
  return !withoutPartInType.has(keyword);
}

const withoutPartInType: ReadonlySet<SubschemaKeyword> = new Set<SubschemaKeyword>([
  'not',
  'contains',
  'contentSchema',
  'propertyNames',
  'dependentSchemas',
  'mapping',
  'defaultMapping',
]);

interface ReverseEdges {
  /** From a schema to those that have its annotations, through `$ref` and `allOf`. */
  readonly same: ReadonlyMap<Schema, readonly Schema[]>;
  /** From a schema to those in whose type it has a part. */
  readonly type: ReadonlyMap<Schema, readonly Schema[]>;
}

function reverseEdges(schemas: Iterable<Schema>, dynamicAnchors: ReadonlyMap<string, readonly Schema[]>): ReverseEdges {
  const same = new Map<Schema, Schema[]>();
  const type = new Map<Schema, Schema[]>();
  for (const schema of schemas) {
    for (const inside of subschemas(schema)) {
      if (!hasPartInType(inside)) continue;
      addTo(type, inside.schema, schema);
      if (inside.keyword === '$ref' || inside.keyword === 'allOf') addTo(same, inside.schema, schema);
    }
    const anchor = schema.kind === 'keywords' ? schema.dynamicRef?.anchor : undefined;
    for (const target of dynamicAnchors.get(anchor ?? '') ?? []) addTo(type, target, schema);
  }
  return { same, type };
}

function addTo(edges: Map<Schema, Schema[]>, from: Schema, to: Schema): void {
  const list = edges.get(from);
  if (list) list.push(to);
  else edges.set(from, [to]);
}

function select(schemas: Iterable<Schema>, test: (schema: KeywordSchema) => boolean): Schema[] {
  return [...schemas].filter((schema) => schema.kind === 'keywords' && test(schema));
}

function spreadBack(marked: Iterable<Schema>, edges: ReadonlyMap<Schema, readonly Schema[]>): ReadonlySet<Schema> {
  const reached = new Set(marked);
  for (const schema of reached) for (const next of edges.get(schema) ?? []) reached.add(next);
  return reached;
}

// Breadth first, so that the nearest default wins.
function spreadDefaults(
  schemas: Iterable<Schema>,
  edges: ReadonlyMap<Schema, readonly Schema[]>,
): ReadonlyMap<Schema, JsonValue> {
  const defaults = new Map<Schema, JsonValue>();
  for (const schema of schemas) {
    if (schema.kind !== 'keywords' || schema.default === undefined) continue;
    // `default: null` where null is not allowed says "nothing", and cannot be filled in.
    if (schema.default !== null || admitsNull(schema)) defaults.set(schema, schema.default);
  }
  for (const [schema, value] of defaults)
    for (const next of edges.get(schema) ?? []) if (!defaults.has(next)) defaults.set(next, value);
  return defaults;
}

function admitsNull(schema: Schema): boolean {
  if (schema.kind !== 'keywords') return schema.kind === 'boolean' && schema.value;
  if (schema.const === null || schema.enum?.includes(null) || schema.types?.includes('null')) return true;
  return [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].some(
    (member) => member.kind === 'keywords' && (member.types?.includes('null') || member.const === null),
  );
}

function collectDynamicAnchors(schemas: Iterable<Schema>): ReadonlyMap<string, readonly Schema[]> {
  const anchors = new Map<string, Schema[]>();
  for (const schema of schemas) {
    if (schema.kind !== 'keywords' || schema.dynamicAnchor === undefined) continue;
    const list = anchors.get(schema.dynamicAnchor);
    if (list) list.push(schema);
    else anchors.set(schema.dynamicAnchor, [schema]);
  }
  return anchors;
}
