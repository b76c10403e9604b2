import { ApiError } from './client.js';
import type { CheckCalls, Client, Outcome, StatusKey } from './client-types.js';
import { findMediaType, readMediaType } from './read-media-type.js';
import { tellNotShown } from './tell-not-shown.js';
import type { Failure, Validate } from './validators.js';

/** What is checked of the calls of one operation; what is not listed may be anything. */
export interface CallChecks {
  /** The arguments, before anything is sent. */
  readonly request?: RequestChecks;
  /** By the keys of the responses. */
  readonly responses?: { readonly [status: string]: ResponseChecks };
}

/** What is checked of a parameter: the argument of the call that has its value, and how. */
export type ParameterChecks = readonly [argument: string, isRequired: boolean, validate: Validate, read?: Read];

/** What is checked of the arguments of a call. */
export interface RequestChecks {
  readonly parameters?: readonly ParameterChecks[];
  readonly needsBody?: boolean;
  /** The media type that is sent where the arguments do not name one; that of the first `content` where absent. */
  readonly usual?: string;
  /** Of the body, by the media type that is sent. */
  readonly content?: readonly ContentChecks[];
}

/** What is checked of one response. */
export interface ResponseChecks {
  readonly content?: readonly ContentChecks[];
  readonly headers?: readonly (readonly [name: string, validate: Validate, read?: Read])[];
}

/** What is checked of content of one media type: its value, or each item of a stream. */
export interface ContentChecks {
  readonly mediaType: string;
  readonly isItems?: boolean;
  readonly validate: Validate;
  readonly read?: Read;
}

/** Gives a value as it is on the wire; unless told, as JSON has it: without `undefined`, a `Date` as text. */
type Read = (value: unknown) => unknown;

/** A request or an answer is not as described; the message holds no value but the places. */
export class CheckError extends Error {
  override readonly name: string = 'CheckError';
  /** The id of the operation. */
  readonly operation: string;
  /** Where what is wrong: below `/body` and `/headers`, or the name of an argument. */
  readonly failures: readonly Failure[];
  /** The answer; absent where nothing was sent. */
  readonly outcome: Outcome<StatusKey, unknown> | undefined;

  constructor(operation: string, failures: readonly Failure[], outcome?: Outcome<StatusKey, unknown>) {
    const places = failures.map(({ instancePath }) => `'${instancePath}'`).join(', ');
    super(`${operation}: ${outcome ? `the answer ${outcome.code}` : 'the request'} is not as described at ${places}`);
    this.operation = operation;
    this.failures = failures;
    this.outcome = outcome;
  }
}

/**
 * Makes the option `checkCalls` of a client: what is checked, by operation; only requests or only responses where told.
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
        // So called, an operation gives its outcome.
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
        const content = check && contentOf(check.content, outcome.headers.get('content-type') ?? '');
        return content?.isItems ? checkItems(operation, content, client, outcome, items) : items;
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
  const check = (place: string, validate: Validate, value: unknown): void => {
    found.push(...findFailures(operation, place, validate, value, client));
  };
  for (const [argument, isRequired, validate, read = readJson] of parameters) {
    const value = args[argument];
    if (value != null) check(`/${argument}`, validate, read(value));
    else if (isRequired) found.push(missing(`/${argument}`));
  }
  const { body, contentType = usual } = args;
  const { isItems, validate, read = readJson } = contentOf(content, contentType) ?? {};
  if (body === undefined) {
    if (needsBody) found.push(missing('/body'));
  } else if (validate) {
    if (!isItems) check('/body', validate, read(body));
    // Items that are only made on their way are sent as they come.
    else if (Array.isArray(body))
      for (const [index, item] of body.entries()) check(`/body/${index}`, validate, read(item));
  }
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
  for (const [name, validate, read = readJson] of headers) {
    const value = typed[name];
    if (value !== undefined) found.push(...findFailures(operation, `/headers/${name}`, validate, read(value), client));
  }
  const { isItems, validate, read = readJson } = contentOf(content, outcome.headers.get('content-type') ?? '') ?? {};
  if (validate && !isItems) found.push(...findFailures(operation, '/body', validate, read(outcome.body), client));
  if (found.length > 0) throw new CheckError(operation, found, outcome);
}

async function* checkItems(
  operation: string,
  { validate, read = readJson }: ContentChecks,
  client: Client,
  outcome: Outcome<StatusKey, unknown>,
  items: AsyncGenerator<unknown, void, void>,
): AsyncGenerator<unknown, void, void> {
  let index = 0;
  for await (const item of items) {
    const found = findFailures(operation, `/body/${index}`, validate, read(item), client);
    if (found.length > 0) throw new CheckError(operation, found, outcome);
    index += 1;
    yield item;
  }
}

function findFailures(operation: string, place: string, validate: Validate, value: unknown, client: Client): Failure[] {
  const tell =
    client.onNotShown && ((id: string, where: string) => tellNotShown(client, id, `${operation}: ${place}${where}`));
  return validate(value, tell).map((failure) => ({ ...failure, instancePath: place + failure.instancePath }));
}

function missing(instancePath: string): Failure {
  return { instancePath, schemaPointer: '', keyword: 'required', expected: 'present', message: 'must be present' };
}

function contentOf(content: readonly ContentChecks[] = [], contentType: unknown): ContentChecks | undefined {
  if (contentType === undefined) return content[0];
  const mediaType = readMediaType(String(contentType));
  return mediaType && findMediaType(content, mediaType);
}

function readJson(value: unknown): unknown {
  const text: unknown = JSON.stringify(value);
  return typeof text === 'string' ? JSON.parse(text) : undefined;
}
