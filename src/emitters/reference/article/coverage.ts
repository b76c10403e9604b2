import { formatOrigin } from '../../../diagnostics/origin.js';
import type { Api } from '../../../model/api.js';
import type { Element } from '../../../model/element.js';
import { listOperations } from '../../../model/list-operations.js';
import type { Operation } from '../../../model/operation.js';

/**
 * Counts the statements of a description and its open items. A statement is an operation, a server, a security scheme, a
 * parameter, a body, a response, a header or a property. Each is counted once, where the description declares it.
 */
export function countStatements(api: Api): { readonly shownCount: number; readonly statementCount: number } {
  const places = new Set([...api.servers, ...api.securitySchemes].map(({ origin }) => formatOrigin(origin)));
  for (const operation of listOperations(api))
    for (const { origin } of listElements(operation)) places.add(formatOrigin(origin));
  const properties = api.schemas.reduce(
    (sum, schema) => sum + (schema.kind === 'keywords' ? (schema.properties ?? []).length : 0),
    0,
  );
  const shownCount = places.size + properties;
  return { shownCount, statementCount: shownCount + api.items.length };
}

function listElements(operation: Operation): readonly Element[] {
  const { parameters, requestBody, responses } = operation;
  const headers = responses.flatMap((response) => response.headers);
  return [operation, ...parameters, ...responses, ...headers, ...(requestBody ? [requestBody] : [])];
}
