import { AbortError, NetworkError, RefusedInputError, SizeLimitError, TimeoutError } from './client-errors.js';
import type {
  CallOptions,
  Client,
  Operation,
  Outcome,
  StatusKey,
  Transport,
  TransportCall,
  TransportInit,
} from './client-types.js';
import { writeText } from './write-text.js';

/** A request while its operation puts it together. */
export interface Draft extends TransportCall {
  client: Client;
  /** Empty, or `?name=value&…`. */
  query: string;
  /** Those of `init`. */
  readonly headers: Record<string, string>;
  /** What is sent. */
  readonly init: TransportInit;
  /** Whether the body is a stream, so that the request cannot be sent again. */
  once?: boolean;
}

/**
 * Puts the credentials that an operation requires on its request, told how often those before were refused by a 401;
 * gives
 * whether to ask again after another one.
 */
export type Security = (draft: Draft, refusals: number) => Promise<boolean>;

/**
 * Reads the body of a declared response, from its text or its bytes; throws where the answer is not what is declared.
 */
export type BodyReader = (headers: Headers, text: string, bytes: Uint8Array<ArrayBuffer>, draft: Draft) => unknown;

/**
 * Makes a client. A relative address is relative to the page or worker. An address that is not `https` is refused, but
 * for
 * `http` on this machine, to the page's own origin, or where `allowHttp` says so.
 */
