import type { Api, Tag } from '../../../model/api.js';
import type { Operation } from '../../../model/operation.js';
import type { Schema } from '../../../model/schema.js';
import type { OAuthFlow, SecurityScheme } from '../../../model/security.js';
import { encodeFileName } from '../../../text/encode.js';
import { type Html, html } from '../../../text/html.js';
import type { RenderTemplate, View } from '../../../text/templates.js';
import { viewChanges } from '../changes.js';
import { viewIndex } from '../view-items.js';
import { viewCoverage } from './coverage.js';
import { printSchema } from './print-schema.js';
import {
  type ArticleInput,
  createPrinter,
  type Printer,
  printExternalDocs,
  printProse,
  printRemarks,
  printSources,
} from './printer.js';
import { viewOperation, viewServer } from './view-operation.js';

/** Returns the view of the article: the whole description, its items and a table of contents. */
export function viewArticle(input: ArticleInput, render: RenderTemplate): View {
  const { api } = input;
  const { info } = api;
  const printer = createPrinter(input, render);
  return {
    ...viewIndex(api),
    title: info.title,
    version: info.version,
    summary: info.summary,
    about: html`${[printProse(info.description), printSources([...info.source, ...api.source])]}`,
    facts: listFacts(api),
    servers: api.servers.map((server) => viewServer(server, printer)),
    groups: groupOperations(api).map(({ operations, tag, ...group }) => ({
      ...group,
      texts: tag && printTag(tag, printer),
      operations: operations.map((operation) => viewOperation(operation, printer)),
    })),
    securitySchemes: api.securitySchemes.map((scheme) => viewSecurityScheme(scheme, printer)),
    schemas: [...printer.named.values()].map(({ schema, name, anchor }) => ({
      name,
      anchor,
      ...viewSchema(schema, printer),
    })),
    resolved: api.resolved.map(({ id, answer, source, date }) => ({ id, answer, source, date })),
    ...viewCoverage(api),
    changes: input.previous && viewChanges(input.previous, api),
  };
}

function viewSchema(schema: Schema, printer: Printer): View {
  const { line, body } = printSchema(schema, printer);
  return { line, body };
}

function printTag(tag: Tag, printer: Printer): Html {
  return html`${[printProse(tag.description), printExternalDocs(tag.externalDocs), printRemarks(tag, printer)]}`;
}

function listFacts({ info, openapi, externalDocs }: Api): View[] {
  const { contact, license, termsOfService } = info;
  const fact = (name: string, value: string | undefined, url?: string): View[] =>
    value === undefined ? [] : [{ name, value, url }];
  return [
    ...fact('OpenAPI', openapi),
    ...fact('Contact', contact?.name ?? contact?.url, contact?.url),
    ...fact('E-mail', contact?.email, `mailto:${contact?.email}`),
    ...fact('Licence', license && [license.name, license.identifier].filter(Boolean).join(', '), license?.url),
    ...fact('Terms of service', termsOfService, termsOfService),
    ...fact('See also', externalDocs?.description ?? externalDocs?.url, externalDocs?.url),
  ];
}

interface OperationGroup {
  readonly anchor: string;
  readonly name: string;
  readonly tag?: Tag | undefined;
  readonly operations: readonly Operation[];
}

// Each operation is in one group, that of its first tag.
function groupOperations(api: Api): OperationGroup[] {
  const declared = new Map(api.tags.map((tag) => [tag.name, tag]));
  const names = new Set([...declared.keys(), ...api.operations.map(({ tags }) => tags[0] ?? '')]);
  const groups = [...names].map((name): OperationGroup => {
    const tag = declared.get(name);
    return {
      anchor: name === '' ? 'operations' : `tag-${encodeFileName(name)}`,
      name: tag?.summary ?? (name === '' ? 'Operations' : name),
      tag,
      operations: api.operations.filter(({ tags }) => (tags[0] ?? '') === name),
    };
  });
  if (api.webhooks.length > 0) {
    groups.push({ anchor: 'webhooks', name: 'Webhooks', operations: api.webhooks });
  }
  return groups.filter(({ operations, tag }) => operations.length > 0 || tag !== undefined);
}

function viewSecurityScheme(scheme: SecurityScheme, printer: Printer): View {
  return {
    anchor: `security-${encodeFileName(scheme.name)}`,
    name: scheme.name,
    kind: formatScheme(scheme),
    deprecated: scheme.deprecated,
    texts: html`${[printProse(scheme.description), printRemarks(scheme, printer)]}`,
    flows: scheme.type === 'oauth2' ? scheme.flows.map((flow) => viewFlow(flow, printer)) : [],
  };
}

function formatScheme(scheme: SecurityScheme): string {
  switch (scheme.type) {
    case 'apiKey':
      return `a key in the ${scheme.in} ${scheme.in === 'query' ? 'parameter' : ''} ${scheme.wireName}`.replace(
        '  ',
        ' ',
      );
    case 'http':
      return `HTTP ${scheme.scheme}${scheme.bearerFormat === undefined ? '' : ` (${scheme.bearerFormat})`}`;
    case 'oauth2':
      return `OAuth 2${scheme.metadataUrl === undefined ? '' : `, described at ${scheme.metadataUrl}`}`;
    case 'openIdConnect':
      return `OpenID Connect, described at ${scheme.url}`;
    case 'mutualTLS':
      return 'mutual TLS';
  }
}

function viewFlow(flow: OAuthFlow, printer: Printer): View {
  const { authorizationUrl, deviceAuthorizationUrl, tokenUrl, refreshUrl } = flow;
  const addresses = {
    authorization: authorizationUrl,
    device: deviceAuthorizationUrl,
    token: tokenUrl,
    refresh: refreshUrl,
  };
  return {
    name: flow.flow,
    addresses: Object.entries(addresses).flatMap(([use, url]) => (url === undefined ? [] : [{ use, url }])),
    remarks: html`${printRemarks(flow, printer)}`,
    scopes: flow.scopes.map(({ name, description }) => ({ name, description })),
  };
}
