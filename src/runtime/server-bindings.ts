import { bindParameters, type ReadParameters, type WireNames } from './read-parameters.js';
import type { ReplyPlan } from './server-reply.js';
import type { ServerRoute } from './server-route.js';
import type { SecurityFunction } from './server-security.js';

/** An operation with what was bound to it when the server was made. */
export interface BoundRoute {
  readonly route: ServerRoute;
  readonly read: ReadParameters;
  readonly handler: (...args: readonly unknown[]) => unknown;
  /** By the key of the responses object. */
  readonly replies: ReadonlyMap<string, ReplyPlan>;
}

/** Binds each operation to its handler; throws where there is none. */
export function bindRoutes(
  routes: Iterable<ServerRoute>,
  handlers: object,
  wireNames: object | undefined,
): ReadonlyMap<ServerRoute, BoundRoute> {
  const names: WireNames = Object.fromEntries(Object.entries(wireNames ?? {}));
  const bound = new Map<ServerRoute, BoundRoute>();
  for (const route of routes) {
    bound.set(route, {
      route,
      read: bindParameters(route.parameters, names),
      handler: findHandler(handlers, route.operation),
      replies: new Map(Object.entries(route.replies)),
    });
  }
  return bound;
}

/** Binds each security scheme to its function; throws where there is none. */
export function bindSecurity(
  keys: Iterable<string>,
  security: object | undefined,
): ReadonlyMap<string, SecurityFunction<never, unknown>> {
  return new Map([...keys].map((key) => [key, findSecurity(security, key)]));
}

function findHandler(handlers: object, operation: string): BoundRoute['handler'] {
  const handler: unknown = Reflect.get(handlers, operation);
  if (typeof handler !== 'function') throw new TypeError(`there is no handler '${operation}'`);
  return handler.bind(handlers);
}

function findSecurity(security: object | undefined, key: string): SecurityFunction<never, unknown> {
  const check: unknown = security && Reflect.get(security, key);
  if (typeof check !== 'function') throw new TypeError(`there is no security function '${key}'`);
  return (...args) => Reflect.apply(check, security, args);
}
