import type { Operation, Parameter, PathItem } from '../../model/operation.js';
import type { Server } from '../../model/server.js';
import type { BuildContext, PathItemPlace } from '../context.js';
import { readElement } from '../items/element.js';
import { readIdentifier } from '../items/extensions.js';
import { type Node, omitUndefinedMembers } from '../node.js';
import { type ObjectReader, openObject } from '../object-reader.js';
import { readCallback } from './callback.js';
import { readExternalDocs } from './external-docs.js';
import { readPagination } from './pagination.js';
import { checkWholeQuery, mergeParameters, readParameters } from './parameters.js';
import { matchPathParameters } from './path-parameters.js';
import { readRequestBody } from './request-body.js';
import { readResponses } from './response.js';
import { readSecurity } from './security-requirement.js';
import { readServers } from './server.js';

/** The place of an operation, and what it inherits from its path item. */
export interface OperationPlace extends PathItemPlace {
  readonly method: string;
  readonly pathItem: PathItem;
  readonly parameters: readonly Parameter[];
  readonly servers?: readonly Server[];
}

/** Reads an Operation Object (OpenAPI 3.2, 4.10) at its place. */
export function readOperation(context: BuildContext, node: Node, place: OperationPlace): Operation | undefined {
  const reader = openObject(context, 'Operation Object', node);
  if (!reader) return undefined;
  const { kind, method, path, pathItem } = place;
  const body = findBody(reader, method);
  const merged = mergeParameters(readParameters(reader), place.parameters);
  checkWholeQuery(context, merged);
  const callbacks = reader.map('callbacks') ?? [];
  const { origin, notShown, source } = readElement(reader);
  const operation: Operation = {
    origin,
    notShown,
    source,
    kind,
    method,
    path,
    pathItem,
    ...omitUndefinedMembers({
      operationId: reader.text('operationId'),
      identifier: readIdentifier(reader),
      summary: reader.text('summary'),
      description: reader.text('description'),
      externalDocs: readExternalDocs(reader),
      requestBody: body && readRequestBody(context, body),
    }),
    tags: reader.texts('tags') ?? [],
    deprecated: reader.flag('deprecated') ?? false,
    parameters: kind === 'path' ? matchPathParameters(reader, path, merged) : merged,
    responses: readResponses(reader),
    callbacks: callbacks.flatMap((callback) => readCallback(context, callback.name, callback) ?? []),
    security: readSecurity(reader) ?? context.rootSecurity,
    servers: readServers(reader) ?? place.servers ?? context.rootServers,
  };
  const paginated = readPagination(reader, operation);
  reader.close();
  return paginated;
}

function findBody(reader: ObjectReader<'Operation Object'>, method: string): Node | undefined {
  const { context } = reader;
  const body = reader.node('requestBody');
  // A body "SHALL be ignored" where HTTP defines no meaning for it (OpenAPI 3.0, 4.7.10.1). Authors who describe such a
  // body send it, so it is read.
  if (body && context.version === '3.0' && ['GET', 'HEAD', 'DELETE'].includes(method)) {
    context.report('other-version-keyword', reader.at('requestBody'), { variant: 'request-body', method }, 'key');
  }
  return body;
}