export function makeClient(options: Client): Client {
  // Without a page, what is relative becomes no `http` address.
  const page = (globalThis as { readonly location?: URL }).location ?? new URL('x:/');
  const baseUrl = new URL(options.baseUrl, page).href;
  if (
    !(
      options.allowHttp || baseUrl.startsWith(`${page.origin}/`)
        ? /^http/
        : /^http(s|:..(localhost|127[\d.]+|\[::1])[:/])/
    ).test(baseUrl) ||
    // The errors of `fetch` would quote a user; a query or a fragment would swallow the path.
    /[?#@]/.test(baseUrl)
  ) {
    throw new RefusedInputError('baseUrl', 'absolute https URL, or http with allowHttp');
  }
  return { ...options, baseUrl: baseUrl.replace(/\/$/, '') };
}

/** Gives a text that a header can hold; any other is refused here, since the error of `fetch` would quote it. */
export function headerText(name: string, value: unknown): string {
  const text = writeText(name, value);
  if (/[^\t -~\x80-\xff]/.test(text)) throw new RefusedInputError(name, 'header');
  return text;
}

/** Sets the media type of the body. */
export function setContentType(draft: Draft, contentType: string): void {
  // A range, such as `image/*`, is no media type.
  if (contentType.includes('*')) throw new RefusedInputError('contentType', 'media type');
  draft.headers['content-type'] = headerText('content-type', contentType);
}

/** Sends a stream, which can be sent only once. */
export function setStream(draft: Draft, body: ReadableStream<Uint8Array>): void {
  // Without `duplex` Node refuses to send one.
  Object.assign(draft.init, { body, duplex: 'half' });
  draft.once = true;
}

/** Sets a header that no redirect takes to another origin, unless its value is `undefined` or `null`. */
export function setHeader(
  draft: Pick<Draft, 'headers'> & { readonly init?: TransportInit },
  name: string,
  value: unknown,
): void {
  if (value == null) return;
  // It may be a key, and unlike `authorization` the platform would take it along.
  if (draft.init) draft.init.redirect ??= 'error';
  const text = headerText(name, value);
  // Readers remove white space around a value (RFC 9110, 5.5).
  if (/^\s|\s$/.test(text)) throw new RefusedInputError(name, 'trimmed header');
  draft.headers[name.toLowerCase()] = text;
}

/**
 * Makes an operation: its id, its method, its `Accept` header, what puts its credentials on a request, the readers of
 * its
 * responses by key, and what builds its request and gives its path. It suits every type of operation: what it takes and
 * answers is said where it is emitted, once, so that compilers have nothing to infer.
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
    client.checkCalls?.(id, makeCall, isWhole, client, args, options) ??
    new Promise((resolve, reject) => {
      const { timeoutMs = 3e4, maxBytes = 1e7, signal: wanted } = { ...client.limits, ...options };
      const ending = new AbortController();
      // To settle a promise twice is slow in Node, which looks into why.
      const leave = (settle: (value: unknown) => void, value: unknown) => {
        clearTimeout(timer as ReturnType<typeof setTimeout>);
        calls?.delete(end);
        settle(value);
      };
      // Whatever ends the call first is its reason, also where somebody who is asked never answers.
      const end = (Reason: EndReason, options?: ErrorOptions) => {
        const error = new Reason(id, options);
        ending.abort(error);
        leave(reject, error);
      };
      // What timers cannot count to, as `Infinity`, is no limit.
      const timer = timeoutMs < 2e9 && setTimeout(end, timeoutMs, TimeoutError);
      const calls = wanted && (followed.get(wanted) ?? follow(wanted)).add(end);
      const send = async (refusals: number): Promise<void> => {
        let url: string | undefined;
        try {
          const init: TransportInit = { method, signal: ending.signal, headers: { accept } };
          const draft: Draft = { client, operation: id, query: '', headers: init.headers, init };
          const path = build(draft, args as never);
          const canAskAgain = security && (await security(draft, refusals));
          url = client.baseUrl + path + draft.query;
          const transport: Transport = draft.client.transport ?? fetch;
          const { status: code, headers, body: stream } = await transport(url, init, draft);
          const reader = stream?.getReader();
          const chunks: Uint8Array<ArrayBuffer>[] = [];
          let size = 0;
          while (reader) {
            const { value } = await reader.read();
            if (!value) break;
            chunks.push(value);
            size += value.length;
            if (size > maxBytes) return end(SizeLimitError);
          }
          // Once more, from the start, with the credentials that are given after a 401.
          if (canAskAgain && code === 401) return send(1);
          const bytes = new Uint8Array(size);
          size = 0;
          for (const value of chunks) {
            bytes.set(value, size);
            size += value.length;
          }
          let body: unknown = decoder.decode(bytes);
          let status: StatusKey = 'undocumented';
          try {
            const key = [code, `${(code / 100) | 0}XX`, 'default'].find((key) => readers[key]) as StatusKey;
            // Where there is none the call throws, as readers do where the answer is not what is declared.
            body = (readers[key] as BodyReader)(headers, body as string, bytes, draft);
            status = key;
          } catch {
            const type = headers.get('content-type') as string;
            // What does not parse stays text, as does what has no media type.
            try {
              body = /[/+]json *(;|$)/i.test(type)
                ? JSON.parse(body as string)
                : /^(text|null)|[/+](xml|yaml)|json|script/i.test(type)
                  ? body
                  : bytes;
            } catch {}
          }
          const outcome = { status, code, headers, body };
          if (isWhole) leave(resolve, outcome);
          // As text, since Node takes its time to test a number.
          else if (/^2/.test('' + status)) leave(resolve, body);
          else leave(reject, new ApiError(id, outcome));
        } catch (cause) {
          // What is refused before anything is sent is thrown as it is.
          if (url) end(NetworkError, { cause });
          else leave(reject, cause);
        }
      };
      if (wanted?.aborted) end(AbortError);
      else send(0);
    });
  // The readers were generated from the same responses as the types.
  return Object.assign(makeCall(), { id, outcome: makeCall(true) }) as Operation<unknown, never, never>;
}

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

// One for all: to make one takes as long as to decode a short text.
const decoder = /* @__PURE__ */ new TextDecoder();

// What ends a call: the class of the error.
type EndReason = new (operation: string, options?: ErrorOptions) => Error;
type End = (Reason: EndReason) => void;

const followed = /* @__PURE__ */ new WeakMap<AbortSignal, Set<End>>();

// One listener for all calls with a signal: Node 20 warns of more than ten, and `AbortSignal.any` leaks memory if a signal
// lives long (nodejs/node#54614).
function follow(signal: AbortSignal): Set<End> {
  const calls = new Set<End>();
  followed.set(signal, calls);
  signal.addEventListener('abort', () => {
    for (const end of calls) end(AbortError);
  });
  return calls;
}
