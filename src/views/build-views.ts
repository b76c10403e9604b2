import { findAllowedTypes } from '../model/allowed-types.js';
import type { Api } from '../model/api.js';
import type { JsonValue } from '../model/element.js';
import { typeSets } from '../model/json-type.js';
import type { KeywordSchema, Property, Schema } from '../model/schema.js';
import { collectReachable, type SchemaParts } from '../model/schema-parts.js';
import { listMessageSchemas, type Subschema } from '../model/walk-schemas.js';
import { planSentDefaults } from './sent-defaults.js';
import { findDemanded } from './value-groups.js';
import type { View, Views } from './views.js';

/**
 * Builds the views of `schemas`, which must be all schemas of the description. Takes linear time in the number of
 * schemas and references.
 */
export function buildViews(api: Api, schemas: SchemaParts): Views {
  const keywords = [...schemas.keys()].filter((schema) => schema.kind === 'keywords');
  const edges = buildReverseEdges(schemas);
  const spread = (isMarked: (schema: KeywordSchema) => boolean | undefined): ReadonlySet<Schema> =>
    collectBack(keywords.filter(isMarked), edges.same);
  const readOnly = spread((schema) => schema.readOnly);
  const writeOnly = spread((schema) => schema.writeOnly);
  const defaults = collectDefaults(keywords, edges.same);
  const isHidden = (property: Schema, view: View): boolean =>
    view === 'response' ? writeOnly.has(property) : readOnly.has(property);
  // All other properties are the same in each view.
  const isMarked = ({ schema }: Property): boolean =>
    defaults.has(schema) || readOnly.has(schema) || writeOnly.has(schema);
  const holders = keywords.filter((schema) => schema.properties?.some(isMarked));
  const properties = new Set(holders.flatMap((schema) => schema.properties?.map((property) => property.schema) ?? []));
  const isSentDefault = (schema: Schema): boolean => properties.has(schema) && !readOnly.has(schema);
  const filled = new Map([...defaults].filter(([schema]) => isSentDefault(schema)));
  const sentDefaults = planSentDefaults(api, filled, schemas);
  const isPresent: Views['isPresent'] = (described, required, view) => {
    if (!required && view !== 'received') return false;
    if (described.some((property) => isHidden(property, view))) return false;
    if (view === 'received') return required || described.some((property) => defaults.has(property));
    return !(view === 'request' && described.some((property) => sentDefaults.isFilled(property)));
  };
  const isDemanded = filled.size > 0 ? findDemanded(keywords) : () => false;
  const differing = findDiffering({ holders, isDemanded }, isHidden, isPresent, edges);
  const isSent = createIsSent(api, schemas);
  return {
    // Without operations, any schema can have any use.
    differs: (schema, view) => differing[view].has(schema) && (isSent(schema) || api.operations.length === 0),
    isSent,
    isHidden,
    defaultOf: (property) => defaults.get(property),
    sentDefaults,
    isPresent,
  };
}

// Some descriptions never ask, so the schemas are collected at the first question.
function createIsSent(api: Api, schemas: SchemaParts): Views['isSent'] {
  let sent: ReadonlySet<Schema> | undefined;
  return (schema) => {
    sent ??= collectSent(api, schemas);
    return sent.has(schema);
  };
}

function collectSent(api: Api, schemas: SchemaParts): ReadonlySet<Schema> {
  const messages = api.operations.flatMap((operation) => listMessageSchemas(operation));
  const roots = messages.flatMap(({ direction, schema }) => (direction === 'request' ? [schema] : []));
  return collectReachable(roots, schemas);
}

// Finds the schemas that differ from those in a response. In a request, a property counts as required if any
// schema that can apply to the same object requires it (`isDemanded`).
function findDiffering(
  {
    holders,
    isDemanded,
  }: { readonly holders: readonly KeywordSchema[]; readonly isDemanded: ReturnType<typeof findDemanded> },
  isHidden: Views['isHidden'],
  isPresent: Views['isPresent'],
  { checked }: ReverseEdges,
): Record<View, ReadonlySet<Schema>> {
  const find = (view: 'request' | 'received'): ReadonlySet<Schema> => {
    const differs = ({ name, schema }: Property, holder: KeywordSchema): boolean => {
      if (isHidden(schema, 'response') || isHidden(schema, view)) return true;
      const isRequired = view === 'request' ? isDemanded(holder, name) : (holder.required?.includes(name) ?? false);
      return isPresent([schema], isRequired, view) !== isRequired;
    };
    const differing = holders.filter((schema) => schema.properties?.some((property) => differs(property, schema)));
    return collectBack(differing, checked);
  };
  return { response: new Set(), request: find('request'), received: find('received') };
}

// Returns whether a discriminator only names a schema, which is not a child. The values of children can also be values of their parent (OpenAPI
// 3.2, 4.25.2).
function isOther(schema: Schema, { keyword }: Subschema): boolean {
  const isMapped = keyword === 'mapping' || keyword === 'defaultMapping';
  return isMapped && !(schema.kind === 'keywords' && schema.discriminator?.inheritance);
}

interface ReverseEdges {
  /** By schema, the schemas that inherit its annotations through `$ref` or `allOf`. */
  readonly same: ReadonlyMap<Schema, readonly Schema[]>;
  /** By schema, the schemas whose checks use it. Some of them do not show in types, as those of `dependentSchemas`. */
  readonly checked: ReadonlyMap<Schema, readonly Schema[]>;
}

function buildReverseEdges(schemas: SchemaParts): ReverseEdges {
  const same = new Map<Schema, Schema[]>();
  const checked = new Map<Schema, Schema[]>();
  for (const [schema, parts] of schemas) {
    for (const inside of parts) {
      if (isOther(schema, inside)) continue;
      // A schema without subschemas has no properties, so it cannot make another one differ.
      if (schemas.get(inside.schema)?.length) addTo(checked, inside.schema, schema);
      if (inside.keyword === '$ref' || inside.keyword === 'allOf') addTo(same, inside.schema, schema);
    }
  }
  return { same, checked };
}

function addTo(edges: Map<Schema, Schema[]>, from: Schema, to: Schema): void {
  const list = edges.get(from);
  if (list) list.push(to);
  else edges.set(from, [to]);
}

function collectBack(marked: Iterable<Schema>, edges: ReadonlyMap<Schema, readonly Schema[]>): ReadonlySet<Schema> {
  const reached = new Set(marked);
  for (const schema of reached) for (const next of edges.get(schema) ?? []) reached.add(next);
  return reached;
}

// The search is breadth-first, so the nearest default has precedence.
function collectDefaults(
  schemas: Iterable<KeywordSchema>,
  edges: ReadonlyMap<Schema, readonly Schema[]>,
): ReadonlyMap<Schema, JsonValue> {
  const defaults = new Map<Schema, JsonValue>();
  for (const schema of schemas) {
    if (schema.default === undefined) continue;
    // If a value cannot be null, `default: null` means that there is no default.
    if (schema.default !== null || (findAllowedTypes(schema) & typeSets.null) !== 0)
      defaults.set(schema, schema.default);
  }
  for (const [schema, value] of defaults)
    for (const next of edges.get(schema) ?? []) if (!defaults.has(next)) defaults.set(next, value);
  return defaults;
}
