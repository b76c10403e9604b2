/**
 * The error for an argument, a credential or an option that cannot be sent. Nothing was sent. The message names the
 * parameter, `auth.<scheme>` or the option, and contains no value.
 */
export class InvalidInputError extends Error {
  override readonly name: string = 'InvalidInputError';

  constructor(parameter: string, problem: string) {
    super(`'${parameter}' ${problem}`);
  }
}

/** The error for a call whose signal the caller aborted. */
export class AbortError extends Error {
  override readonly name: string = 'AbortError';
}

export function makeAbortError(operation: string): AbortError {
  return new AbortError(`${operation}: the signal was aborted`);
}

/** The error for a call that took longer than `timeoutMs`. */
export class TimeoutError extends Error {
  override readonly name: string = 'TimeoutError';
}

/**
 * The error for a call without a complete response. `cause` is what the transport threw. The message names the address
 * without the query, which can contain a key.
 */
export class NetworkError extends Error {
  override readonly name: string = 'NetworkError';
}

export function makeNetworkError(operation: string, url: string, cause: unknown): NetworkError {
  const [address, query = ''] = url.split('?');
  const { cause: inner, message } = Object(cause);
  // The message of Node's `fetch` is always `fetch failed`. The code or the message of its cause says why.
  const reason = String(inner?.code ?? inner?.message ?? message ?? cause);
  const shown = reason.split(query).join('');
  return new NetworkError(`${operation}: no complete response from ${address}: ${shown}`, { cause });
}

/** The error for a response whose body is larger than `maxBytes`. */
export class SizeLimitError extends Error {
  override readonly name: string = 'SizeLimitError';
}
