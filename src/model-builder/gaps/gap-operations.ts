import type { Header, MediaType, Operation, Tag } from '../../model/api.js';
import { formatOperation } from '../../model/api.js';
import type { Element, NotShown } from '../../model/element.js';
import type { Schema } from '../../model/schema.js';
import { type ContentPart, walkContents } from '../../model/walk-contents.js';
import { listOperationSchemas } from '../../model/walk-schemas.js';

/**
 * Returns the operations that each gap touches: those that contain it, use a schema that contains it, or need an
 * object that contains it.
 */
export function listAffectedOperations(
  operations: readonly Operation[],
  tags: readonly Tag[],
): ReadonlyMap<NotShown, ReadonlySet<string>> {
  const affected = new Map<NotShown, Set<string>>();
  for (const operation of operations) {
    const name = formatOperation(operation);
    for (const element of [...listParts(operation), ...listNeeds(operation, tags), ...listSchemas(operation)]) {
      for (const gap of element.notShown) affected.set(gap, (affected.get(gap) ?? new Set()).add(name));
    }
  }
  return affected;
}

function listSchemas(operation: Operation): Schema[] {
  const { request, response } = listOperationSchemas(operation);
  return [...new Set([...request, ...response])];
}

function listNeeds(operation: Operation, tags: readonly Tag[]): Element[] {
  const schemes = operation.security.flatMap((requirement) => requirement.schemes.map(({ scheme }) => scheme));
  const variables = operation.servers.flatMap((server) => server.variables);
  return [...schemes, ...operation.servers, ...variables, ...tags.filter((tag) => operation.tags.includes(tag.name))];
}

function listParts(operation: Operation): Element[] {
  const { pathItem, parameters, requestBody, responses, callbacks } = operation;
  const contents = [
    ...parameters.flatMap((parameter) => (parameter.content.by === 'media-type' ? [parameter.content.mediaType] : [])),
    ...(requestBody?.content ?? []),
    ...responses.flatMap((response) => [...response.headers, ...response.content]),
  ];
  const links = responses.flatMap((response) => response.links);
  const body = requestBody ? [requestBody] : [];
  return [operation, pathItem, ...parameters, ...body, ...responses, ...links, ...callbacks, ...listContents(contents)];
}

function listContents(start: readonly (MediaType | Header)[]): Element[] {
  const found = new Set<ContentPart>();
  walkContents(
    start.map((part) => ({ part, context: undefined })),
    () => undefined,
    found,
  );
  return [...found];
}
