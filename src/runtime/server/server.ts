import type { OnNotShown } from '../validate/validators.js';
import { isAsyncIterable } from '../values/is-iterable.js';
import { Call } from './call.js';
import { checkLimits, type ServerLimits } from './limits.js';
import type { Server, ServerRequest, ServerResponse } from './message.js';
import { bindParameters, type ReadParameters, type WireNames } from './parameters.js';
import { keepContext, pipeStream } from './pipe.js';
import { type ErrorForms, Refusal, serverFailed, writeRefusal } from './refusal.js';
import { checkResponse, type ReplyPlan } from './reply.js';
import type { ServerRoute } from './route.js';
import { listRoutes, matchPath, type PathMatch, type PathNode, removeBasePath, splitBasePath } from './router.js';
import type { CheckSecurity, SecurityFunction } from './security.js';
import type { SecurityPlan, SecuritySchemePlan } from './security-plan.js';
import type { Admission, ServerSettings } from './settings.js';
import type { StripReply } from './strip-replies.js';

/** The plan of a server, generated from the description. */
export interface ServerPlan {
  readonly paths: PathNode;
  /** The paths of the servers in the description; absent if they have none. */
  readonly basePaths?: readonly string[];
  /** The security schemes; absent if no operation needs a credential. */
  readonly security?: { readonly schemes: ReadonlyMap<string, SecuritySchemePlan>; readonly check: CheckSecurity };
  /** The error bodies for requests that match no operation. */
  readonly errors: ErrorForms;
  /** Loads what removes undeclared members from replies. */
  readonly loadStrip?: () => Promise<{ readonly stripReplies: StripReply }>;
}

/** The options and functions of a server. */
export interface ServerBindings extends ServerSettings {
  /** A function per operation. */
  readonly handlers: object;
  /** A function per security scheme. */
  readonly security?: object | undefined;
  readonly wireNames?: object | undefined;
  /** The limits of single operations. */
  readonly operationLimits?: object | undefined;
}

/** An operation with its handler and its reader of parameters. */
export interface BoundRoute {
  readonly route: ServerRoute;
  readonly read: ReadParameters;
  readonly handler: (...args: readonly unknown[]) => unknown;
  readonly limits: ServerLimits;
  /** The plans of replies, by the key of the responses object. */
  readonly replies: ReadonlyMap<string, ReplyPlan>;
}

/** Creates a server from its plan and the user's functions. Throws if a function is missing or a limit is invalid. */
export function buildServer(plan: ServerPlan, bindings: ServerBindings): Server {
  checkLimits(bindings.limits ?? {});
  const core = new ServerCore(plan, bindings);
  const refuse: Server['refuse'] = (code, message, request) => {
    const response = core.refuse(new Refusal(code, message), undefined, undefined, request);
    return core.hooks.reportResponse(response, undefined, request, performance.now());
  };
  const { admit } = bindings;
  const answer: Server['answer'] = (request, send) => {
    if (!admit) new Call(core, request, send).begin();
    else
      void checkAdmission(core, admit, request).then((admission) => {
        if ('code' in admission) send(refuse(admission.code, admission.message, request));
        else new Call(core, admission, send).begin();
      });
  };
  return {
    limits: bindings.limits,
    answer,
    handle: (request) => {
      let response: ServerResponse | undefined;
      let resolve: ((given: ServerResponse) => void) | undefined;
      answer(request, (given) => {
        response = given;
        resolve?.(given);
      });
      return response ?? new Promise((later) => (resolve = later));
    },
    refuse,
  };
}

/** Calls `admit` with a request. If it throws, the error is reported and the response is 500. */
async function checkAdmission(
  core: ServerCore,
  admit: NonNullable<ServerSettings['admit']>,
  request: ServerRequest,
): Promise<Admission> {
  try {
    const admission = await admit(request);
    return 'code' in admission ? admission : completeCopy(admission, request);
  } catch (error) {
    core.hooks.reportError(error, undefined, request);
    return serverFailed();
  }
}

