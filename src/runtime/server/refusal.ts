import type { ServerRequest, ServerResponse } from './message.js';
import type { SecurityPlan, SecuritySchemePlan } from './security-plan.js';

/** A mistake in a request. */
export interface Mistake {
  /** The place, such as `path parameter 'pet_id'` or `body/tags/0`. */
  readonly place: string;
  /** What is wrong, such as `must be an integer`. */
  readonly message: string;
}

/** A response of the server itself instead of a handler's reply. It is thrown and caught internally. */
export class Refusal {
  readonly code: number;
  readonly message: string;
  readonly mistakes: readonly Mistake[];
  readonly headers: ServerResponse['headers'];

  constructor(
    code: number,
    message: string,
    headers: ServerResponse['headers'] = [],
    mistakes: readonly Mistake[] = [],
  ) {
    this.code = code;
    this.message = message;
    this.headers = headers;
    this.mistakes = mistakes;
  }
}

/** Refuses a request with 400. The message names at most five mistakes and shortens each. */
export function refuseMistakes(mistakes: readonly Mistake[]): Refusal {
  const shown = mistakes.slice(0, 5).map(({ place, message }) => `${shorten(place)}: ${shorten(message)}`);
  const rest = mistakes.length > shown.length ? [`and ${mistakes.length - shown.length} more`] : [];
  return new Refusal(400, [...shown, ...rest].join('; '), [], mistakes);
}

// A place may contain names that the caller chose.
function shorten(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`;
}

/** Refuses a request with 500. The caller does not learn the reason. */
export function serverFailed(): Refusal {
  return new Refusal(500, 'something went wrong on the server');
}

/**
 * Refuses a request with 401 and the challenges of the operation's schemes (RFC 9110, 11.6.1). API keys have no
 * registered challenge, but 401 requires one. Client certificates belong to TLS and have no challenge.
 */
export function refuseCaller(
  message: string,
  security: SecurityPlan,
  schemes: ReadonlyMap<string, SecuritySchemePlan> | undefined,
): Refusal {
  const names = security.flat().flatMap(({ scheme }) => {
    const plan = schemes?.get(scheme);
    if (plan?.type === 'bearer') return 'Bearer';
    if (plan?.type === 'basic') return 'Basic realm="api", charset="UTF-8"';
    if (plan?.type === 'apiKey') return 'ApiKey';
    return plan?.type === 'http' ? plan.scheme : [];
  });
  return new Refusal(
    401,
    message,
    [...new Set(names)].map((name) => ['www-authenticate', name]),
  );
}

/** The error that an unfinished handler throws. The response is 501 and names the open gaps. */
export class NotImplementedError extends Error {
  override readonly name: string = 'NotImplementedError';
  /** The ids of the gaps. */
  readonly gaps: readonly string[];

  constructor(operation: string, gaps: readonly string[]) {
    super(`${operation} is not implemented${gaps.length > 0 ? `; not shown: ${gaps.join(', ')}` : ''}`);
    this.gaps = gaps;
  }
}

/**
 * The error that a security function or handler throws if the caller is not authenticated. The response is 401 with the
 * message of the error.
 */
export class UnauthorizedError extends Error {
  override readonly name: string = 'UnauthorizedError';
}

/**
 * The error that a security function or handler throws if the caller is known but not allowed. The response is 403 with
 * the message of the error.
 */
export class ForbiddenError extends Error {
  override readonly name: string = 'ForbiddenError';
}

/** Creates a handler that responds with 501. */
export function refuseToHandle(operation: string, gaps: readonly string[]): () => never {
  return () => {
    throw new NotImplementedError(operation, gaps);
  };
}

/** An error body that the description declares. It is built from a message and the status code. */
export interface ErrorForm {
  readonly mediaType: string;
  readonly body: (message: string, code: number) => unknown;
}

/** The error bodies of an operation by status code. `other` is for all other codes. */
export interface ErrorForms {
  readonly other: ErrorForm;
  readonly [code: number]: ErrorForm;
}

/** The argument of `onInvalid`: a response that no handler produced. */
export interface Invalid {
  readonly code: number;
  /** A sentence that names the places of the first mistakes. */
  readonly message: string;
  readonly mistakes: readonly Mistake[];
  /** The operation, if the request matched one. */
  readonly operation: string | undefined;
  /** The request; absent if it could not be read. */
  readonly request: ServerRequest | undefined;
  /** The response, unless the hook returns another one. */
  readonly response: ServerResponse;
}

/** The error body if the description declares none (RFC 9457). */
export const problemForm: ErrorForm = {
  mediaType: 'application/problem+json',
  body: (message, code) => ({ title: reasonOf(code), status: code, detail: message }),
};

/** Writes a refusal with the error body for its status code. */
export function writeRefusal(refusal: Refusal, forms: ErrorForms): ServerResponse {
  const form = Object.hasOwn(forms, refusal.code) ? (forms[refusal.code] ?? forms.other) : forms.other;
  return {
    code: refusal.code,
    headers: [['content-type', form.mediaType], ...refusal.headers],
    body: JSON.stringify(form.body(refusal.message, refusal.code)),
  };
}

/** Returns the name of a status code, such as `not_found`, for errors whose `code` is a string. */
export function codeNameOf(code: number): string {
  return reasonOf(code).toLowerCase().replaceAll(' ', '_');
}

/** Returns the reason phrase of a status code with which the server itself responds (RFC 9110, 15). */
export function reasonOf(code: number): string {
  return reasons.get(code) ?? 'Error';
}

const reasons: ReadonlyMap<number, string> = new Map([
  [400, 'Bad Request'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'Not Found'],
  [405, 'Method Not Allowed'],
  [406, 'Not Acceptable'],
  [408, 'Request Timeout'],
  [413, 'Content Too Large'],
  [415, 'Unsupported Media Type'],
  [417, 'Expectation Failed'],
  [431, 'Request Header Fields Too Large'],
  [500, 'Internal Server Error'],
  [501, 'Not Implemented'],
  [503, 'Service Unavailable'],
  [505, 'HTTP Version Not Supported'],
]);
