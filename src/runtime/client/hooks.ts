import type { Transport } from './contract.js';

/** One request of a call, as hooks receive it. */
export interface Attempt {
  /** The id of the operation. */
  readonly operation: string;
  /** The number of the request within its call, from 1. A call is sent again after a 401 or by a transport. */
  readonly attempt: number;
  readonly method: string;
  readonly url: string;
  /** The headers by name in lower case, including credentials. `beforeRequest` may add headers. */
  readonly headers: Record<string, string>;
  /** The milliseconds since the request was sent. */
  readonly durationMs: number;
}

/** Callbacks for every request. */
export interface Hooks {
  readonly beforeRequest?: ((attempt: Attempt) => void | Promise<void>) | undefined;
  /** Called when the headers of a response have arrived. To read the body, read a clone. */
  readonly afterResponse?: ((attempt: Attempt, response: Response) => void | Promise<void>) | undefined;
  /**
   * Called with the reason why there is no complete response. An item of a stream that cannot be read is thrown to the
   * reader of the stream instead. Errors of the hook do not reach the call.
   */
  readonly onError?: ((attempt: Attempt, error: unknown) => void) | undefined;
}

// The attempts of each call, by the signal of the call.
const attempts: WeakMap<AbortSignal, number> = /* @__PURE__ */ new WeakMap();

/** Creates a transport that calls hooks for every request. */
export function withHooks(hooks: Hooks, transport?: Transport): Transport {
  const send: Transport = (...request) => (transport ?? fetch)(...request);
  return async (url, init, call) => {
    const { signal, method } = init;
    const { operation } = call;
    const attempt = (attempts.get(signal) ?? 0) + 1;
    attempts.set(signal, attempt);
    const headers = { ...init.headers };
    let started = performance.now();
    const describeAttempt = (): Attempt => ({
      operation,
      attempt,
      method,
      url,
      headers,
      durationMs: performance.now() - started,
    });
    let isReported = false;
    const fail = (error: unknown): void => {
      if (isReported || attempts.get(signal) !== attempt) return;
      isReported = true;
      reportError(hooks, describeAttempt(), error);
    };
    // An error of the body also ends the call and aborts its signal.
    signal.addEventListener('abort', () => fail(signal.reason));
    await hooks.beforeRequest?.(describeAttempt());
    started = performance.now();
    let response: Response;
    try {
      response = await send(url, { ...init, headers }, call);
    } catch (error) {
      fail(signal.aborted ? signal.reason : error);
      throw error;
    }
    await hooks.afterResponse?.(describeAttempt(), response);
    return response;
  };
}

function reportError(hooks: Hooks, attempt: Attempt, error: unknown): void {
  try {
    hooks.onError?.(attempt, error);
  } catch (thrown) {
    queueMicrotask(() => {
      throw thrown;
    });
  }
}
