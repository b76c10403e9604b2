import { isAccepted, readMediaType } from '../read/media-type.js';
import { isAsyncIterable } from '../values/is-iterable.js';
import { type FoundContent, findContent, receiveBody } from './body.js';
import type { ServerRequest, ServerResponse } from './message.js';
import type { ParameterSource } from './parameters.js';
import { dropStream, pipeStream } from './pipe.js';
import {
  ForbiddenError,
  NotImplementedError,
  Refusal,
  refuseCaller,
  serverFailed,
  UnauthorizedError,
} from './refusal.js';
import { writeReply } from './reply.js';
import type { HandlerContext } from './route.js';
import { chooseRoute, listMethods, removeBasePath, splitTarget } from './router.js';
import type { BoundRoute, ServerCore } from './server.js';
import type { ServerSettings } from './settings.js';

type Stream = AsyncIterable<string | Uint8Array>;

/** A request and its response, which is sent exactly once, even if something fails. */
export class Call {
  readonly #core: ServerCore;
  readonly #request: ServerRequest;
  readonly #start: number;
  /** Absent after the response was sent. */
  #send: ((response: ServerResponse) => void) | undefined;
  #bound: BoundRoute | undefined;

  constructor(core: ServerCore, request: ServerRequest, send: (response: ServerResponse) => void) {
    this.#core = core;
    this.#request = request;
    this.#start = core.settings.onResponse ? performance.now() : 0;
    this.#send = send;
  }

  /** Finds the operation and calls it. */
  begin(): void {
    const { base, routes, settings } = this.#core;
    const request = this.#request;
    try {
      // The target `*` means the server as a whole (RFC 9110, 9.3.7).
      if (request.target === '*' && request.method === 'OPTIONS') {
        this.#finish({ code: 204, headers: [['allow', listMethods([...routes.keys()])]] });
        return;
      }
      const { path, query } = splitTarget(request.target);
      const page = settings.docs?.(request.method, removeBasePath(path, base));
      if (page) {
        this.#finish(page);
        return;
      }
      const match = this.#core.match(path, request);
      const route = chooseRoute(match.routes, request.method, query);
      const bound = route && routes.get(route);
      this.#bound = bound;
      const source: ParameterSource = { request, query, path: match.values };
      if (!bound) this.#finish({ code: 204, headers: [['allow', listMethods(match.routes)]] });
      else if (settings.trace) void this.#trace(settings.trace, bound, source);
      else this.#admit(bound, source);
    } catch (error) {
      this.#fail(error);
    }
  }

