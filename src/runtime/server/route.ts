import type { DeclaredBody } from './body.js';
import type { ServerRequest } from './message.js';
import type { DeclaredParameters } from './parameters.js';
import type { ErrorForms } from './refusal.js';
import type { ReplyPlan } from './reply.js';
import type { SecurityPlan } from './security-plan.js';

/** One operation, as the server needs it. */
export interface ServerRoute {
  /** The name of its handler. */
  readonly operation: string;
  readonly method: string;
  /** The decoded names and values of the query in the path template. */
  readonly query?: readonly (readonly [name: string, value: string])[];
  readonly security: SecurityPlan;
  readonly parameters: DeclaredParameters;
  readonly body?: DeclaredBody;
  /** The media types of the successes. Empty if a success has no content, so that any `Accept` matches. */
  readonly accept: readonly string[];
  /** The plans of replies, by the key of the responses object. */
  readonly replies: { readonly [status: string]: ReplyPlan };
  readonly errors: ErrorForms;
}

/** A body as a handler receives it: a member that may be absent is never `undefined`. */
export type WithoutUndefined<Body> = { [Key in keyof Body]: Exclude<Body[Key], undefined> };

/** The argument of a handler in addition to the request's arguments. */
export interface HandlerContext<Principal, Platform = unknown> {
  /** The principal that the security function returned. */
  readonly principal: Principal;
  readonly request: ServerRequest<Platform>;
  /**
   * The request of the platform: `IncomingMessage` in Node, the request of Express or Fastify, and in `server/fetch`
   * the `Request` or another value.
   */
  readonly platform: Platform;
  /** The signal that is aborted when the caller disconnects. */
  readonly signal: AbortSignal;
}
