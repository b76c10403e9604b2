import { findNearestName } from '../../diagnostics/nearest-name.js';
import { buildChildOrigin } from '../../diagnostics/origin.js';
import type { Operation, Pagination, Parameter, PathItem, PathTemplate, Server } from '../../model/api.js';
import { type BuildContext, buildSchema, type Node, omitUndefinedMembers, type PathItemPlace } from '../context.js';
import { readElement, readExtension, readIdentifier } from '../gaps/element.js';
import { type ObjectReader, openObject } from '../object-reader.js';
import { readCallback } from './callback.js';
import { readExternalDocs } from './external-docs.js';
import { checkWholeQuery, mergeParameters, readParameters } from './parameters.js';
import { listTemplateNames } from './path-template.js';
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

/**
 * Returns the operation with the places of the parameters and fields of its pages (`x-pagination`), if it declares
 * them.
 */
function readPagination(reader: ObjectReader<'Operation Object'>, operation: Operation): Operation {
  const written = readExtension(reader, 'x-pagination');
  if (!written) return operation;
  const { parameters, response } = written;
  const find = (field: 'page' | 'limit'): Parameter | undefined => {
    const name = parameters[field];
    return name === undefined ? undefined : findParameter(reader, operation, field, name);
  };
  const pagination: Pagination = {
    ...omitUndefinedMembers({ page: find('page'), limit: find('limit'), total: response.total }),
    ...omitUndefinedMembers({ pageField: response.page, limitField: response.limit }),
    items: response.items,
    written,
  };
  return { ...operation, pagination };
}

function findParameter(
  reader: ObjectReader<'Operation Object'>,
  operation: Operation,
  field: string,
  name: string,
): Parameter | undefined {
  const parameter = operation.parameters.find((one) => one.writtenName === name);
  if (parameter) return parameter;
  const names = operation.parameters.map((one) => one.writtenName);
  const place = buildChildOrigin(reader.at('x-pagination'), 'parameters', field);
  reader.context.report('pagination-unknown-parameter', place, { name, likely: findNearestName(name, names) });
  return undefined;
}

/**
 * Matches the path parameters of an operation with its template. A parameter that the template lacks is never sent and
 * is left out. A template parameter that is not declared is read as a required string.
 */
function matchPathParameters(
  reader: ObjectReader<'Operation Object'>,
  path: PathTemplate,
  parameters: readonly Parameter[],
): Parameter[] {
  const { context } = reader;
  const names = listTemplateNames(path);
  const kept = parameters.filter((parameter) => {
    if (parameter.location !== 'path' || names.includes(parameter.writtenName)) return true;
    const finding = {
      name: parameter.writtenName,
      path: path.template,
      likely: findNearestName(parameter.writtenName, names),
    };
    context.report('unused-path-parameter', parameter.origin, finding);
    return false;
  });
  const undeclared = [...new Set(names)].filter(
    (name) => !kept.some((parameter) => parameter.location === 'path' && parameter.writtenName === name),
  );
  for (const name of undeclared) context.report('undeclared-path-parameter', reader.origin, { name }, 'key');
  return [...kept, ...undeclared.map((name) => buildMissingParameter(reader, name))];
}

function buildMissingParameter(reader: ObjectReader<'Operation Object'>, name: string): Parameter {
  const origin = buildChildOrigin(reader.origin, 'parameters', `{${name}}`);
  const none: readonly never[] = [];
  const schema = reader.context.schemas.add(buildSchema(buildChildOrigin(origin, 'schema'), { types: ['string'] }));
  return {
    origin,
    notShown: none,
    source: none,
    location: 'path',
    wireName: { shown: true, value: name },
    writtenName: name,
    required: true,
    deprecated: false,
    allowEmptyValue: false,
    content: { by: 'style', style: 'simple', explode: false, allowReserved: false, schema },
    examples: none,
  };
}
