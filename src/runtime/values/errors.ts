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

/** The error for a call that took longer than `timeoutMs`. */
export class TimeoutError extends Error {
  override readonly name: string = 'TimeoutError';
}

/** The error for a call without a complete response. `cause` is what the transport threw. */
export class NetworkError extends Error {
  override readonly name: string = 'NetworkError';
}

/** The error for a response whose body is larger than `maxBytes`. */
export class SizeLimitError extends Error {
  override readonly name: string = 'SizeLimitError';
}
