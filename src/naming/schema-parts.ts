import type { Api } from '../model/api.js';
import type { Schema } from '../model/schema.js';
import { messageSchemas, type Subschema, subschemas } from '../model/walk-schemas.js';
import { listOperations } from './list-operations.js';

const known = new WeakMap<Schema, readonly Subschema[]>();
const none: readonly Subschema[] = [];

const holders: ReadonlySet<string> = new Set(
  'ref dynamicRef contentSchema prefixItems items contains unevaluatedItems properties patternProperties additionalProperties propertyNames dependentSchemas unevaluatedProperties allOf anyOf oneOf not if then else discriminator'.split(
    ' ',
  ),
);

// Most schemas hold none, and looking at the members they have is much faster than asking for each they might have.
function holdsSchemas(schema: Schema): boolean {
  for (const member in schema) if (holders.has(member)) return true;
  return false;
}

/** Gives the direct subschemas of a finished schema, looked up once however often it is asked. */
export function partsOf(schema: Schema): readonly Subschema[] {
  const found = known.get(schema);
  if (found) return found;
  const parts = holdsSchemas(schema) ? subschemas(schema) : none;
  known.set(schema, parts);
  return parts;
}

/** Gives the schemas and everything they lead to, each once, in no particular order. */
export function reachParts(roots: Iterable<Schema>): ReadonlySet<Schema> {
  const reached = new Set(roots);
  for (const schema of reached) for (const part of partsOf(schema)) reached.add(part.schema);
  return reached;
}

/** Gives every schema of the description, each once. */
export function reachAll(api: Api): ReadonlySet<Schema> {
  const used = listOperations(api).flatMap((operation) => messageSchemas(operation).map(({ schema }) => schema));
  return reachParts([...api.schemas, ...used]);
}
