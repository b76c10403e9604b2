import { ApiError } from '../client/client.js';
import type { CheckCalls, Client, Outcome, StatusKey } from '../client/contract.js';
import { findMediaType } from '../read/media-type.js';
import {
  type ContentChecks,
  chooseChecks,
  findByMediaType,
  findFailures,
  findHeaderFailures,
  type HeaderChecks,
  listSentHeaders,
  type Read,
  type ResponseChecks,
  type ValueChecks,
} from '../validate/message-checks.js';
import type { Failure, OnNotShown, Validate } from '../validate/validators.js';
import { reportNotShown } from '../values/report-not-shown.js';
import { DescribedPart, type PartDescription } from '../write/described-part.js';

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
  /** The checks of the body, by the media type that is sent. */
  readonly content?: readonly ContentChecks[];
}

/** Creates a validator of the headers of parts, by field, for bodies whose parts `asPart` describes. */
export function validatePartHeaders(fields: Readonly<Record<string, readonly HeaderChecks[]>>): Validate {
  return (body, onNotShown) =>
    Object.entries(fields).flatMap(([field, checks]) =>
      listDescriptions(Object(body)[field]).flatMap(({ headers }) =>
        findHeaderFailures(checks, listSentHeaders(headers), (name) => `/${field}/headers/${name}`, onNotShown),
      ),
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
  { parameters = [], needsBody, content }: RequestChecks,
  client: Client,
  args: Readonly<Record<string, unknown>>,
): void {
  const found: Failure[] = [];
  const report = createReport(operation, client);
  const check = (checks: ValueChecks, value: unknown, place: string): void => {
    found.push(...findFailures(checks, value, place, report));
  };
  for (const [argument, isRequired, validate, read] of parameters) {
    const value = args[argument];
    if (value != null) check({ validate, read }, value, `/${argument}`);
    else if (isRequired) found.push(describeFailure(`/${argument}`, 'required', 'present'));
  }
  const { body, contentType } = args;
  const checks = findByMediaType(content, contentType);
  if (body === undefined) {
    if (needsBody) found.push(describeFailure('/body', 'required', 'present'));
  } else if (!checks?.isItems) check(checks ?? {}, body, '/body');
  // The items of an async iterable are sent without checks.
  else if (Array.isArray(body))
    for (const [index, item] of body.entries())
      check(chooseChecks(checks, index), DescribedPart.is(item) ? item.content : item, `/body/${index}`);
  if (found.length > 0) throw new CheckError(operation, found);
}

function checkResponse(
  operation: string,
  { content, headers }: ResponseChecks,
  client: Client,
  outcome: Outcome<StatusKey, unknown>,
): void {
  const report = createReport(operation, client);
  const typed = Object.entries(Object(Reflect.get(outcome.headers, 'typed')));
  const found = findHeaderFailures(headers, typed, (name) => `/headers/${name}`, report);
  const { contentType } = outcome;
  if (
    contentType !== undefined &&
    !findMediaType([{ mediaType: contentType }], outcome.headers.get('content-type') ?? '')
  )
    found.push(describeFailure('/headers/content-type', 'contentType', contentType));
  const checks = findRead(content, outcome);
  if (checks && !checks.isItems) found.push(...findFailures(checks, outcome.body, '/body', report));
  if (found.length > 0) throw new CheckError(operation, found, outcome);
}

interface StreamedCall {
  readonly operation: string;
  readonly client: Client;
  readonly outcome: Outcome<StatusKey, unknown>;
}

async function* checkItems(
  { operation, client, outcome }: StreamedCall,
  checks: ContentChecks,
  items: AsyncGenerator<unknown, void, void>,
): AsyncGenerator<unknown, void, void> {
  const report = createReport(operation, client);
  let index = 0;
  for await (const item of items) {
    const found = findFailures(chooseChecks(checks, index), item, `/body/${index}`, report);
    if (found.length > 0) throw new CheckError(operation, found, outcome);
    index += 1;
    yield item;
  }
}

function createReport(operation: string, client: Client): OnNotShown | undefined {
  return client.onNotShown && ((id, where) => reportNotShown(client, id, `${operation}: ${where}`));
}

function describeFailure(instancePath: string, keyword: string, expected: string): Failure {
  return { instancePath, schemaPointer: '', keyword, expected, message: `must be ${expected}` };
}

// The content type of an outcome is that of the description.
function findRead(
  content: readonly ContentChecks[] = [],
  { contentType }: Outcome<StatusKey, unknown>,
): ContentChecks | undefined {
  return content.find(({ mediaType }) => mediaType === contentType);
}
