import type { Api, Example, SecurityRequirement, Server } from '../../../model/api.js';
import type { Header, MediaType, Operation, Parameter, ParameterContent, Response } from '../../../model/operation.js';
import type { View } from '../../../text/templates.js';
import { itemsOf, itemsOfEvery } from '../../not-shown/contract.js';
import { nameOperation, viewItem } from '../view-items.js';
import { operationAnchor } from './anchors.js';
import { type NamedSchemas, printValue, viewSchemaUse } from './view-schema.js';

/** Gives all that is printed of an operation. */
export function viewOperation(operation: Operation, api: Api, named: NamedSchemas): View {
  const { method, path, description, deprecated, externalDocs, requestBody, pathItem } = operation;
  const anchor = operationAnchor(operation);
  const open = itemsOf(api, operation);
  const every = itemsOfEvery(api);
  return {
    anchor,
    name: nameOperation(operation),
    operationId: operation.operationId,
    method,
    path: path.template,
    open: open.length,
    openAnchor: open.some((item) => !every.includes(item)) ? `items-of-${anchor}` : 'items-of-every',
    deprecated,
    descriptions: [pathItem.summary, pathItem.description, description].filter((text) => text !== undefined),
    externalDocs: externalDocs && { url: externalDocs.url, description: externalDocs.description ?? externalDocs.url },
    sources: [...operation.source],
    items: [...pathItem.notShown, ...operation.notShown].map(viewItem),
    servers: operation.servers === api.servers ? [] : operation.servers.map(viewServer),
    security: operation.security.map(viewRequirement),
    isOpen: operation.security.length === 0,
    parameters: operation.parameters.map((parameter) => viewParameter(parameter, named)),
    requestBody: requestBody && {
      required: requestBody.required,
      description: requestBody.description,
      items: requestBody.notShown.map(viewItem),
      content: requestBody.content.map((mediaType) => viewMediaType(mediaType, named)),
    },
    responses: sortResponses(operation.responses).map((response) => viewResponse(response, named)),
    callbacks: operation.callbacks.flatMap(({ name, operations }) =>
      operations.map((inner) => ({ callback: name, ...viewOperation(inner, api, named) })),
    ),
  };
}

/** Gives what is printed of a server. */
export function viewServer(server: Server): View {
  return {
    url: server.url,
    name: server.name,
    description: server.description,
    items: server.notShown.map(viewItem),
    variables: server.variables.map(({ name, default: value, enum: values, description }) => ({
      name,
      default: value,
      values: values && [...values],
      description,
    })),
  };
}

function viewRequirement({ schemes }: SecurityRequirement): View {
  return {
    schemes: schemes.map(({ scheme, scopes }) => ({ name: scheme.name, scopes: [...scopes] })),
    isNone: schemes.length === 0,
  };
}

function viewParameter(parameter: Parameter, named: NamedSchemas): View {
  const { wireName, writtenName, location, required, deprecated, description, requires, content } = parameter;
  return {
    name: writtenName,
    isNamed: wireName.shown,
    location,
    required,
    description,
    flags: [...(deprecated ? ['deprecated'] : []), ...(parameter.allowEmptyValue ? ['may be empty'] : [])],
    requires: requires?.header,
    items: parameter.notShown.map(viewItem),
    sources: [...parameter.source],
    ...viewContent(content, named),
    serialization: wordStyle(location, content),
    examples: parameter.examples.map(viewExample),
  };
}

function viewContent(content: ParameterContent, named: NamedSchemas): View {
  if (content.by === 'style') return { schema: viewSchemaUse(content.schema, named) };
  return { content: [viewMediaType(content.mediaType, named)] };
}

const usual: { readonly [location: string]: string } = {
  path: 'simple false',
  query: 'form true',
  header: 'simple false',
  cookie: 'form true',
};

// How most parameters are sent is not worth a word.
function wordStyle(location: string, content: ParameterContent): string | undefined {
  if (content.by !== 'style' || usual[location] === `${content.style} ${content.explode}`) return undefined;
  return `${content.style}, ${content.explode ? 'exploded' : 'not exploded'}`;
}

function viewMediaType(mediaType: MediaType, named: NamedSchemas): View {
  const { schema, itemSchema, encoding } = mediaType;
  return {
    mediaType: mediaType.mediaType,
    items: mediaType.notShown.filter((item) => !schema?.notShown.includes(item)).map(viewItem),
    schema: schema && viewSchemaUse(schema, named),
    itemSchema: itemSchema && viewSchemaUse(itemSchema, named),
    encoding: encoding.map(({ property, contentType, style, explode, headers }) => ({
      property,
      contentType,
      style: style && `${style}, ${explode ? 'exploded' : 'not exploded'}`,
      headers: headers.map((header) => viewHeader(header, named)),
    })),
    examples: mediaType.examples.map(viewExample),
  };
}

// A description that was read as JSON has lost the order of its codes; what is asked first is how a call succeeds.
function sortResponses(responses: readonly Response[]): Response[] {
  const rank = ({ status }: Response): number => {
    const code = status === 'default' ? 600 : Number(String(status).replace('XX', '00'));
    return code >= 200 ? code : code + 600;
  };
  return [...responses].sort((a, b) => rank(a) - rank(b));
}

function viewResponse(response: Response, named: NamedSchemas): View {
  return {
    status: response.status,
    summary: response.summary,
    description: response.description,
    items: response.notShown.map(viewItem),
    sources: [...response.source],
    headers: response.headers.map((header) => viewHeader(header, named)),
    content: response.content.map((mediaType) => viewMediaType(mediaType, named)),
    links: response.links.map(({ name, description, operationId, parameters }) => ({
      name,
      description,
      operationId,
      parameters: parameters.map(({ name: parameter, value }) => ({ name: parameter, value: printValue(value) })),
    })),
  };
}

function viewHeader(header: Header, named: NamedSchemas): View {
  return {
    name: header.wireName,
    isNamed: true,
    required: header.required,
    description: header.description,
    flags: header.deprecated ? ['deprecated'] : [],
    items: header.notShown.map(viewItem),
    sources: [...header.source],
    ...viewContent(header.content, named),
    examples: header.examples.map(viewExample),
  };
}

function viewExample({ name, summary, description, value, serializedValue, externalValue }: Example): View {
  return {
    name,
    summary,
    description,
    text: value === undefined ? serializedValue : JSON.stringify(value, null, 1),
    externalValue,
  };
}