  #admit(bound: BoundRoute, source: ParameterSource): void {
    const { security, operation } = bound.route;
    if (security.length === 0) this.#receive(bound, source, undefined);
    else
      void this.#core
        .check(security, operation, this.#request)
        .then((principal) => this.#receive(bound, source, principal))
        .catch((error) => this.#fail(error));
  }

  async #trace(trace: NonNullable<ServerSettings['trace']>, bound: BoundRoute, source: ParameterSource): Promise<void> {
    const { operation } = bound.route;
    const request = this.#request;
    const send = this.#send;
    let pending: Promise<ServerResponse> | undefined;
    // Runs the operation once, even if it is called again.
    const run = (): Promise<ServerResponse> => {
      pending ??= new Promise((resolve) => {
        this.#send = resolve;
        try {
          this.#admit(bound, source);
        } catch (error) {
          this.#fail(error);
        }
      });
      return pending;
    };
    try {
      await trace({ operation, request }, run);
    } catch (error) {
      this.#core.hooks.reportError(error, operation, request);
    }
    // The hook may not have awaited the promise.
    const response = await pending;
    this.#send = send;
    if (response) send?.(response);
    else this.#fail(new TypeError(`trace: did not run '${operation}'`));
  }

  #receive(bound: BoundRoute, source: ParameterSource, principal: unknown): void {
    const { route, read } = bound;
    const request = this.#request;
    const { hooks, settings } = this.#core;
    const onNotShown = settings.onNotShown && hooks.bindNotShown(route.operation, request);
    const args = read(source, onNotShown);
    const content = route.body && findContent(route.body, request);
    if (route.accept.length > 0 && !isAccepted(request.headers.get('accept'), route.accept)) {
      throw new Refusal(406, `accept: must allow ${route.accept.join(' or ')}`);
    }
    if (content) {
      void receiveBody({ content, request, limits: bound.limits, onNotShown })
        .then((received) => {
          const value = received.readValue();
          if (value !== undefined) args['body'] = value;
          if (value !== undefined && route.body && route.body.alternatives.length > 1)
            args['contentType'] = getContentType(content);
          this.#handle(bound, args, principal);
        })
        .catch((error) => this.#fail(error));
    } else this.#handle(bound, args, principal);
  }

  #handle(bound: BoundRoute, args: Record<string, unknown>, principal: unknown): void {
    const reply = bound.handler(args, new CallContext(principal, this.#request));
    if (isThenable(reply))
      void Promise.resolve(reply)
        .then((given) => this.#write(bound, given))
        .catch((error) => this.#fail(error));
    else this.#write(bound, reply);
  }

  #write(bound: BoundRoute, reply: unknown): void {
    const { loading } = this.#core;
    if (loading) {
      void loading.then(() => this.#write(bound, reply)).catch((error) => this.#fail(error));
      return;
    }
    let response: ServerResponse | undefined;
    try {
      response = this.#form(bound, reply);
    } finally {
      // The stream of a reply that was refused or has no body is never read.
      if (response?.body === undefined) dropStream(Reflect.get(Object(reply), 'body'));
    }
    const { body } = response;
    if (isAsyncIterable(body)) this.#finish({ ...response, body: this.#stream(bound, reply, body, response) });
    else this.#finish(response);
  }

  #form({ route: { operation }, replies }: BoundRoute, reply: unknown): ServerResponse {
    const { hooks, settings, strip } = this.#core;
    const stripped = strip ? { ...Object(reply), body: strip(operation, reply) } : reply;
    const report = (error: Error): void => hooks.reportError(error, operation, this.#request);
    const checked = settings.checkReplies
      ? { ...Object(stripped), body: settings.checkReplies(operation, stripped, report) }
      : stripped;
    return writeReply(replies, checked);
  }

  // Writes the reply again, with a stream that can be stopped. This is cheap, because no stream has begun.
  #stream(bound: BoundRoute, reply: unknown, body: Stream, { headers }: ServerResponse): Stream {
    const { hooks } = this.#core;
    const { operation } = bound.route;
    const given: unknown = Reflect.get(Object(reply), 'body');
    if (!isAsyncIterable(given)) return hooks.watch(body, operation, this.#request);
    // The stream has the boundary that the headers state.
    const contentType = headers.find(([name]) => name === 'content-type')?.[1];
    return pipeStream(given, (items) => {
      const { body: stoppable } = this.#form(bound, { ...Object(reply), contentType, body: items });
      return hooks.watch(isAsyncIterable(stoppable) ? stoppable : body, operation, this.#request);
    });
  }

  #fail(error: unknown): void {
    const { route } = this.#bound ?? {};
    const refusal = this.#refusalOf(error, route?.operation);
    this.#finish(this.#core.refuse(refusal, route?.errors, route?.operation, this.#request));
  }

  #refusalOf(error: unknown, operation: string | undefined): Refusal {
    if (error instanceof Refusal) return error;
    if (error instanceof NotImplementedError) return new Refusal(501, error.message);
    if (error instanceof ForbiddenError)
      return new Refusal(403, error.message || 'the caller is not allowed to do this');
    if (error instanceof UnauthorizedError) {
      const { security = [] } = this.#bound?.route ?? {};
      return refuseCaller(error.message || 'the credential is not valid', security, this.#core.schemes);
    }
    this.#core.hooks.reportError(error, operation, this.#request);
    return serverFailed();
  }

  #finish(response: ServerResponse): void {
    const send = this.#send;
    if (!send) {
      dropStream(response.body);
      return;
    }
    this.#send = undefined;
    const sent = this.#request.method === 'HEAD' || isBodiless(response) ? omitBody(response) : response;
    const operation = this.#bound?.route.operation;
    send(this.#core.hooks.reportResponse(sent, operation, this.#request, this.#start));
  }
}

// The signal is created on demand.
class CallContext implements HandlerContext<unknown> {
  readonly principal: unknown;
  readonly request: ServerRequest;

  constructor(principal: unknown, request: ServerRequest) {
    this.principal = principal;
    this.request = request;
  }

  get platform(): unknown {
    return this.request.platform;
  }

  get signal(): AbortSignal {
    return this.request.signal;
  }
}

// A reply that is not a promise is sent at once.
function isThenable(reply: unknown): reply is PromiseLike<unknown> {
  return typeof reply === 'object' && reply !== null && 'then' in reply && typeof reply.then === 'function';
}

// If the plan has a range, the handler receives the media type that was sent.
function getContentType({ plan, contentType }: FoundContent): string | undefined {
  return plan.mediaType.includes('*') ? readMediaType(contentType)?.range : plan.mediaType;
}

// Only the hook `onInvalid` can add a body to such a response.
function isBodiless({ code, body }: ServerResponse): boolean {
  return body !== undefined && (code === 204 || code === 205 || code === 304);
}

function omitBody(response: ServerResponse): ServerResponse {
  const { code, headers, body } = response;
  dropStream(body);
  if (body === undefined || isAsyncIterable(body) || isBodiless(response)) return { code, headers };
  const length = typeof body === 'string' ? new TextEncoder().encode(body).length : body.length;
  return { code, headers: [...headers, ['content-length', String(length)]] };
}
