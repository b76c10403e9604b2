import { isSameOrigin } from '../../../diagnostics/origin.js';
import {
  type Link,
  listOperations,
  type Operation,
  type RequestBody,
  type Response,
  type SecurityRequirement,
  type Server,
} from '../../../model/api.js';
import { isCutTitle } from '../../../text/render-markdown.js';
import {
  type Block,
  type Blocks,
  code,
  type Inline,
  isEmpty,
  joinLine,
  type ListItem,
  line,
  link,
  mark,
  paragraph,
  type Section,
} from '../../../text/tree.js';
import { listOperationGaps } from '../../not-shown/contract.js';
import { formatRoute } from './addresses.js';
import { nameOperation } from './build-gaps.js';
import { buildHeaders, buildMediaType, buildParameters } from './build-message.js';
import { buildExternalDocs, buildPages, buildProse, buildRemarks, printValue } from './build-parts.js';
import { buildPresence, requiredMark } from './build-schema.js';
import type { Context } from './context.js';

/** Builds the section of an operation. */
export function buildOperation(operation: Operation, context: Context): Section {
  const { summary, description, externalDocs, pathItem, requestBody, parameters } = operation;
  const wholeTitle = summary !== undefined && isCutTitle(summary) ? summary : undefined;
  const address = context.addresses.operations.get(operation);
  return {
    kind: 'section',
    role: 'operation',
    ...(address && { id: address.id, oldIds: address.oldIds }),
    route: formatRoute(operation, context.api.tags),
    title: nameOperation(operation),
    blocks: [
      buildRoute(operation, context),
      [wholeTitle, pathItem.summary, pathItem.description, description].map(buildProse),
      buildExternalDocs(externalDocs),
      buildPages(operation),
      buildRemarks(pathItem, context),
      buildRemarks(operation, context),
      operation.servers !== context.api.servers &&
        operation.servers.length > 0 &&
        buildPart('Servers', buildServers(operation.servers, context)),
      buildSecurity(operation, context),
      parameters.length > 0 && buildPart('Parameters', [buildParameters(parameters, context)]),
      requestBody && buildBody(requestBody, context),
      buildSamples(operation, context),
      buildResponses(operation.responses, context),
      operation.callbacks.flatMap((callback) =>
        callback.operations.map((called) =>
          buildPart(`Callback ${callback.name}`, [buildRemarks(callback, context), buildCalled(called, context)]),
        ),
      ),
    ],
  };
}

function buildPart(title: Inline, blocks: Blocks, note?: Inline): Section {
  return { kind: 'section', title, note, blocks };
}

function buildRoute(operation: Operation, context: Context): Block {
  const { kind, method, path, operationId, tags, deprecated } = operation;
  const open = listOperationGaps(context.api, operation);
  const own = open.filter((gap) => !context.every.has(gap));
  const address = context.addresses.operations.get(operation);
  const badge = own.length > 0 && {
    kind: 'link' as const,
    isBadge: true as const,
    address: `#items-of-${address?.id}`,
    inside: `${own.length} not shown`,
  };
  const more = open.length > own.length && link('#items-of-every', `${open.length - own.length} everywhere`);
  // The `operationId` of a webhook is often its name.
  const id = operationId !== undefined && operationId !== path.template && code(operationId);
  const names = joinLine([id, ...tags.slice(1)], ', ');
  return {
    kind: 'paragraph',
    role: 'route',
    inside: joinLine(
      [
        kind === 'webhook' && 'Webhook',
        line`${mark('strong', method)} ${code(path.template)}`,
        !isEmpty(names) && mark('muted', names),
        deprecated && mark('emphasis', 'deprecated'),
        joinLine([badge, more], ', '),
      ],
      ' ',
    ),
  };
}

