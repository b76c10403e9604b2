import type { Operation } from '../../../model/operation.js';
import type { SecurityScheme } from '../../../model/security.js';
import type { Server } from '../../../model/server.js';
import {
  both,
  compareFacts,
  type Detail,
  type Facts,
  listDifference,
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
    ...listDifference(listFlows(last), listFlows(now), { text: 'flows changed', ...both }),
    ...listTextChange(last.description, now.description),
  ];
}

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

function listFlows(scheme: SecurityScheme): unknown {
  if (scheme.type !== 'oauth2') return {};
  const flows = scheme.flows.map(({ origin: _origin, notShown: _notShown, source: _source, flow, scopes, ...rest }) => [
    flow,
    { ...rest, scopes: scopes.map(({ name }) => name).sort() },
  ]);
  return Object.fromEntries(flows);
}

/** Compares the variables and the texts of a server. */
export function compareServers(last: Server, now: Server): Detail[] {
  const variables = (server: Server): unknown =>
    Object.fromEntries(
      server.variables.map(({ name, default: value, enum: values = [] }) => [name, [value, ...values]]),
    );
  return [
    ...listDifference(variables(last), variables(now), { text: 'variables changed', ...both }),
    ...listTextChange([last.name, last.description], [now.name, now.description]),
  ];
}
