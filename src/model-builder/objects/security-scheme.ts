import type { OAuthFlow, SecurityScheme, SecuritySchemeBase } from '../../model/api.js';
import { type BuildContext, type Node, omitUndefinedMembers } from '../context.js';
import { readElement } from '../gaps/element.js';
import { type ObjectReader, openObject, readObject } from '../object-reader.js';
import { followReference } from '../reference.js';
import { checkToken } from '../token.js';

const types = ['apiKey', 'http', 'mutualTLS', 'oauth2', 'openIdConnect'];
const locations = ['query', 'header', 'cookie'] as const;
const flows = ['implicit', 'password', 'clientCredentials', 'authorizationCode', 'deviceAuthorization'] as const;

type Reader = ObjectReader<'Security Scheme Object'>;

/** Reads a Security Scheme Object under its name (OpenAPI 3.2, 4.27). */
export function readSecurityScheme(context: BuildContext, name: string, node: Node): SecurityScheme | undefined {
  const target = followReference(context, node, 'Security Scheme Object');
  const reader = target && openObject(context, 'Security Scheme Object', target);
  if (!reader) return undefined;
  const description = reader.text('description');
  const deprecated = reader.flag('deprecated');
  const base: SecuritySchemeBase = {
    ...readElement(reader),
    name,
    ...omitUndefinedMembers({ description: target.description ?? description, deprecated }),
  };
  const scheme = readByType(reader, base);
  // For an unknown type, it is not known which keywords are allowed.
  if (scheme) reader.close();
  return scheme;
}

function readByType(reader: Reader, base: SecuritySchemeBase): SecurityScheme | undefined {
  const type = reader.neededText('type', types);
  switch (type) {
    case 'apiKey':
      return readApiKey(reader, base);
    case 'http': {
      const scheme = reader.neededText('scheme');
      const bearerFormat = reader.text('bearerFormat');
      return scheme === undefined ? undefined : { ...base, type, scheme, ...omitUndefinedMembers({ bearerFormat }) };
    }
    case 'mutualTLS':
      return { ...base, type };
    case 'oauth2':
      return {
        ...base,
        type,
        flows: readFlows(reader),
        ...omitUndefinedMembers({ metadataUrl: reader.text('oauth2MetadataUrl') }),
      };
    case 'openIdConnect':
      return { ...base, type, url: reader.textOr('openIdConnectUrl', '') };
    default:
      if (type !== undefined) reader.reportValue('type', type, types);
      return undefined;
  }
}

function readApiKey(reader: Reader, base: SecuritySchemeBase): SecurityScheme | undefined {
  const wireName = reader.neededText('name');
  const written = reader.neededText('in', locations);
  const location = locations.find((one) => one === written);
  if (location === undefined && written !== undefined) reader.reportValue('in', written, locations);
  if (wireName === undefined || location === undefined) return undefined;
  const finding = { variant: 'refused', name: wireName, location } as const;
  if (location === 'header') checkToken(reader.context, reader.at('name'), finding);
  return { ...base, type: 'apiKey', in: location, wireName };
}

function readFlows(scheme: Reader): OAuthFlow[] {
  const node = scheme.node('flows');
  if (!node) scheme.reportAbsent('flows', 'none');
  const read = readObject(scheme.context, 'OAuth Flows Object', node, (reader) =>
    flows.flatMap((flow) => readFlow(reader, flow) ?? []),
  );
  return read ?? [];
}

function readFlow(parent: ObjectReader<'OAuth Flows Object'>, flow: OAuthFlow['flow']): OAuthFlow | undefined {
  return readObject(parent.context, 'OAuth Flow Object', parent.node(flow), (reader) => {
    const scopes = reader.dataMap('scopes');
    if (!scopes) reader.reportAbsent('scopes', 'none');
    return {
      ...readElement(reader),
      flow,
      ...reader.presentTexts('authorizationUrl', 'deviceAuthorizationUrl', 'tokenUrl', 'refreshUrl'),
      scopes: (scopes ?? []).map(({ name, value }) => ({ name, description: typeof value === 'string' ? value : '' })),
    };
  });
}