/** Adds the members that a copy by `{ ...request }` lacks, because the class of an adapter computes them on demand. */
function completeCopy(copy: ServerRequest, request: ServerRequest): ServerRequest {
  for (const name of ['body', 'signal', 'clientCertificate'] as const)
    if (name in request && !(name in copy)) Object.defineProperty(copy, name, { get: () => request[name] });
  return copy;
}

/** The parts that all calls of a server share. */
export class ServerCore {
  readonly settings: ServerSettings;
  readonly hooks: ServerHooks;
  /** Removes undeclared members from replies; absent if they are sent or while the function is loaded. */
  strip: StripReply | undefined;
  /** The promise that `strip` is loaded; absent if it is not needed or was loaded. */
  loading: Promise<void> | undefined;
  /** The segments before each path. */
  readonly base: readonly string[];
  readonly #plan: ServerPlan;
  /** Returns the principal of a request. The promise rejects if the request is refused. */
  readonly check: (plan: SecurityPlan, operation: string, request: ServerRequest) => Promise<unknown>;
  readonly routes: ReadonlyMap<ServerRoute, BoundRoute>;
  /** The security schemes by key; absent if no operation needs one. */
  readonly schemes: ReadonlyMap<string, SecuritySchemePlan> | undefined;

  constructor(plan: ServerPlan, bindings: ServerBindings) {
    this.#plan = plan;
    if (bindings.replies !== undefined) this.#load(bindings.replies);
    this.settings = bindings;
    this.hooks = new ServerHooks(bindings);
    this.base = splitBasePath(bindings.basePath ?? '');
    this.check = buildSecurity(plan.security, bindings.security, this.hooks);
    this.routes = buildRoutes(listRoutes(plan.paths), bindings);
    this.schemes = plan.security?.schemes;
  }

  #load(replies: unknown): void {
    const { loadStrip } = this.#plan;
    if (replies !== 'strip' || !loadStrip) throw new TypeError("replies: must be 'strip'");
    this.loading = loadStrip().then(({ stripReplies }) => {
      this.strip = stripReplies;
      this.loading = undefined;
    });
    // Each reply reports the error again.
    this.loading.catch(() => undefined);
  }

  /** Finds the path of a request. Throws a `Refusal` if the API has none. */
  match(path: string, request: ServerRequest): PathMatch {
    const { paths, basePaths = [] } = this.#plan;
    const rest = removeBasePath(path, this.base);
    const match = rest === undefined ? undefined : matchPath(paths, rest);
    if (match) return match;
    const isBelow = (base: string): boolean => {
      const below = removeBasePath(path, splitBasePath(base));
      return below !== undefined && matchPath(paths, below) !== undefined;
    };
    const base = this.base.length > 0 ? undefined : basePaths.find(isBelow);
    if (base !== undefined) {
      const advice = `pass { basePath: '${base}' } to 'createServer'`;
      const reason = `'servers' in the description has the path '${base}'`;
      this.hooks.reportError(new Error(`the API has no path '${path}': ${reason}, so ${advice}`), undefined, request);
    }
    throw new Refusal(404, 'path: the API has no such path');
  }

  /** Writes a refusal with an error body of its operation, and passes it to the hook. */
  refuse(
    refusal: Refusal,
    forms: ErrorForms | undefined,
    operation: string | undefined,
    request: ServerRequest | undefined,
  ): ServerResponse {
    const response = writeRefusal(refusal, forms ?? this.#plan.errors);
    const { code, message, mistakes } = refusal;
    try {
      const given = this.settings.onInvalid?.({ code, message, mistakes, operation, request, response });
      return given ? checkResponse(given) : response;
    } catch (error) {
      this.hooks.reportError(error, operation, request);
      return response;
    }
  }
}

