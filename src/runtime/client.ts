import { AbortError, NetworkError, RefusedInputError, SizeLimitError, TimeoutError } from './client-errors.js';
import type { CallOptions, Client, Operation, Outcome, StatusKey } from './client-types.js';
import { writeText } from './write-text.js';

/** An answer that is no success, thrown. Its message holds nothing that was sent or received but the status code. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  /** The id of the operation that was called. */
  declare readonly operation: string;
  declare readonly outcome: Outcome<StatusKey, unknown>;
  declare readonly status: StatusKey;
  declare readonly code: number;
  declare readonly headers: Headers;
  declare readonly body: unknown;

  constructor(operation: string, outcome: Outcome<StatusKey, unknown>) {
    super(`${operation}: ${outcome.code}`);
    Object.assign(this, outcome, { operation, outcome });
  }
}

/** A request while its operation puts it together, and then what the transport is given. */
export interface Draft extends RequestInit {
  readonly client: Client;
  /** The id of the operation. */
  readonly operation: string;
  /** By name in lower case. */
  readonly headers: Record<string, string>;
  /** Empty, or `&name=value&…`. */
  query: string;
}

/** Puts the credentials that an operation requires on its request. */
export type Security = (draft: Draft) => void | Promise<void>;

/** Reads the body of a declared response; throws where the answer is not what is declared. */
export type BodyReader = (contentType: string, text: string, bytes: Uint8Array<ArrayBuffer>, draft: Draft) => unknown;

/** Makes a client; an address that is not `https` (or `http` on this machine, or allowed) is refused. */
export function makeClient(options: Client): Client {
  const baseUrl = new URL(options.baseUrl).href;
  if (
    !(options.allowHttp || /^http(s|:\/\/(localhost|127[\d.]+|\[::1])[:/])/.test(baseUrl)) ||
    // The errors of `fetch` would quote a user; a query or a fragment would swallow the path.
    /[?#@]/.test(baseUrl)
  ) {
    throw new RefusedInputError('baseUrl', 'https URL');
  }
  return { ...options, baseUrl: baseUrl.replace(/\/$/, '') };
}

/**
 * Makes an operation: its id, its method, its `Accept` header, what puts its credentials on a request, the readers of its
 * responses by key, and what builds its request and gives its path.
 */
export function defineOperation<
  Args,
  Success extends Outcome<StatusKey, unknown>,
  Failure extends Outcome<StatusKey, unknown>,
>(
  id: string,
  method: string,
  accept: string,
  security: Security | undefined,
  responses: Readonly<Record<string, BodyReader>>,
  build: (draft: Draft, args: Exclude<Args, void>) => string,
): Operation<Args, Success, Failure> {
  const call = async (client: Client, args: Args, options?: CallOptions): Promise<Success | Failure> => {
    const { signal: wanted, timeoutMs = 3e4, maxBytes = 1e7 } = { ...client.limits, ...options };
    const controller = new AbortController();
    const draft: Draft = {
      client,
      operation: id,
      method,
      headers: { accept },
      query: '',
      // A redirect is an answer like any other: followed, it could carry credentials to another origin.
      redirect: 'manual',
      signal: controller.signal,
    };
    for (const name in client.headers) setHeader(draft, name, client.headers[name]);
    // Only an operation that requires nothing takes `void`, so that an empty object is one of its arguments.
    const path = build(draft, (args ?? {}) as Exclude<Args, void>);
    await security?.(draft);
    const abort = () => controller.abort(new AbortError(id));
    const timer = setTimeout(() => controller.abort(new TimeoutError(id)), Math.min(timeoutMs, 2e9));
    wanted?.addEventListener('abort', abort);
    if (wanted?.aborted) abort();
    try {
      const {
        status: code,
        headers,
        body,
      } = await (client.transport ?? fetch)(client.baseUrl + path + draft.query.replace('&', '?'), draft);
      const reader = body?.getReader();
      const chunks: Uint8Array[] = [];
      let size = 0;
      while (reader) {
        const { done, value } = await reader.read();
        if (done) break;
        chunks.push(value);
        size += value.length;
        if (size > maxBytes) throw controller.abort(new SizeLimitError(id));
      }
      const bytes = new Uint8Array(size);
      size = 0;
      for (const chunk of chunks) {
        bytes.set(chunk, size);
        size += chunk.length;
      }
      const text = new TextDecoder().decode(bytes);
      try {
        // Where there is no reader the call throws, as readers do where the answer is not what is declared.
        const keys: readonly StatusKey[] = [code, `${(code / 100) | 0}XX` as StatusKey, 'default'];
        const status = keys.find((key) => responses[key]) as StatusKey;
        const parsed = (responses[status] as BodyReader)(headers.get('content-type') ?? '', text, bytes, draft);
        // The readers were generated from the same responses as the two types.
        return { status, code, headers, body: parsed } as Success;
      } catch {
        return { status: 'undocumented', code, headers, body: text } as Failure;
      }
    } catch (cause) {
      throw controller.signal.reason ?? new NetworkError(id, { cause });
    } finally {
      clearTimeout(timer);
      wanted?.removeEventListener('abort', abort);
    }
  };
  const operation = async (client: Client, args: Args, options?: CallOptions): Promise<Success['body']> => {
    const outcome = await call(client, args, options);
    if (`${outcome.status}`[0] !== '2') throw new ApiError(id, outcome);
    return outcome.body;
  };
  operation.id = id;
  operation.outcome = call;
  return operation;
}

/** Sets a header, unless its value is `undefined` or `null`; what no header can hold is refused here, since the error of `fetch` would quote it. */
export function setHeader(draft: Pick<Draft, 'headers'>, name: string, value: unknown): void {
  if (value == null) return;
  const text = writeText(name, value);
  if (/[^\t -~\x80-\xff]/.test(text)) throw new RefusedInputError(name, 'header value');
  draft.headers[name.toLowerCase()] = text;
}
