import type { Origin } from '../../diagnostics/origin.js';
import type { Api } from '../../model/api.js';
import { followReference } from '../../model/follow-reference.js';
import { listOperations } from '../../model/list-operations.js';
import type { Header, MediaType, Parameter } from '../../model/operation.js';
import type { Schema } from '../../model/schema.js';

/** The schemas whose texts Redoc does not show, and the place of the text that Redoc shows in place of them. */
interface HiddenTexts {
  readonly origin: Origin;
  readonly schemas: readonly Schema[];
}

/**
 * Lists the schemas with remarks that Redoc would hide. It hides the texts of the schema of a body, of members of `allOf`
 * and of objects in an array. It also hides the text of a schema if the reference, parameter or header that uses it has one.
 */
export function listHiddenTexts(api: Api): HiddenTexts[] {
  if (!api.schemas.some(hasRemarks)) return [];
  const found: HiddenTexts[] = [];
  const add = (origin: Origin, schemas: readonly Schema[]): void => {
    if (schemas.length > 0) found.push({ origin, schemas });
  };
  for (const schema of api.schemas) add(schema.origin, listSchemasBelow(schema, new Set()));
  for (const operation of listOperations(api)) {
    for (const parameter of operation.parameters) add(parameter.origin, listHiddenSchemas(parameter));
    const { requestBody, responses } = operation;
    if (requestBody) add(requestBody.origin, requestBody.content.flatMap(listBodySchemas));
    for (const response of responses) {
      add(response.origin, response.content.flatMap(listBodySchemas));
      for (const header of response.headers) add(header.origin, listHiddenSchemas(header));
    }
  }
  return found;
}

/** Returns whether a schema has remarks: items, sources or transitions. */
function hasRemarks(schema: Schema): boolean {
  const { notShown, source } = schema;
  return notShown.length > 0 || source.length > 0 || (schema.kind === 'keywords' && schema.transitions !== undefined);
}

function listBodySchemas({ schema }: MediaType): Schema[] {
  return schema && isStructure(schema) ? listSchemas(schema, new Set()) : [];
}

function listHiddenSchemas({ description, notShown, source, content }: Parameter | Header): Schema[] {
  const hasText = description !== undefined || notShown.length > 0 || source.length > 0;
  return hasText && content.by === 'style' ? listSchemas(content.schema, new Set()) : [];
}

function listSchemas(schema: Schema, seen: Set<Schema>): Schema[] {
  if (seen.has(schema)) return [];
  const below = listSchemasBelow(schema, seen);
  const target = schema.kind === 'keywords' && schema.ref ? listSchemas(schema.ref, seen) : [];
  return [...(hasRemarks(schema) ? [schema] : []), ...target, ...below];
}

function listSchemasBelow(schema: Schema, seen: Set<Schema>): Schema[] {
  if (schema.kind !== 'keywords') return [];
  seen.add(schema);
  const { allOf = [], items, ref, description } = schema;
  const hidden = [...allOf, ...(items && isStructure(items) ? [items] : [])];
  const below = hidden.flatMap((one) => listSchemas(one, seen));
  const hasText = description !== undefined || hasRemarks(schema) || below.length > 0;
  return ref && hasText ? [...below, ...listSchemas(ref, seen)] : below;
}

// Returns whether Redoc shows the parts of a schema instead of one value.
function isStructure(schema: Schema): boolean {
  const { schema: target } = followReference(schema);
  if (target.kind !== 'keywords') return false;
  const { types = [], properties, allOf, anyOf, oneOf } = target;
  const isUnfolded = types.includes('object') || types.includes('array');
  return isUnfolded || (properties ?? allOf ?? anyOf ?? oneOf) !== undefined;
}
