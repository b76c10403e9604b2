import {
  type Example,
  findSchemaOfContent,
  type Parameter,
  type SecurityScheme,
  type Server,
} from '../../../../model/api.js';
import type { JsonValue } from '../../../../model/element.js';
import type { ParameterLocation } from '../../../../model/styles.js';
import { formatBlank } from '../../../../samples/blank.js';
import { buildStatedValue } from '../../../../samples/stated-value.js';
import {
  type SampleParameter,
  writeSampleCookie,
  writeSampleHeader,
  writeSamplePath,
  writeSampleQuery,
  writeSampleWholeQuery,
} from '../../../../samples/write-parameter.js';
import type { Views } from '../../../../views/views.js';
import type { MediaPlan, OperationPlan, ParameterPlan } from '../../../../wire/plan.js';
import { buildSampleBody, type SampleBody } from './request-body.js';

/** A text with credentials. Each credential comes from an environment variable. */
export type Text = readonly (string | Variable)[];

/** An environment variable. */
interface Variable {
  readonly variable: string;
}

/** A request of an operation, built from what the description states. Every other value is a placeholder. */
export interface SampleRequest {
  readonly plan: OperationPlan;
  readonly method: string;
  /** The URL of the first server, without `/` at the end. */
  readonly server: string;
  /** The encoded path and query. */
  readonly path: Text;
  readonly headers: readonly (readonly [name: string, value: Text])[];
  /** The user and password of basic authentication. */
  readonly basic?: readonly [user: Variable, password: Variable];
  /** The file of the caller's certificate. */
  readonly certificate?: Variable;
  readonly body?: SampleBody;
  /** The values of the parameters that are sent, as JSON. */
  readonly values: ReadonlyMap<ParameterPlan, JsonValue>;
}

/**
 * Builds the request of a sample, with an example as its body. Leaves out parameters without a shown name, and optional
 * ones without an example.
 */
export function buildSampleRequest(plan: OperationPlan, views: Views, example?: Example): SampleRequest {
  const { operation } = plan;
  const values = new Map(plan.parameters.flatMap((each) => listValue(each, views)));
  const written: Written = (location) =>
    [...values].flatMap(([{ parameter, value: how }, value]) =>
      parameter.location === location && parameter.wireName.shown
        ? [{ name: parameter.wireName.value, value, plan: how }]
        : [],
    );
  const path = plan.path.map((part) => {
    if ('literal' in part) return part.literal;
    const { parameter, value: how } = part.parameter;
    return writeSamplePath({ name: parameter.writtenName, value: values.get(part.parameter) ?? '', plan: how });
  });
  const schemes = (operation.security[0]?.schemes ?? []).map(({ scheme }) => scheme);
  const body = plan.body && buildSampleBody(plan.body, views, example);
  const query = listQuery(plan, written, schemes);
  return {
    plan,
    method: operation.method,
    server: formatServer(operation.servers[0]),
    path: [...path, ...query.flatMap((pair, index) => [index === 0 ? '?' : '&', ...pair])],
    headers: [
      ...schemes.flatMap(listCredentials),
      ...written('header').map((each) => [each.name, [writeSampleHeader(each)]] as const),
      ...listCookies(written('cookie'), schemes),
    ],
    ...findSpecial(schemes),
    ...(body && { body }),
    values,
  };
}

type Written = (location: ParameterLocation) => readonly SampleParameter[];

function listQuery({ query }: OperationPlan, written: Written, schemes: readonly SecurityScheme[]): readonly Text[] {
  const parts: Text[] = [
    [query ?? ''],
    ...written('querystring').map((each) => [writeSampleWholeQuery(each)]),
    ...written('query').map((each) => [writeSampleQuery(each)]),
    ...schemes.flatMap((scheme) =>
      listKeys(scheme, 'query').map(([name, key]) => [`${encodeURIComponent(name)}=`, key]),
    ),
  ];
  return parts.filter(([first]) => first !== '');
}

function listCookies(
  written: readonly SampleParameter[],
  schemes: readonly SecurityScheme[],
): readonly (readonly [string, Text])[] {
  const cookies: Text[] = [
    ...written.map((each) => [writeSampleCookie(each)]),
    ...schemes.flatMap((scheme) => listKeys(scheme, 'cookie').map(([name, key]) => [`${name}=`, key])),
  ];
  return cookies.length > 0 ? [['Cookie', joinTexts(cookies, '; ')]] : [];
}

function listValue(plan: ParameterPlan, views: Views): readonly (readonly [ParameterPlan, JsonValue])[] {
  const { wireName, location, required, writtenName, content } = plan.parameter;
  if (!wireName.shown && location !== 'path') return [];
  const schema = findSchemaOfContent(content);
  const stated = findExample(plan.parameter) ?? (schema?.kind === 'keywords' ? schema.examples?.[0] : undefined);
  if (!required && stated === undefined) return [];
  return [[plan, stated ?? buildStatedValue(schema, writtenName, views)]];
}

function findExample({ examples, content }: Parameter): JsonValue | undefined {
  const all = [...examples, ...(content.by === 'style' ? [] : content.mediaType.examples)];
  return all.find(({ value }) => value !== undefined)?.value;
}

/**
 * Formats the URL of a server for samples: with the defaults of its variables, and a placeholder for each missing
 * value.
 */
