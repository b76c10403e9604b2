import type { OnNotShown } from '../validate/validators.js';
import type { CheckReply } from './check-replies.js';
import type { ServeDocs } from './docs.js';
import type { ServerLimits } from './limits.js';
import type { ServerRequest, ServerResponse } from './message.js';
import type { Invalid } from './refusal.js';

/** The options of any server. */
export interface ServerSettings {
  /** Called for each response that no handler produced. A returned response is sent instead. */
  readonly onInvalid?: ((invalid: Invalid) => ServerResponse | undefined) | undefined;
  /**
   * Called with what a handler, a hook or a security function threw, and with the error for a reply that the
   * description forbids. The default is `console.error`.
   */
  readonly onError?: ((error: unknown, where: ErrorPlace) => void) | undefined;
  /**
   * Called when a request touches something that the documentation does not show. Receives the gap's id and the place,
   * never a value.
   */
  readonly onNotShown?: OnNotShown | undefined;
  /** Called for every response when it is complete or its stream has ended, for logs and metrics. */
  readonly onResponse?: ((report: ResponseReport) => void) | undefined;
  /**
   * Called first for every request, for example for a rate limit or a session cookie. Returns the request to handle,
   * unchanged or changed, or the status code and message of a refusal. If it throws, the response is 500.
   */
  readonly admit?: ((request: ServerRequest) => Admission | Promise<Admission>) | undefined;
  /** Wraps every operation, for traces. Call `run`, which returns the response and never rejects. */
  readonly trace?: ((call: OperationCall, run: () => Promise<ServerResponse>) => Promise<unknown>) | undefined;
  readonly limits?: ServerLimits | undefined;
  /**
   * The path before the paths of the description, such as `/v1` for `https://api.example.com/v1` in its `servers`. By
   * default none: mounted in Express or Fastify, the server receives paths without it.
   */
  readonly basePath?: string | undefined;
  /**
   * With `strip`, replies are sent without the members of objects that the description does not declare. Objects remain
   * as they are if the description allows further members, or declares none.
   */
  readonly replies?: 'strip' | undefined;
  /**
   * Checks the replies of handlers against the description: `checkReplies` of the module `server/check-replies`. Meant
   * for tests. Undeclared members are sent, and `onError` receives their places.
   */
  readonly checkReplies?: CheckReply | undefined;
  /**
   * Serves the description and the reference: `serveDocs` of the module `server/docs`. Their paths come after
   * `basePath` and before those of the description.
   */
  readonly docs?: ServeDocs | undefined;
}

/** The result of `admit`: the request to handle, or the status code and message of a refusal. */
export type Admission = ServerRequest | { readonly code: number; readonly message: string };

/** The place where an error occurred. */
export interface ErrorPlace {
  readonly operation: string | undefined;
  readonly request: ServerRequest | undefined;
}

/** An operation, as hooks receive it. */
export interface OperationCall {
  readonly operation: string;
  readonly request: ServerRequest;
}

/** The result of a request. */
export interface ResponseReport {
  /** The operation; absent if the request matched none. */
  readonly operation: string | undefined;
  /** The request; absent if it could not be read. */
  readonly request: ServerRequest | undefined;
  readonly code: number;
  /** The milliseconds from the request's headers to the response, or to the end of its stream. */
  readonly milliseconds: number;
}