function buildRoutes(
  routes: Iterable<ServerRoute>,
  { handlers, wireNames, limits = {}, operationLimits = {} }: ServerBindings,
): ReadonlyMap<ServerRoute, BoundRoute> {
  const names: WireNames = new Map(Object.entries(wireNames ?? {}));
  const bound = new Map<ServerRoute, BoundRoute>();
  const own = new Map<string, ServerLimits | undefined>(Object.entries(operationLimits));
  for (const route of routes) {
    const routeLimits = { ...limits, ...own.get(route.operation) };
    checkLimits(routeLimits, `operationLimits.${route.operation}`);
    own.delete(route.operation);
    bound.set(route, {
      route,
      limits: routeLimits,
      read: bindParameters(route.parameters, names, routeLimits.maxDepth),
      handler: findHandler(handlers, route.operation),
      replies: new Map(Object.entries(route.replies)),
    });
  }
  for (const name of own.keys()) throw new TypeError(`operationLimits: there is no operation '${name}'`);
  return bound;
}

function findHandler(handlers: object, operation: string): BoundRoute['handler'] {
  const handler: unknown = Reflect.get(handlers, operation);
  if (typeof handler !== 'function') throw new TypeError(`there is no handler '${operation}'`);
  return handler.bind(handlers);
}

function buildSecurity(
  plan: ServerPlan['security'],
  security: object | undefined,
  hooks: ServerHooks,
): ServerCore['check'] {
  if (!plan) return () => Promise.reject(new TypeError('there are no security schemes'));
  const { schemes, check } = plan;
  const functions = new Map([...schemes.keys()].map((key) => [key, findSecurity(security, key)]));
  const checks = { schemes, functions, onError: hooks.reportError.bind(hooks) };
  return (alternatives, operation, request) => check(alternatives, checks, operation, request);
}

function findSecurity(security: object | undefined, key: string): SecurityFunction<never, unknown> {
  const check: unknown = security && Reflect.get(security, key);
  if (typeof check !== 'function') throw new TypeError(`there is no security function '${key}'`);
  return (...args) => Reflect.apply(check, security, args);
}

/** Calls the hooks of a server. An error of a hook never changes the response. */
class ServerHooks {
  readonly #settings: ServerSettings;

  constructor(settings: ServerSettings) {
    this.#settings = settings;
  }

  /** Reports a response to `onResponse`. A stream is reported when it ends. */
  reportResponse(
    response: ServerResponse,
    operation: string | undefined,
    request: ServerRequest | undefined,
    start: number,
  ): ServerResponse {
    const { code, body } = response;
    const isStream = isAsyncIterable(body);
    const isReported = this.#settings.onResponse !== undefined;
    if (!isStream && !isReported) return response;
    const report = (): void => {
      try {
        this.#settings.onResponse?.({ operation, request, code, milliseconds: performance.now() - start });
      } catch (error) {
        this.reportError(error, operation, request);
      }
    };
    if (isStream) {
      const reported = isReported ? pipeStream(body, (items) => reportEnd(items, report)) : body;
      return { ...response, body: keepContext(reported) };
    }
    report();
    return response;
  }

  /** Reports the error that ends a stream. The response has begun and cannot change. */
  async *watch<T>(stream: AsyncIterable<T>, operation: string, request: ServerRequest): AsyncGenerator<T> {
    try {
      yield* stream;
    } catch (error) {
      this.reportError(error, operation, request);
      throw error;
    }
  }

  /** Creates the function that reports the gaps that a request touches. */
  bindNotShown(operation: string, request: ServerRequest): OnNotShown {
    return (id, where) => {
      try {
        this.#settings.onNotShown?.(id, `${operation}: ${where}`);
      } catch (error) {
        this.reportError(error, operation, request);
      }
    };
  }

  /** Reports an error. */
  reportError(error: unknown, operation: string | undefined, request: ServerRequest | undefined): void {
    const { onError } = this.#settings;
    try {
      if (onError) onError(error, { operation, request });
      else console.error(error);
    } catch {
      // A hook that throws must not change the response.
    }
  }
}

async function* reportEnd<T>(stream: AsyncIterable<T>, report: () => void): AsyncGenerator<T> {
  try {
    yield* stream;
  } finally {
    report();
  }
}