// Several operations may share a callback, and a callback may contain itself.
function buildCalled(operation: Operation, context: Context): Block {
  const { called, addresses } = context;
  const address = addresses.operations.get(operation);
  if (called.has(operation)) return paragraph(line`See ${link(`#${address?.id}`, nameOperation(operation))}.`);
  called.add(operation);
  return buildOperation(operation, context);
}

/** Builds servers with their variables. */
export function buildServers(servers: readonly Server[], context: Context): Blocks {
  return servers.map((server) => [
    paragraph(code(server.url), server.name !== undefined && ` ${server.name}`),
    buildProse(server.description),
    buildRemarks(server, context),
    server.variables.length > 0 && {
      kind: 'list',
      items: server.variables.map((variable) => ({
        line: [
          line`${code(variable.name)}, default ${code(variable.default)}`,
          variable.enum && [', one of ', joinLine(variable.enum.map(code), ', ')],
        ],
        blocks: [buildProse(variable.description), buildRemarks(variable, context)],
      })),
    },
  ]);
}

function buildSecurity(operation: Operation, { addresses, hasStatedSecurity, hasOwnSecurity }: Context): Block {
  const { kind, security } = operation;
  if (!hasStatedSecurity(operation)) return paragraph('Authentication: not stated');
  if (security.length === 0) return paragraph('No authentication required.');
  const alternatives = security.map(({ schemes }: SecurityRequirement): Inline => {
    if (schemes.length === 0) return 'none';
    return joinLine(
      schemes.map(({ scheme: { name }, scopes }) => [
        link(`#${addresses.schemes.get(name)?.id ?? 'security'}`, name),
        scopes.length > 0 && [' (', joinLine(scopes.map(code), ', '), ')'],
      ]),
      ' and ',
    );
  });
  // The requirement of the whole description also applies to the requests that the API sends. Its credentials are usually
  // those of callers, so the article says that the operation itself does not state it.
  const isInherited = kind !== 'path' && !hasOwnSecurity(operation);
  const label = isInherited ? 'Authentication, as stated for the whole API: ' : 'Authentication: ';
  return paragraph(label, joinLine(alternatives, ', or '));
}

function buildBody(body: RequestBody, context: Context): Section {
  return buildPart(
    'Request body',
    [
      buildProse(body.description),
      buildRemarks(body, context),
      body.content.map((mediaType) => buildMediaType(mediaType, context)),
    ],
    body.required && requiredMark,
  );
}

function buildSamples(operation: Operation, { samples }: Context): Section | undefined {
  const own = samples.get(operation) ?? [];
  if (own.length === 0) return undefined;
  const examples = [...new Set(own.map(({ example }) => example))];
  return buildPart(
    'Samples',
    examples.map((example) => {
      const blocks = own
        .filter((sample) => sample.example === example)
        .map(({ source, language, label }): Block => ({ kind: 'code', text: source, language, label }));
      return example === undefined ? blocks : { kind: 'details', summary: ['Example ', code(example)], blocks };
    }),
  );
}

// JavaScript does not keep the order of numeric keys, so successes come first, then the other responses by code. A range
// follows its codes.
function listSorted(responses: readonly Response[]): Response[] {
  const rank = ({ status }: Response): number => {
    const code = status === 'default' ? 600 : Number(String(status).replace('XX', '99.5'));
    return code >= 200 ? code : code + 600;
  };
  return [...responses].sort((a, b) => rank(a) - rank(b));
}

function buildResponses(responses: readonly Response[], context: Context): Section {
  const sorted = listSorted(responses);
  const links = sorted.flatMap((response) => {
    const shared = context.shared.get(response);
    return shared ? [link(`#${shared.id}`, String(response.status))] : [];
  });
  return buildPart('Responses', [
    sorted.filter((response) => !context.shared.has(response)).map((response) => buildResponse(response, context)),
    buildPresence(context),
    links.length > 0 && paragraph('Common errors: ', joinLine(links, ', ')),
  ]);
}

function buildResponse(response: Response, context: Context): Section {
  const { status, summary } = response;
  const title = [String(status), summary !== undefined && ` ${summary}`];
  return { kind: 'section', role: 'response', title, blocks: buildResponseBlocks(response, context) };
}

/** Builds the statements of a response below its status. */
export function buildResponseBlocks(response: Response, context: Context): Blocks {
  const { description, headers, content } = response;
  return [
    buildProse(description),
    buildRemarks(response, context),
    headers.length > 0 && [paragraph('Headers'), buildHeaders(headers, context)],
    content.map((mediaType) => buildMediaType(mediaType, context)),
    buildLinks(response, context),
  ];
}

/** Builds the links of a response: the operations to which its values lead. */
export function buildLinks({ links }: Response, context: Context): Blocks {
  if (links.length === 0) return [];
  return [paragraph('Links'), { kind: 'list', items: links.map((one) => buildLink(one, context)) }];
}

function buildLink(one: Link, context: Context): ListItem {
  const { name, description, operationId, operation, parameters, requestBody, server } = one;
  const values = requestBody === undefined ? [...parameters] : [...parameters, { name: 'body', value: requestBody }];
  const target = operation && listOperations(context.api).find(({ origin }) => isSameOrigin(origin, operation));
  const address = target && context.addresses.operations.get(target);
  const id = operationId !== undefined ? code(operationId) : target && nameOperation(target);
  return {
    line: [
      code(name),
      id !== undefined && [' to ', address ? link(`#${address.id}`, id) : id],
      values.map((given) => line`, ${code(given.name)} = ${code(printValue(given.value))}`),
    ],
    blocks: [buildProse(description), buildRemarks(one, context), server && buildServers([server], context)],
  };
}
