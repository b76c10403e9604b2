import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { buildChildOrigin } from '../diagnostics/origin.js';
import {
  type Api,
  findSchemaOfContent,
  listOperations,
  type Operation,
  type Parameter,
  type RequestBody,
  type Response,
  type StatusKey,
} from '../model/api.js';
import type { JsonValue } from '../model/element.js';
import { Described, listPartsInPlace } from '../model/in-place.js';
import type { Schema } from '../model/schema.js';
import { type Findings, reportOnce } from './findings.js';
import type { BodyPlan, MediaPlan, OperationPlan, ParameterPlan, ResponsePlan, ValueShape } from './plan.js';
import { planParameterInCode } from './plan-in-code.js';
import { planHeader, planMedia, planValue } from './plan-media.js';
import { reportSharedNames } from './shared-names.js';
import { buildShape, listShapes } from './value-shape.js';

/**
 * Plans how each operation is sent over HTTP, for client and server. Reports where the description is ambiguous and
 * which reading was chosen.
 */
export function planApi(api: Api, diagnostics: Diagnostics): ReadonlyMap<Operation, OperationPlan> {
  const findings = reportOnce(diagnostics);
  for (const operation of listOperations(api)) if (operation.kind !== 'path') reportUncalled(operation, findings);
  return new Map(api.operations.map((operation) => [operation, planOperation(operation, findings)]));
}

// Generated clients do not send webhooks and callbacks: the API itself sends them.
function reportUncalled({ kind, method, path, origin }: Operation, findings: Findings): void {
  const finding = { variant: 'called-by-api', kind, method, path: path.template } as const;
  findings.report('reduced-emission', origin, finding, { at: 'key' });
}

function planOperation(operation: Operation, findings: Findings): OperationPlan {
  const parameters = operation.parameters.map((parameter) => planParameter(parameter, findings));
  reportSharedNames(parameters, findings);
  const responses = operation.responses.map((response) => planResponse(response, operation, findings));
  const body = operation.requestBody && planBody(operation.requestBody, findings);
  return {
    operation,
    ...planPath(operation, parameters, findings),
    parameters,
    ...(body && { body }),
    responses,
    successes: listSuccesses(responses),
    accept: listAccepted(responses),
  };
}

/**
 * Plans how the request of a webhook is read. For the one who receives it, it is like a response: the API sends its
 * header parameters and its content.
 */
export function planWebhook(webhook: Operation): ResponsePlan {
  const headers = webhook.parameters.flatMap(({ location, wireName, ...parameter }) =>
    location === 'header' && wireName.shown ? [{ ...parameter, wireName: wireName.value }] : [],
  );
  const { requestBody } = webhook;
  const response: Response = {
    ...webhook,
    status: 200,
    code: { shown: true, value: 200 },
    headers,
    content: requestBody?.content ?? [],
    links: [],
  };
  const plan = planResponse(response, webhook, { report: () => undefined });
  const alternatives = plan.alternatives.filter(({ items }) => !items);
  return { ...plan, alternatives, isOptional: alternatives.length > 0 && !requestBody?.required };
}

function planParameter(parameter: Parameter, findings: Findings): ParameterPlan {
  const { location, writtenName: name, origin, content } = parameter;
  const value = planValue(content, location, { kind: 'parameter', name, origin }, findings);
  const schema = findSchemaOfContent(content);
  if (parameter.allowEmptyValue && schema) reportEmpty(parameter, schema, findings);
  const filled = schema && findDefault(schema);
  return {
    parameter,
    value,
    held: planParameterInCode(value, schema),
    ...(filled !== undefined && { default: filled }),
  };
}

// An empty string is a valid string. For other types, an empty value has no meaning.
function reportEmpty({ location, writtenName, origin }: Parameter, schema: Schema, findings: Findings): void {
  if (location !== 'query' || listShapes(buildShape(schema)).some(isText)) return;
  const place = buildChildOrigin(origin, 'allowEmptyValue');
  findings.report('reduced-emission', place, { variant: 'empty-value', name: writtenName }, { at: 'key' });
}

function isText(shape: ValueShape): boolean {
  return shape.kind === 'any' || (shape.kind === 'primitive' && shape.types.includes('string'));
}

function planBody(requestBody: RequestBody, findings: Findings): BodyPlan | undefined {
  const [first, ...others] = requestBody.content.map((mediaType) => planMedia(mediaType, 'request', findings));
  if (!first) return undefined;
  // A range is not a media type that can be sent, so the sender has to choose one.
  const alternatives = [first, ...others];
  const sendable = alternatives.filter(({ isRange }) => !isRange);
  const ranges = alternatives.filter(({ isRange }) => isRange);
  return { requestBody, required: requestBody.required, alternatives: [...sendable, ...ranges] };
}