export function formatServer(server: Server | undefined): string {
  if (!server) return formatBlank('server');
  const [gap] = [...server.notShown, ...server.variables.flatMap(({ notShown }) => notShown)];
  const trimmed = fillVariables(server).replace(/\/+$/, '');
  if (!/^https?:\/\//i.test(trimmed)) return `${formatBlank('server')}${trimmed.replace(/^(?=[^/])/, '/')}`;
  // Hosts below `.invalid` never exist (RFC 2606, 2).
  const host = /^https?:\/\/[^/]*\.invalid(?=[:/]|$)/i;
  return trimmed.replace(host, formatBlank(server.variables[0]?.name ?? 'server', gap));
}

/** Returns the URL of a server with the defaults of its variables. */
export function fillVariables({ url, variables }: Server): string {
  return variables.reduce((text, { name, default: value }) => text.replaceAll(`{${name}}`, () => value), url);
}

function listKeys(scheme: SecurityScheme, place: 'query' | 'cookie'): readonly (readonly [string, Variable])[] {
  return scheme.type === 'apiKey' && scheme.in === place ? [[scheme.wireName, nameVariable(scheme, '')]] : [];
}

function listCredentials(scheme: SecurityScheme): readonly (readonly [string, Text])[] {
  switch (scheme.type) {
    case 'apiKey':
      return scheme.in === 'header' ? [[scheme.wireName, [nameVariable(scheme, '')]]] : [];
    case 'http': {
      const name = scheme.scheme.toLowerCase();
      if (name === 'basic') return [];
      return [['Authorization', [`${name === 'bearer' ? 'Bearer' : scheme.scheme} `, nameVariable(scheme, '_TOKEN')]]];
    }
    case 'mutualTLS':
      return [];
    default:
      return [['Authorization', ['Bearer ', nameVariable(scheme, '_TOKEN')]]];
  }
}

function findSpecial(schemes: readonly SecurityScheme[]): Pick<SampleRequest, 'basic' | 'certificate'> {
  const basic = schemes.find((scheme) => scheme.type === 'http' && scheme.scheme.toLowerCase() === 'basic');
  const mutual = schemes.find(({ type }) => type === 'mutualTLS');
  return {
    ...(basic && { basic: [nameVariable(basic, '_USER'), nameVariable(basic, '_PASSWORD')] }),
    ...(mutual && { certificate: nameVariable(mutual, '_CERTIFICATE') }),
  };
}

/** Names the environment variable for the credential of a scheme, such as `API_KEY` or `BEARER_TOKEN`. */
export function nameVariable({ name }: SecurityScheme, suffix: string): Variable {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^(?=[0-9]|$)/, '_')
    .toUpperCase();
  return { variable: words.endsWith(suffix) ? words : `${words}${suffix}` };
}

function joinTexts(texts: readonly Text[], separator: string): Text {
  return texts.flatMap((text, index) => (index === 0 ? text : [separator, ...text]));
}

/** Formats the names and shapes that a call needs and that are not shown, one per line with the id of its gap. */
export function formatGaps({ parameters, body, responses, successes }: OperationPlan): string[] {
  const unnamed = parameters.flatMap(({ parameter: { wireName, writtenName } }) =>
    wireName.shown ? [] : [`Not shown: the name of ${writtenName} (${wireName.gap.id})`],
  );
  const shapes = (what: string, alternatives: NonNullable<typeof body>['alternatives']): string[] =>
    alternatives.flatMap(({ mediaType: { schema } }) =>
      schema?.kind === 'not-shown' ? [`Not shown: the shape of the ${what} (${schema.gap.id})`] : [],
    );
  const answers = responses.filter(({ status }) => successes.includes(status));
  const all = [
    ...unnamed,
    ...shapes('body', body?.alternatives ?? []),
    ...answers.flatMap(({ alternatives }) => shapes('response', alternatives)),
  ];
  return [...new Set(all)].map((gap) => gap.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '));
}

/** Returns whether every success of an operation has JSON as its body. */
export function hasJsonResponse(plan: OperationPlan): boolean {
  return hasResponsesOf(plan, 'json');
}

/** Returns whether every success of an operation is binary data. */
export function hasBinaryResponse(plan: OperationPlan): boolean {
  return hasResponsesOf(plan, 'bytes');
}

function hasResponsesOf(plan: OperationPlan, wanted: MediaPlan['format']): boolean {
  const media = listMedia(plan);
  const all = plan.responses.filter(({ status }) => plan.successes.includes(status));
  return (
    media.length > 0 &&
    all.every((one) => one.alternatives.length > 0) &&
    media.every(({ format }) => format === wanted)
  );
}

/** How the successes of an operation arrive: item by item, as a whole, or in one of both ways. */
type Arrival = 'items' | 'whole' | 'either';

/** Returns how the successes of an operation arrive. */
export function getArrival(plan: OperationPlan): Arrival {
  const media = listMedia(plan);
  const streamed = media.filter(({ items }) => items !== undefined).length;
  if (streamed === 0) return 'whole';
  return streamed === media.length ? 'items' : 'either';
}

function listMedia({ responses, successes, operation }: OperationPlan): readonly MediaPlan[] {
  if (operation.method === 'HEAD') return [];
  return responses.filter(({ status }) => successes.includes(status)).flatMap(({ alternatives }) => alternatives);
}
