import { ApiError } from './client.js';
import type { CheckCalls, Client, Outcome, StatusKey } from './client-types.js';
import { findMediaType } from './read-media-type.js';
import { reportNotShown } from './report-not-shown.js';
import type { Failure, Validate } from './validators.js';
import { DescribedPart, type PartDescription } from './write-described-part.js';

/** The checks of the calls of one operation. Unlisted values are not checked. */
export interface CallChecks {
  /** The checks of the arguments, before anything is sent. */
  readonly request?: RequestChecks;
  /** The checks of responses, by their keys in the responses object. */
  readonly responses?: { readonly [status: string]: ResponseChecks };
}

/** The check of a parameter: the argument of the call that contains its value, and its validator. */
export type ParameterChecks = readonly [argument: string, isRequired: boolean, validate: Validate, read?: Read];

/** The checks of the arguments of a call. */
export interface RequestChecks {
  readonly parameters?: readonly ParameterChecks[];
  readonly needsBody?: boolean;
  /** The media type that is sent if the arguments name none; by default, that of the first `content`. */
  readonly usual?: string;
  /** The checks of the body, by the media type that is sent. */
  readonly content?: readonly ContentChecks[];
}

/** The checks of one response. */
export interface ResponseChecks {
  readonly content?: readonly ContentChecks[];
  readonly headers?: readonly (readonly [name: string, validate: Validate, read?: Read])[];
}

/** The check of a value. Without a validator, it is not checked. */
interface ValueChecks {
  readonly validate?: Validate | undefined;
  readonly read?: Read | undefined;
}

/** The check of content of one media type: of the value, or of each item of a stream. */
export interface ContentChecks extends ValueChecks {
  readonly mediaType: string;
  readonly isItems?: boolean;
  /** The checks of the first items, which have their own schemas. */
  readonly first?: readonly ValueChecks[];
}

/** Converts a value to what is sent; by default to JSON, without `undefined` and with a `Date` as text. */
type Read = (value: unknown) => unknown;

/** The check of a header of a part. */
export type PartHeaderChecks = readonly [name: string, validate: Validate, read?: Read];

/** Creates a validator of the headers of parts, by field, for bodies whose parts `asPart` describes. */
export function validatePartHeaders(fields: Readonly<Record<string, readonly PartHeaderChecks[]>>): Validate {
  return (body, onNotShown) =>
    Object.entries(fields).flatMap(([field, checks]) =>
      listDescriptions(Object(body)[field]).flatMap((description) => {
        const given = new Map<string, unknown>(Object.entries(Object(description.headers)));
        return checks.flatMap(([name, validate, read = readJson]) => {
          const value = given.get(name);
          const place = `/${field}/headers/${name}`;
          const report = onNotShown && ((id: string, where: string) => onNotShown(id, place + where));
          const failures = value == null ? [] : validate(read(value), report);
          return failures.map((failure) => ({ ...failure, instancePath: place + failure.instancePath }));
        });
      }),
    );
}

function listDescriptions(value: unknown): PartDescription<object>[] {
  if (Array.isArray(value)) return value.flatMap(listDescriptions);
  return DescribedPart.is(value) ? [value.description, ...listDescriptions(value.content)] : [];
}

/**
 * The error for a request or a response that does not match the description. The message names places and contains no
 * value.
 */
export class CheckError extends Error {
  override readonly name: string = 'CheckError';
  /** The id of the operation. */
  readonly operation: string;
  /** The mistakes. A place is a pointer below `/body` or `/headers`, or the name of an argument. */
  readonly failures: readonly Failure[];
  /** The response. Absent if no request was sent. */
  readonly outcome: Outcome<StatusKey, unknown> | undefined;

  constructor(operation: string, failures: readonly Failure[], outcome?: Outcome<StatusKey, unknown>) {
    const places = failures.map(({ instancePath }) => `'${instancePath}'`).join(', ');
    super(
      `${operation}: ${outcome ? `the response ${outcome.code}` : 'the request'} does not match the description at ${places}`,
    );
    this.operation = operation;
    this.failures = failures;
    this.outcome = outcome;
  }
}

/**
 * Creates the option `checkCalls` of a client from the checks of each operation. `only` limits it to requests or to
 * responses.
 */
