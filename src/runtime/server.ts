import { type ContentPlan, findContent, readBody } from './read-body.js';
import { isAccepted, readMediaType } from './read-media-type.js';
import type { ParameterSource } from './read-parameters.js';
import { type BoundRoute, bindRoutes, bindSecurity } from './server-bindings.js';
import { ServerHooks } from './server-hooks.js';
import {
  type Answer,
  isStream,
  type Server,
  type ServerRequest,
  type ServerResponse,
  singleHeader,
} from './server-message.js';
import { type ErrorForms, Refusal, writeRefusal } from './server-refusal.js';
import { checkResponse, writeReply } from './server-reply.js';
import { type HandlerContext, NotImplementedError, type ServerRoute } from './server-route.js';
import { chooseRoute, listMethods, listRoutes, matchPath, type PathNode, splitTarget } from './server-router.js';
import { checkSecurity, ForbiddenError, type SecurityChecks, type SecuritySchemePlan } from './server-security.js';
import type { ServerSettings } from './server-settings.js';

/** What the description makes of a server. */
export interface ServerPlan {
  readonly paths: PathNode;
  readonly schemes: ReadonlyMap<string, SecuritySchemePlan>;
  /** The form of the errors that belong to no operation. */
  readonly errors: ErrorForms;
}

/** What is bound when a server is made. */
export interface ServerBindings extends ServerSettings {
  /** A function per operation. */
  readonly handlers: object;
  /** A function per security scheme. */
  readonly security?: object | undefined;
  readonly wireNames?: object | undefined;
}

/** Makes a server of what the description says and what its users give; throws where a handler or security function is missing. */
export function buildServer(plan: ServerPlan, bindings: ServerBindings): Server {
  const core = new ServerCore(plan, bindings);
  return {
    handle: (request) => core.handle(request),
    refuse: (code, message) => core.refuse(new Refusal(code, message), plan.errors, undefined, undefined),
  };
}

class ServerCore {
  readonly #plan: ServerPlan;
  readonly #bindings: ServerBindings;
  readonly #hooks: ServerHooks;
  readonly #checks: SecurityChecks;
  readonly #routes: ReadonlyMap<ServerRoute, BoundRoute>;

