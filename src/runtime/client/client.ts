import { InvalidInputError, makeAbortError, makeNetworkError, SizeLimitError, TimeoutError } from '../values/errors.js';
import type { Draft } from '../write/draft.js';
import type { CallOptions, Client, Operation, Outcome, StatusKey, Transport, TransportInit } from './contract.js';

/**
 * Adds the credentials that an operation requires to its request. `refusals` is the number of 401 responses so far.
 * Returns a text that is equal for equal credentials, if others can be tried after a 401.
 */
export type Security = (draft: Draft, refusals: number) => Promise<string | undefined>;

/**
 * Reads the body of a declared response from its bytes, and sets `expected` of the draft. Throws if the response does
 * not match the description: a `TypeError` if only the charset is wrong.
 */
export type BodyReader = (headers: Headers, bytes: Uint8Array<ArrayBuffer>, draft: Draft) => unknown;

/**
 * Creates a client. A relative URL is resolved against the page or worker. Throws unless the URL is `https`, or is
 * `http` for this machine, for the page's own origin or with `allowHttp`. Errors call the URL `name`.
 */
export function makeClient(options: Client, name = 'baseUrl'): Client {
  // A `Location` works as a base like a `URL`. Without one, and in `about:blank`, a relative URL has no base.
  const page = (globalThis as { readonly location?: unknown }).location as URL | undefined;
  const given = options?.baseUrl ?? '';
  // The errors of `fetch` would quote a user name, a query or fragment would absorb the path, and a brace belongs to a
  // variable. A page would resolve an empty text.
  const [found] = /[{?#@]|^$/.exec(given) ?? [];
  let baseUrl = '';
  try {
    baseUrl = new URL(given, page).href;
  } catch {}
  if (
    !(
      options?.allowHttp || baseUrl.startsWith(`${page?.origin}/`)
        ? /^http/
        : /^http(s|:..(localhost|127[\d.]+|\[::1])[:/])/
    ).test(found ?? baseUrl)
  ) {
    throw new InvalidInputError(
      name,
      found === ''
        ? 'is missing'
        : found === '{'
          ? 'needs a value for each variable in braces'
          : found
            ? `must not contain ${found}`
            : /:/.test(given + baseUrl)
              ? 'must be an https URL, or http with allowHttp'
              : 'must be absolute, because there is no page',
    );
  }
  return { ...options, baseUrl: baseUrl.replace(/\/$/, '') };
}

/**
 * Creates an operation. `security` adds credentials to a request, `readers` read responses by their key, and `build`
 * builds the request and returns its path. The emitted constant declares the exact type.
 */
export function defineOperation(
  id: string,
  method: string,
  accept: string,
  security: Security | undefined,
  readers: Readonly<Record<string, BodyReader>>,
  build: (draft: Draft, args: never) => string,
): Operation<unknown, never, never> {
  const makeCall = (isWhole?: boolean) => (client: Client, args: unknown, options?: CallOptions) =>
    client?.checkCalls?.(id, makeCall, isWhole, client, args, options) ??
    new Promise((resolve, reject) => {
      if (!client?.baseUrl) throw new InvalidInputError(id, 'needs a client as its first argument');
      const { timeoutMs = 3e4, maxBytes = 1e7, signal: wanted } = { ...client.limits, ...options };
      const ending = new AbortController();
      // Settling a promise twice is slow in Node.
      const leave = (settle: (value: unknown) => void, value: unknown) => {
        clearTimeout(timer as ReturnType<typeof setTimeout>);
        calls?.delete(abort);
        settle(value);
      };
      // The first reason ends the call at once, even if a transport or a credential function never settles.
      const end = (error: Error) => {
        ending.abort(error);
        leave(reject, error);
      };
      const abort = () => end(makeAbortError(id));
      // Timers do not support longer times. These, including `Infinity`, mean no limit.
      const timer =
        timeoutMs < 2e9 &&
        setTimeout(
          () => end(new TimeoutError(`${id}: the response took longer than timeoutMs (${timeoutMs})`)),
          timeoutMs,
        );
      const calls = wanted && (followed.get(wanted) ?? follow(wanted)).add(abort);
      let response: Response;
      let chunks: Uint8Array<ArrayBuffer>[];
      let size: number;
      let credentials: string | undefined;
      const send = async (isRefused?: boolean): Promise<void> => {
        let url: string | undefined;
        try {
          const init: TransportInit = { method, signal: ending.signal, headers: { accept } };
          const draft: Draft = { client, operation: id, query: '', headers: init.headers, init };
          const path = build(draft, args as never);
          const refused = credentials;
          credentials = security && (await security(draft, isRefused ? 1 : 0));
          // The same credentials would be refused again, so the response stands.
          if (!isRefused || credentials !== refused) {
            url = client.baseUrl + path + draft.query;
            const transport: Transport = draft.client.transport ?? fetch;
            response = await transport(url, init, draft);
            const reader = response.body?.getReader();
            chunks = [];
            size = 0;
            while (reader) {
              const { value } = await reader.read();
              if (!value) break;
              chunks.push(value);
              size += value.length;
              if (size > maxBytes)
                return end(new SizeLimitError(`${id}: the response is larger than maxBytes (${maxBytes})`));
            }
            if (credentials && !isRefused && response.status === 401) return send(true);
          }
          const { status: code, headers } = response;
          const bytes = new Uint8Array(size);
          size = 0;
          for (const value of chunks) {
            bytes.set(value, size);
            size += value.length;
          }
          const key = [code, `${(code / 100) | 0}XX`, 'default'].find((key) => readers[key]) as StatusKey;
          let body: unknown = bytes;
          let reason: string | undefined;
          try {
            // Calling a missing reader throws, just as a reader throws if the response does not match the description.
            body = (readers[key] as BodyReader)(headers, bytes, draft);
          } catch (thrown) {
            const isNotUtf8 = key && (thrown as Error).name === 'TypeError';
            reason = `the response ${code} is not ${isNotUtf8 ? 'UTF-8' : (draft.expected ?? 'described')}`;
            // JSON that cannot be parsed is read as text, and so is a body without a media type.
            // What is not UTF-8 remains bytes.
            try {
              if (/^(text|null)|[/+](xml|yaml)|json|script/i.test(headers.get('content-type') as string))
                body = decoder.decode(bytes);
              body = jsonResponse(headers, bytes, {});
            } catch {}
          }
          const status = reason ? 'undocumented' : key;
          const { expected, message }: Partial<Draft> = reason ? {} : draft;
          const outcome = { status, code, headers, body, contentType: expected, message, reason };
          if (isWhole) leave(resolve, outcome);
          // A regular expression would be slower in Node.
          else if (/^2/.test('' + status)) leave(resolve, body);
          else leave(reject, new ApiError(id, outcome));
        } catch (cause) {
          // Nothing was sent, so the error is thrown unchanged.
          if (url) end(makeNetworkError(id, url, cause));
          else leave(reject, cause);
        }
      };
      if (wanted?.aborted) abort();
      else send();
    });
  // The readers are generated from the same responses as the types.
  return Object.assign(makeCall(), { id, outcome: makeCall(true) }) as Operation<unknown, never, never>;
}

/**
 * Reads JSON of any JSON type, or without a content type. Throws an empty text for any other content type, a
 * `TypeError` if the bytes are not UTF-8, and a `SyntaxError` if they are not JSON.
 */
export function jsonResponse(
  headers: Headers,
  bytes: Uint8Array<ArrayBuffer>,
  draft: Pick<Draft, 'expected'>,
): unknown {
  draft.expected = 'application/json';
  // A missing header is `null`.
  if (!/[/+]json *(;|$)|^null$/i.test(headers.get('content-type') as string)) throw '';
  return JSON.parse(decoder.decode(bytes));
}

/**
 * The error for a response that is not a success. The message contains the operation, the status code or the reason
 * why the response is undocumented, and the error's own message if the description declares one.
 */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  /** The id of the operation that was called. */
  declare readonly operation: string;
  declare readonly outcome: Outcome<StatusKey, unknown>;
  declare readonly status: StatusKey;
  declare readonly code: number;
  declare readonly headers: Headers;
  declare readonly body: unknown;
  /** The described media type as which the body was read. */
  declare readonly contentType: string | undefined;
  /** Why the response is undocumented. */
  declare readonly reason: string | undefined;

  constructor(operation: string, outcome: Outcome<StatusKey, unknown> & { readonly reason?: string | undefined }) {
    const { code, message, reason } = outcome;
    // A body can contain anything, and logs have one error per line.
    const own = message ? `: ${message.slice(0, 500).replace(/\s+/g, ' ')}` : '';
    super(`${operation}: ${reason ?? code}${own}`);
    Object.assign(this, outcome, { operation, outcome, message: this.message });
  }
}

// Shared, because creating a decoder takes as long as decoding a short text.
export const decoder: InstanceType<typeof TextDecoder> = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true });

const followed = /* @__PURE__ */ new WeakMap<AbortSignal, Set<() => void>>();

// All calls with the same signal share one listener: Node 20 warns of more than ten listeners, and `AbortSignal.any`
// leaks memory if a signal lives long (nodejs/node#54614).
function follow(signal: AbortSignal): Set<() => void> {
  const calls = new Set<() => void>();
  followed.set(signal, calls);
  signal.addEventListener('abort', () => {
    for (const abort of calls) abort();
  });
  return calls;
}