export function checkAgainst(
  checks: { readonly [operation: string]: CallChecks },
  only?: 'requests' | 'responses',
): CheckCalls {
  return Object.assign(
    (...[operation, makeCall, isWhole, client, args, options]: Parameters<CheckCalls>) => {
      const { request, responses } = checks[operation] ?? {};
      const call = async (): Promise<unknown> => {
        if (only !== 'responses' && request) checkRequest(operation, request, client, Object(args));
        // With this option, an operation returns its outcome.
        const outcome = (await makeCall(true)({ ...client, checkCalls: undefined }, args, options)) as Outcome<
          StatusKey,
          unknown
        >;
        const response = only === 'requests' ? undefined : responses?.[outcome.status];
        if (response) checkResponse(operation, response, client, outcome);
        if (isWhole) return outcome;
        if (/^2/.test(`${outcome.status}`)) return outcome.body;
        throw new ApiError(operation, outcome);
      };
      return request || responses ? call() : undefined;
    },
    {
      items: (...[operation, client, outcome, items]: Parameters<CheckCalls['items']>) => {
        const check = only === 'requests' ? undefined : checks[operation]?.responses?.[outcome.status];
        const content = check && findRead(check.content, outcome);
        return content?.isItems ? checkItems({ operation, client, outcome }, content, items) : items;
      },
      requests: () => checkAgainst(checks, 'requests'),
    },
  );
}

function checkRequest(
  operation: string,
  { parameters = [], needsBody, usual, content }: RequestChecks,
  client: Client,
  args: Readonly<Record<string, unknown>>,
): void {
  const found: Failure[] = [];
  const check = (place: string, checks: ValueChecks, value: unknown): void => {
    found.push(...findFailures({ operation, client }, place, checks, value));
  };
  for (const [argument, isRequired, validate, read] of parameters) {
    const value = args[argument];
    if (value != null) check(`/${argument}`, { validate, read }, value);
    else if (isRequired) found.push(describeFailure(`/${argument}`, 'required', 'present'));
  }
  const { body, contentType = usual } = args;
  const checks = findSent(content, contentType);
  if (body === undefined) {
    if (needsBody) found.push(describeFailure('/body', 'required', 'present'));
  } else if (!checks?.isItems) check('/body', checks ?? {}, body);
  // The items of an async iterable are sent without checks.
  else if (Array.isArray(body))
    for (const [index, item] of body.entries())
      check(`/body/${index}`, chooseChecks(checks, index), DescribedPart.is(item) ? item.content : item);
  if (found.length > 0) throw new CheckError(operation, found);
}

function checkResponse(
  operation: string,
  { content, headers = [] }: ResponseChecks,
  client: Client,
  outcome: Outcome<StatusKey, unknown>,
): void {
  const found: Failure[] = [];
  const typed: Readonly<Record<string, unknown>> = Object(Reflect.get(outcome.headers, 'typed'));
  for (const [name, validate, read] of headers) {
    const value = typed[name];
    if (value !== undefined)
      found.push(...findFailures({ operation, client }, `/headers/${name}`, { validate, read }, value));
  }
  const { contentType } = outcome;
  if (
    contentType !== undefined &&
    !findMediaType([{ mediaType: contentType }], outcome.headers.get('content-type') ?? '')
  )
    found.push(describeFailure('/headers/content-type', 'contentType', contentType));
  const checks = findRead(content, outcome);
  if (checks && !checks.isItems) found.push(...findFailures({ operation, client }, '/body', checks, outcome.body));
  if (found.length > 0) throw new CheckError(operation, found, outcome);
}

interface StreamedCall {
  readonly operation: string;
  readonly client: Client;
  readonly outcome: Outcome<StatusKey, unknown>;
}

async function* checkItems(
  call: StreamedCall,
  checks: ContentChecks,
  items: AsyncGenerator<unknown, void, void>,
): AsyncGenerator<unknown, void, void> {
  let index = 0;
  for await (const item of items) {
    const found = findFailures(call, `/body/${index}`, chooseChecks(checks, index), item);
    if (found.length > 0) throw new CheckError(call.operation, found, call.outcome);
    index += 1;
    yield item;
  }
}

function chooseChecks(checks: ContentChecks, index: number): ValueChecks {
  return checks.first?.[index] ?? checks;
}

function findFailures(
  { operation, client }: Pick<StreamedCall, 'operation' | 'client'>,
  place: string,
  { validate, read = readJson }: ValueChecks,
  value: unknown,
): Failure[] {
  if (!validate) return [];
  const report =
    client.onNotShown && ((id: string, where: string) => reportNotShown(client, id, `${operation}: ${place}${where}`));
  return validate(read(value), report).map((failure) => ({ ...failure, instancePath: place + failure.instancePath }));
}

function describeFailure(instancePath: string, keyword: string, expected: string): Failure {
  return { instancePath, schemaPointer: '', keyword, expected, message: `must be ${expected}` };
}

function findSent(content: readonly ContentChecks[] = [], contentType: unknown): ContentChecks | undefined {
  return contentType === undefined ? content[0] : findMediaType(content, String(contentType));
}

function findRead(
  content: readonly ContentChecks[] = [],
  { contentType }: Outcome<StatusKey, unknown>,
): ContentChecks | undefined {
  return content.find(({ mediaType }) => mediaType === contentType);
}

function readJson(value: unknown): unknown {
  const text: unknown = JSON.stringify(value);
  return typeof text === 'string' ? JSON.parse(text) : undefined;
}
