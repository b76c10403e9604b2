import type { Api, OAuthFlow, SecurityScheme } from '../../../model/api.js';
import type { Operation } from '../../../model/operation.js';
import { encodeFileName } from '../../../text/encode.js';
import type { View } from '../../../text/templates.js';
import type { Bundle } from '../../emitter.js';
import { viewIndex, viewItem } from '../view-items.js';
import { nameSchemas } from './anchors.js';
import { viewOperation, viewServer } from './view-operation.js';
import { type NamedSchemas, viewSchema } from './view-schema.js';

/** Gives all that the article prints: the whole description, its items, and a table of contents. */
export function viewArticle(api: Api, { locate }: Pick<Bundle, 'locate'>): View {
  const { info } = api;
  const named = nameSchemas(api, locate);
  return {
    ...viewIndex(api),
    title: info.title,
    version: info.version,
    summary: info.summary,
    description: info.description,
    sources: [...info.source],
    facts: listFacts(api),
    servers: api.servers.map(viewServer),
    groups: groupOperations(api).map(({ anchor, name, description, items, operations }) => ({
      anchor,
      name,
      description,
      items,
      operations: operations.map((operation) => viewOperation(operation, api, named)),
    })),
    securitySchemes: api.securitySchemes.map(viewSecurityScheme),
    schemas: viewSchemas(named),
    resolved: api.resolved.map(({ id, answer, source, date }) => ({ id, answer, source, date })),
  };
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

function viewSchemas(named: NamedSchemas): View[] {
  return [...named.values()].map(({ schema, name, anchor }) => ({ name, anchor, schema: viewSchema(schema, named) }));
}

interface OperationGroup {
  readonly anchor: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly items: readonly View[];
  readonly operations: readonly Operation[];
}

// Each operation stands once, below the first of its tags.
function groupOperations(api: Api): OperationGroup[] {
  const declared = new Map(api.tags.map((tag) => [tag.name, tag]));
  const names = new Set([...declared.keys(), ...api.operations.map(({ tags }) => tags[0] ?? '')]);
  const groups = [...names].map((name): OperationGroup => {
    const tag = declared.get(name);
    return {
      anchor: name === '' ? 'operations' : `tag-${encodeFileName(name)}`,
      name: tag?.summary ?? (name === '' ? 'Operations' : name),
      description: tag?.description,
      items: tag?.notShown.map(viewItem) ?? [],
      operations: api.operations.filter(({ tags }) => (tags[0] ?? '') === name),
    };
  });
  if (api.webhooks.length > 0) {
    groups.push({ anchor: 'webhooks', name: 'Webhooks', items: [], operations: api.webhooks });
  }
  return groups.filter(
    ({ operations, description, items }) => operations.length > 0 || description || items.length > 0,
  );
}

function viewSecurityScheme(scheme: SecurityScheme): View {
  return {
    anchor: `security-${encodeFileName(scheme.name)}`,
    name: scheme.name,
    kind: wordScheme(scheme),
    deprecated: scheme.deprecated,
    description: scheme.description,
    items: scheme.notShown.map(viewItem),
    sources: [...scheme.source],
    flows: scheme.type === 'oauth2' ? scheme.flows.map(viewFlow) : [],
  };
}

function wordScheme(scheme: SecurityScheme): string {
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

function viewFlow(flow: OAuthFlow): View {
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
    scopes: flow.scopes.map(({ name, description }) => ({ name, description })),
  };
}
