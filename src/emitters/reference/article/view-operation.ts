import type { Link, Operation, RequestBody, Response } from '../../../model/operation.js';
import type { SecurityRequirement } from '../../../model/security.js';
import type { Server } from '../../../model/server.js';
import { html } from '../../../text/html.js';
import type { View } from '../../../text/templates.js';
import { listOperationItems } from '../../not-shown/contract.js';
import { nameOperation } from '../view-items.js';
import { buildOperationAnchor } from './anchors.js';
import { printHeaders, printMediaType, printParameters } from './print-message.js';
import { type Printer, printExternalDocs, printProse, printRemarks, printValue } from './printer.js';

/** Returns the view of an operation. */
export function viewOperation(operation: Operation, printer: Printer): View {
  const { method, path, description, deprecated, externalDocs, requestBody, pathItem, tags, pagination } = operation;
  const { api, every } = printer;
  const anchor = buildOperationAnchor(operation);
  const open = listOperationItems(api, operation);
  return {
    anchor,
    name: nameOperation(operation),
    operationId: operation.operationId,
    method,
    path: path.template,
    open: open.length,
    openAnchor: open.some((item) => !every.has(item)) ? `items-of-${anchor}` : 'items-of-every',
    deprecated,
    tags: tags.slice(1),
    texts: html`${[
      ...[pathItem.summary, pathItem.description, description].map(printProse),
      printExternalDocs(externalDocs),
      printRemarks(pathItem, printer),
      printRemarks(operation, printer),
    ]}`,
    servers: operation.servers === api.servers ? [] : operation.servers.map((server) => viewServer(server, printer)),
    security: operation.security.map(viewRequirement),
    samples: printer.samples(operation),
    isOpen: operation.security.length === 0,
    parameters: printParameters(operation.parameters, printer),
    pagination: pagination && listPages(pagination),
    requestBody: requestBody && viewBody(requestBody, printer),
    responses: sortResponses(operation.responses).map((response) => viewResponse(response, printer)),
    callbacks: operation.callbacks.flatMap((callback) =>
      callback.operations.map((called) => ({
        callback: callback.name,
        remarks: html`${printRemarks(callback, printer)}`,
        ...viewCalled(called, printer),
      })),
    ),
  };
}

// Several operations may share a callback, and a callback may contain itself.
function viewCalled(operation: Operation, printer: Printer): View {
  const { called } = printer;
  if (called.has(operation))
    return { isRepeated: true, anchor: buildOperationAnchor(operation), name: nameOperation(operation) };
  called.add(operation);
  return viewOperation(operation, printer);
}

/** Returns the view of a server. */
export function viewServer(server: Server, printer: Printer): View {
  return {
    url: server.url,
    name: server.name,
    texts: html`${[printProse(server.description), printRemarks(server, printer)]}`,
    variables: server.variables.map((variable) => ({
      name: variable.name,
      default: variable.default,
      values: variable.enum && [...variable.enum],
      texts: html`${[printProse(variable.description), printRemarks(variable, printer)]}`,
    })),
  };
}

function viewRequirement({ schemes }: SecurityRequirement): View {
  return {
    schemes: schemes.map(({ scheme, scopes }) => ({ name: scheme.name, scopes: [...scopes] })),
    isNone: schemes.length === 0,
  };
}

function listPages({ page, limit, items, total, pageField, limitField }: NonNullable<Operation['pagination']>): View[] {
  const facts = {
    'number of the page': page?.writtenName,
    'items per page': limit?.writtenName,
    'field of the items': items,
    'field of their number': total,
    'field of the page': pageField,
    'field of the limit': limitField,
  };
  return Object.entries(facts).flatMap(([what, name]) => (name === undefined ? [] : [{ what, name }]));
}

function viewBody(body: RequestBody, printer: Printer): View {
  return {
    required: body.required,
    texts: html`${[
      printProse(body.description),
      printRemarks(body, printer),
      body.content.map((mediaType) => printMediaType(mediaType, printer)),
    ]}`,
  };
}

// JavaScript does not keep the order of numeric keys, so successes come first, then the other responses by code.
function sortResponses(responses: readonly Response[]): Response[] {
  const rank = ({ status }: Response): number => {
    const code = status === 'default' ? 600 : Number(String(status).replace('XX', '00'));
    return code >= 200 ? code : code + 600;
  };
  return [...responses].sort((a, b) => rank(a) - rank(b));
}

function viewResponse(response: Response, printer: Printer): View {
  const { status, summary, description, content } = response;
  return {
    status,
    summary,
    texts: html`${[printProse(description), printRemarks(response, printer)]}`,
    headers: printHeaders(response.headers, printer),
    content: html`${content.map((mediaType) => printMediaType(mediaType, printer))}`,
    links: response.links.map((link) => viewLink(link, printer)),
  };
}

function viewLink(link: Link, printer: Printer): View {
  const { name, description, operationId, parameters, requestBody, server } = link;
  const values = requestBody === undefined ? [...parameters] : [...parameters, { name: 'body', value: requestBody }];
  return {
    name,
    texts: html`${[printProse(description), printRemarks(link, printer)]}`,
    operationId,
    parameters: values.map((one) => ({ name: one.name, value: printValue(one.value) })),
    server: server && viewServer(server, printer),
  };
}
