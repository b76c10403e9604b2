import type { OAuthFlow, Operation, SecurityScheme, Server, ServerVariable } from '../model/api.js';
import {
  both,
  compareFacts,
  compareNames,
  compareParts,
  type Detail,
  type Facts,
  listStateless,
  listTextChange,
  narrower,
  neither,
  wider,
} from './change-details.js';

/** Compares the alternative requirements. A caller that met one of them still can, if a present one needs no more. */
export function compareSecurity(last: Operation, now: Operation): Detail[] {
  const [before, after] = [listRequirements(last), listRequirements(now)];
  const format = (all: readonly string[][]): string =>
    all
      .map((one) => one.join(' + ') || 'none')
      .sort()
      .join(' or ');
  if (format(before) === format(after)) return [];
  const isMet = (one: readonly string[]): boolean => after.some((other) => other.every((need) => one.includes(need)));
  const effect = before.every(isMet) ? wider : narrower;
  return [{ path: '', text: `security ${format(after)}, was ${format(before)}`, ...effect }];
}

function listRequirements({ security }: Operation): string[][] {
  if (security.length === 0) return [[]];
  return security.map(({ schemes }) =>
    schemes.flatMap(({ scheme, scopes }) => [scheme.name, ...scopes.map((scope) => `${scheme.name} ${scope}`)]).sort(),
  );
}

/** Compares what a caller needs to know to use a security scheme. */
export function compareSchemes(last: SecurityScheme, now: SecurityScheme): Detail[] {
  return [
    ...compareFacts(listSchemeFacts(last), listSchemeFacts(now)),
    ...compareParts(indexFlows(last), indexFlows(now), {
      what: 'flow',
      effects: newNames,
      getPath: (name) => `flow ${name}`,
      compare: compareFlows,
    }),
    ...listTextChange(last.description, now.description),
  ];
}

/** The effects of names that callers may use. */
const newNames = { removed: () => both, added: () => neither, became: () => neither };

function listSchemeFacts(scheme: SecurityScheme): Facts {
  const { type, deprecated = false } = scheme;
  return [
    ['deprecated', deprecated, neither],
    ['type', type, both],
    ['name', type === 'apiKey' ? scheme.wireName : undefined, both],
    ['in', type === 'apiKey' ? scheme.in : undefined, both],
    ['scheme', type === 'http' ? scheme.scheme : undefined, both],
    ['format', type === 'http' ? scheme.bearerFormat : undefined, neither],
    ['address', type === 'openIdConnect' ? scheme.url : undefined, both],
    ['metadata', type === 'oauth2' ? scheme.metadataUrl : undefined, neither],
  ];
}

function indexFlows(scheme: SecurityScheme): Map<string, OAuthFlow> {
  return new Map(scheme.type === 'oauth2' ? scheme.flows.map((flow) => [flow.flow, flow]) : []);
}

function compareFlows(last: OAuthFlow, now: OAuthFlow): readonly Detail[] {
  const list = ({ authorizationUrl, deviceAuthorizationUrl, tokenUrl, refreshUrl }: OAuthFlow): Facts => [
    ['authorization', authorizationUrl, both],
    ['device', deviceAuthorizationUrl, both],
    ['token', tokenUrl, both],
    ['refresh', refreshUrl, both],
  ];
  const index = ({ scopes }: OAuthFlow): Map<string, string> => listStateless(scopes.map(({ name }) => name));
  const texts = ({ scopes }: OAuthFlow): unknown =>
    Object.fromEntries(scopes.map((one) => [one.name, one.description]));
  const names = compareNames('scope', index(last), index(now), newNames);
  return [
    ...compareFacts(list(last), list(now)),
    ...names,
    ...(names.length === 0 ? listTextChange(texts(last), texts(now)) : []),
  ];
}

/** Compares the variables and the texts of a server. */
export function compareServers(last: Server, now: Server): Detail[] {
  const index = ({ variables }: Server): Map<string, ServerVariable> =>
    new Map(variables.map((variable) => [variable.name, variable]));
  return [
    ...compareParts(index(last), index(now), {
      what: 'variable',
      effects: { removed: () => both, added: () => both, became: () => both },
      getPath: (name) => `variable ${name}`,
      compare: compareVariables,
    }),
    ...listTextChange([last.name, last.description], [now.name, now.description]),
  ];
}

function compareVariables(last: ServerVariable, now: ServerVariable): readonly Detail[] {
  return [
    ...compareFacts([['default', last.default, both]], [['default', now.default, both]]),
    ...compareEnums(last, now),
    ...listTextChange(last.description, now.description),
  ];
}

// A variable without `enum` can have any value.
function compareEnums({ enum: last }: ServerVariable, { enum: now }: ServerVariable): readonly Detail[] {
  if (last && now) return compareNames('value', listStateless(last), listStateless(now), newNames);
  if (now) return [{ path: '', text: `limited to the values ${now.join(', ')}`, ...both }];
  return last ? [{ path: '', text: `no longer limited to the values ${last.join(', ')}`, ...neither }] : [];
}
