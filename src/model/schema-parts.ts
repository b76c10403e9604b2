import type { Api } from './api.js';
import { listOperations } from './list-operations.js';
import type { KeywordSchema, Schema } from './schema.js';
import { listAppliedSubschemas, listMessageSchemas, listSubschemas } from './walk-schemas.js';

/** Lists schemas and everything that they lead to, each once, in no particular order. */
export function listReachableParts(roots: Iterable<Schema>): ReadonlySet<Schema> {
  const reached = new Set(roots);
  for (const schema of reached) for (const part of listSubschemas(schema)) reached.add(part.schema);
  return reached;
}

/** Lists every schema of the description, each once. */
export function listReachableSchemas(api: Api): ReadonlySet<Schema> {
  const used = listOperations(api).flatMap((operation) => listMessageSchemas(operation).map(({ schema }) => schema));
  return listReachableParts([...api.schemas, ...used]);
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
  return listAppliedSubschemas(schema).length === 0 ? rest : undefined;
}
