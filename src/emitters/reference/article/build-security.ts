import type { Api, OAuthFlow, SecurityScheme } from '../../../model/api.js';
import {
  type Blocks,
  code,
  type Inline,
  joinLine,
  line,
  link,
  mark,
  paragraph,
  type Section,
} from '../../../text/tree.js';
import { buildProse, buildRemarks } from './build-parts.js';
import type { Context } from './context.js';

/** Builds the section of all security schemes. */
export function buildAuthentication({ securitySchemes }: Api, context: Context): Section {
  return {
    kind: 'section',
    id: 'security',
    title: 'Authentication',
    blocks: securitySchemes.map((scheme) => buildScheme(scheme, context)),
  };
}

function buildScheme(scheme: SecurityScheme, context: Context): Section {
  const address = context.addresses.schemes.get(scheme.name);
  return {
    kind: 'section',
    ...(address && { id: address.id, oldIds: address.oldIds }),
    title: scheme.name,
    blocks: [
      paragraph(joinLine([formatScheme(scheme), scheme.deprecated && mark('emphasis', 'deprecated')], ', ')),
      buildProse(scheme.description),
      buildRemarks(scheme, context),
      scheme.type === 'oauth2' && scheme.flows.map((flow) => buildFlow(flow, context)),
    ],
  };
}

function formatScheme(scheme: SecurityScheme): Inline {
  switch (scheme.type) {
    case 'apiKey':
      return line`API key in the ${scheme.in === 'query' ? 'query parameter' : scheme.in} ${code(scheme.wireName)}`;
    case 'http':
      return `HTTP ${scheme.scheme}${scheme.bearerFormat === undefined ? '' : ` (${scheme.bearerFormat})`}`;
    case 'oauth2':
      return scheme.metadataUrl === undefined
        ? 'OAuth 2'
        : ['OAuth 2, described at ', link(scheme.metadataUrl, scheme.metadataUrl)];
    case 'openIdConnect':
      return ['OpenID Connect, described at ', link(scheme.url, scheme.url)];
    case 'mutualTLS':
      return 'Mutual TLS';
  }
}

function buildFlow(flow: OAuthFlow, context: Context): Blocks {
  const { authorizationUrl, deviceAuthorizationUrl, tokenUrl, refreshUrl } = flow;
  const addresses = {
    authorization: authorizationUrl,
    device: deviceAuthorizationUrl,
    token: tokenUrl,
    refresh: refreshUrl,
  };
  const known = Object.entries(addresses).flatMap(([use, url]) =>
    url === undefined ? [] : [line`${use} at ${code(url)}`],
  );
  return [
    paragraph(joinLine([`Flow ${flow.flow}`, ...known], ', ')),
    buildRemarks(flow, context),
    ...(flow.scopes.length > 0
      ? [
          {
            kind: 'facts' as const,
            facts: flow.scopes.map(({ name, description }) => ({ name: code(name), value: description })),
          },
        ]
      : []),
  ];
}
