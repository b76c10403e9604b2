/**
 * An argument, a credential or an option that cannot be sent; nothing was sent. The message names the parameter,
 * `auth.<scheme>` or the option, and contains no value.
 */
export class RefusedInputError extends Error {
  override readonly name: string = 'RefusedInputError';

  constructor(parameter: string, needed: string) {
    super(`'${parameter}' is no ${needed}`);
  }
}

/** The caller's signal was aborted. */
export class AbortError extends Error {
  override readonly name: string = 'AbortError';
}

/** The call took longer than `timeoutMs`. */
export class TimeoutError extends Error {
  override readonly name: string = 'TimeoutError';
}

/** There was no complete answer; `cause` is what the transport threw. */
export class NetworkError extends Error {
  override readonly name: string = 'NetworkError';
}

/** The answer's body is larger than `maxBytes`. */
export class SizeLimitError extends Error {
  override readonly name: string = 'SizeLimitError';
}