function planResponse(response: Response, operation: Operation, findings: Findings): ResponsePlan {
  const { status, content, headers, origin } = response;
  const alternatives = content.map((mediaType) => planMedia(mediaType, 'response', findings));
  const isBodiless =
    operation.method === 'HEAD' ||
    [204, 205, 304, '1XX'].includes(status) ||
    (typeof status === 'number' && status < 200);
  if (isBodiless && content.length > 0 && operation.method !== 'HEAD') {
    findings.report('response-without-body', origin, { status: String(status) }, { at: 'key' });
  }
  const sent = isBodiless ? [] : sortBySpecificity(alternatives);
  // A page of a list always has content.
  const isOptional =
    status === 'default' &&
    sent.length > 0 &&
    !operation.pagination &&
    !operation.responses.some((one) => String(one.status).startsWith('2'));
  const checked = sent.find((media) => media.checked)?.checked;
  return {
    response,
    status,
    alternatives: sent,
    isOptional,
    headers: headers.flatMap((header) => planHeader(header, 'response', findings)),
    ...(checked && { checked }),
  };
}

// "text/plain overrides text/*" (OpenAPI 3.2, 4.17.1).
function sortBySpecificity(alternatives: readonly MediaPlan[]): readonly MediaPlan[] {
  const stars = ({ essence }: MediaPlan): number => essence.split('*').length;
  return [...alternatives].sort((a, b) => stars(a) - stars(b));
}

function listSuccesses(responses: readonly ResponsePlan[]): readonly StatusKey[] {
  const keys = responses.map(({ status }) => status);
  const successes = keys.filter((status) => String(status).startsWith('2'));
  return successes.length > 0 ? successes : keys.filter((status) => status === 'default');
}

function listAccepted(responses: readonly ResponsePlan[]): readonly string[] {
  const successes = listSuccesses(responses);
  const ordered = [
    ...responses.filter(({ status }) => successes.includes(status)),
    ...responses.filter(({ status }) => !successes.includes(status)),
  ];
  const mediaTypes = ordered.flatMap(({ alternatives }) => alternatives.map(({ mediaType }) => mediaType.mediaType));
  // `*+json` is not a media range. The narrowest range that covers it is `application/*`, which replaces it (RFC 9110,
  // 12.5.1).
  return [...new Set(mediaTypes.map((mediaType) => mediaType.replace(/\*\+[^;\s]*/, '*')))];
}

/**
 * Returns the default of a schema: its own, or the nearest one of a schema to which it refers or which it extends.
 * Returns `undefined` if there is none.
 */
export function findDefault(schema: Schema): JsonValue | undefined {
  const reached = new Set([schema]);
  for (const at of reached) {
    if (at.kind === 'keywords' && at.default !== undefined) return at.default;
    for (const part of listPartsInPlace(at)) reached.add(part);
  }
  return undefined;
}

/** Plans the path template as it is sent: the path in order, and its literal query if there is one. */
function planPath(
  operation: Operation,
  parameters: readonly ParameterPlan[],
  findings: Findings,
): Pick<OperationPlan, 'path' | 'query'> {
  const path: (OperationPlan['path'][number] & object)[] = [];
  let rest: string | undefined;
  for (const part of operation.path.parts) {
    if (rest !== undefined) rest += 'literal' in part ? part.literal : `{${part.parameter}}`;
    else if ('literal' in part) {
      const end = part.literal.search(/[?#]/);
      if (end >= 0) rest = part.literal.slice(end);
      path.push({ literal: encodePath(end < 0 ? part.literal : part.literal.slice(0, end)) });
    } else {
      const parameter = parameters.find(
        (plan) => plan.parameter.location === 'path' && plan.parameter.writtenName === part.parameter,
      );
      const before = path.at(-1);
      if (parameter && before && 'parameter' in before)
        path.splice(-1, 1, { ...before, end: findEnd(before.parameter, parameter, operation, findings) });
      path.push(parameter ? { parameter } : { literal: encodePath(`{${part.parameter}}`) });
    }
  }
  if (rest === undefined) return { path };
  const [query = ''] = rest.split('#', 1);
  return { path, ...(query.length > 1 && { query: encodePath(query.slice(1)) }) };
}

// OpenAPI does not say how adjacent parameters are separated. If the second one has no character with which it begins,
// the first one is read as short as its schema allows.
function findEnd(
  { parameter: first, value: before }: ParameterPlan,
  { parameter: second, value }: ParameterPlan,
  { pathItem }: Operation,
  findings: Findings,
): '.' | ';' | number {
  if (value.by === 'style' && value.style === 'label') return '.';
  if (value.by === 'style' && value.style === 'matrix') return ';';
  const schema = findSchemaOfContent(first.content);
  const applied = new Described(schema ? [schema] : []).keywords;
  const length = Math.max(1, ...applied.map(({ minLength = 0 }) => minLength));
  const finding = {
    variant: 'adjacent-parameters',
    first: first.writtenName,
    second: second.writtenName,
    length,
  } as const;
  findings.report('undefined-serialization', pathItem.origin, finding, { at: 'key' });
  const style = before.by === 'style' ? before.style : 'simple';
  const prefix = style === 'label' ? '.' : style === 'matrix' ? `;${first.writtenName}=` : '';
  return prefix.length + length;
}

// Encodes what a URL cannot contain (WHATWG URL, path percent-encode set) and keeps existing percent-encoding.
function encodePath(literal: string): string {
  return literal.replace(/[^\w!$&'()*+,\-./:;=@~%[\]|]|%(?![0-9a-f]{2})/giu, (character) =>
    /\p{Cs}/u.test(character) ? '%EF%BF%BD' : encodeURIComponent(character),
  );
}