  constructor(plan: ServerPlan, bindings: ServerBindings) {
    this.#plan = plan;
    this.#bindings = bindings;
    this.#hooks = new ServerHooks(bindings);
    this.#checks = {
      schemes: plan.schemes,
      functions: bindSecurity(plan.schemes.keys(), bindings.security),
      onError: (error, operation, request) => this.#hooks.tell(error, operation, request),
    };
    this.#routes = bindRoutes(listRoutes(plan.paths), bindings.handlers, bindings.wireNames);
  }

  handle(request: ServerRequest): Answer {
    const start = this.#bindings.onAnswer ? performance.now() : 0;
    let bound: BoundRoute | undefined;
    try {
      const { path, query } = splitTarget(request.target);
      const match = matchPath(this.#plan.paths, path);
      if (!match) throw new Refusal(404, 'path: the API has none such');
      const route = chooseRoute(match.routes, request.method, query);
      const found = route && this.#routes.get(route);
      bound = found;
      const answer: Answer = found
        ? this.#call(found, request, { request, query, path: match.values })
        : { code: 204, headers: [['allow', listMethods(match.routes)]] };
      if (!(answer instanceof Promise)) return this.#finish(answer, found, request, start);
      return answer.then(
        (response) => this.#finish(response, found, request, start),
        (error) => this.#finish(this.#answerError(error, found, request), found, request, start),
      );
    } catch (error) {
      return this.#finish(this.#answerError(error, bound, request), bound, request, start);
    }
  }

  #finish(
    response: ServerResponse,
    bound: BoundRoute | undefined,
    request: ServerRequest,
    start: number,
  ): ServerResponse {
    const answer = request.method === 'HEAD' ? withoutBody(response) : response;
    return this.#bindings.onAnswer ? this.#hooks.report(answer, bound?.route.operation, request, start) : answer;
  }

  #call(bound: BoundRoute, request: ServerRequest, source: ParameterSource): Answer {
    const { trace } = this.#bindings;
    return trace ? this.#trace(trace, bound, request, source) : this.#run(bound, request, source);
  }

  async #trace(
    trace: NonNullable<ServerSettings['trace']>,
    bound: BoundRoute,
    request: ServerRequest,
    source: ParameterSource,
  ): Promise<ServerResponse> {
    const { operation } = bound.route;
    let response: ServerResponse | undefined;
    const run = async (): Promise<ServerResponse> => {
      try {
        response = await this.#run(bound, request, source);
      } catch (error) {
        response = this.#answerError(error, bound, request);
      }
      return response;
    };
    try {
      await trace({ operation, request }, run);
    } catch (error) {
      this.#hooks.tell(error, operation, request);
    }
    if (!response) throw new TypeError(`trace: did not run '${operation}'`);
    return response;
  }

  #answerError(error: unknown, bound: BoundRoute | undefined, request: ServerRequest): ServerResponse {
    const operation = bound?.route.operation;
    const refusal = this.#refusalOf(error, operation, request);
    return this.refuse(refusal, bound?.route.errors ?? this.#plan.errors, operation, request);
  }

  refuse(
    refusal: Refusal,
    forms: ErrorForms,
    operation: string | undefined,
    request: ServerRequest | undefined,
  ): ServerResponse {
    const response = writeRefusal(refusal, forms);
    const { code, message, mistakes } = refusal;
    try {
      const given = this.#bindings.onInvalid?.({ code, message, mistakes, operation, request, response });
      return given ? checkResponse(given) : response;
    } catch (error) {
      this.#hooks.tell(error, operation, request);
      return response;
    }
  }

  #run(bound: BoundRoute, request: ServerRequest, source: ParameterSource): Answer {
    const { security, operation } = bound.route;
    if (security.length === 0) return this.#receive(bound, source, undefined);
    return checkSecurity(security, this.#checks, operation, request).then((principal) =>
      this.#receive(bound, source, principal),
    );
  }

  #receive(bound: BoundRoute, source: ParameterSource, principal: unknown): Answer {
    const { route, read, handler } = bound;
    const { request } = source;
    const { limits = {} } = this.#bindings;
    const onNotShown = this.#bindings.onNotShown && this.#hooks.tellNotShown(route.operation, request);
    const args = read(source, onNotShown);
    const content = route.body && findContent(route.body, request);
    if (route.accept.length > 0 && !isAccepted(request.headers.get('accept'), route.accept)) {
      throw new Refusal(406, `accept: must take ${route.accept.join(' or ')}`);
    }
    const handle = (): Answer => {
      const reply = handler(args, new CallContext(principal, request));
      return isThenable(reply)
        ? Promise.resolve(reply).then((given) => this.#write(bound, given, request))
        : this.#write(bound, reply, request);
    };
    if (!content) return handle();
    return readBody(content, request, limits, onNotShown).then((body) => {
      args['body'] = body;
      if (route.body && route.body.alternatives.length > 1) args['contentType'] = contentTypeOf(content, request);
      return handle();
    });
  }

  #write({ route, replies }: BoundRoute, reply: unknown, request: ServerRequest): ServerResponse {
    const { operation } = route;
    const { checkReplies } = this.#bindings;
    const checked = checkReplies ? { ...Object(reply), body: checkReplies(operation, reply) } : reply;
    const response = writeReply(replies, checked);
    return isStream(response.body)
      ? { ...response, body: this.#hooks.watch(response.body, operation, request) }
      : response;
  }

  #refusalOf(error: unknown, operation: string | undefined, request: ServerRequest): Refusal {
    if (error instanceof Refusal) return error;
    if (error instanceof NotImplementedError) return new Refusal(501, error.message);
    if (error instanceof ForbiddenError) return new Refusal(403, error.message || 'this caller may not do this');
    this.#hooks.tell(error, operation, request);
    return new Refusal(500, 'something went wrong on the server');
  }
}

// Whoever never asks for the signal does not pay for it.
class CallContext implements HandlerContext<unknown> {
  readonly principal: unknown;
  readonly request: ServerRequest;

  constructor(principal: unknown, request: ServerRequest) {
    this.principal = principal;
    this.request = request;
  }

  get signal(): AbortSignal {
    return this.request.signal;
  }
}

// What a handler gives at once is answered at once.
function isThenable(reply: unknown): reply is PromiseLike<unknown> {
  return typeof reply === 'object' && reply !== null && 'then' in reply && typeof reply.then === 'function';
}

// Of a range the handler is told what in it came.
function contentTypeOf(content: ContentPlan, request: ServerRequest): string | undefined {
  const given = content.mediaType.includes('*') ? singleHeader(request, 'content-type') : undefined;
  return given === undefined ? content.mediaType : readMediaType(given)?.range;
}

function withoutBody({ code, headers, body }: ServerResponse): ServerResponse {
  if (body === undefined || isStream(body)) return { code, headers };
  const length = typeof body === 'string' ? new TextEncoder().encode(body).length : body.length;
  return { code, headers: [...headers, ['content-length', String(length)]] };
}
