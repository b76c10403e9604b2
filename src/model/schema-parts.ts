import { type Api, listOperations } from './api.js';
import type { KeywordSchema, Schema } from './schema.js';
import { listAppliedSubschemas, listMessageSchemas, listSubschemas, type Subschema } from './walk-schemas.js';

/**
 * Schemas with the direct subschemas of each. To look these up is much faster than to list them again, so walks over the
 * whole description share one list.
 */
export type SchemaParts = ReadonlyMap<Schema, readonly Subschema[]>;

const none: readonly Subschema[] = [];

function listReachableParts(roots: Iterable<Schema>): SchemaParts {
  const reached = new Map<Schema, readonly Subschema[]>();
  for (const root of roots) reached.set(root, none);
  // The loop also visits the schemas that it adds.
  for (const schema of reached.keys()) {
    const parts = listSubschemas(schema);
    if (parts.length > 0) reached.set(schema, parts);
    for (const part of parts) if (!reached.has(part.schema)) reached.set(part.schema, none);
  }
  return reached;
}

/** Lists every schema of the description, each once. */
export function listReachableSchemas(api: Api): SchemaParts {
  const used = listOperations(api).flatMap((operation) => listMessageSchemas(operation).map(({ schema }) => schema));
  return listReachableParts([...api.schemas, ...used]);
}

/** Collects schemas and everything that they lead to. `all` contains every schema of the description. */
export function collectReachable(roots: Iterable<Schema>, all: SchemaParts): Set<Schema> {
  const reached = new Set(roots);
  // The loop also visits the schemas that it adds.
  for (const schema of reached) for (const part of all.get(schema) ?? none) reached.add(part.schema);
  return reached;
}

/**
 * Returns the schema of all properties that a schema neither lists nor matches by a pattern. Returns `undefined` if
 * other schemas decide too.
 */
export function findFurtherProperties(schema: KeywordSchema): Schema | undefined {
  return schema.additionalProperties ?? omitApplied(schema, schema.unevaluatedProperties);
}

/** Returns the schema of all items after those of `prefixItems`. Returns `undefined` if other schemas decide too. */
export function findFurtherItems(schema: KeywordSchema): Schema | undefined {
  return schema.items ?? (schema.contains ? undefined : omitApplied(schema, schema.unevaluatedItems));
}

// `unevaluated…` depends on the other schemas that apply to the same value.
function omitApplied(schema: KeywordSchema, rest: Schema | undefined): Schema | undefined {
  return rest && listAppliedSubschemas(schema).length === 0 ? rest : undefined;
}
