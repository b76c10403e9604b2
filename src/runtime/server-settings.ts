import type { CheckReply } from './check-replies.js';
import type { ServerLimits } from './server-limits.js';
import type { ServerRequest, ServerResponse } from './server-message.js';
import type { Invalid } from './server-refusal.js';
import type { OnNotShown } from './validators.js';

/** The options of any server. */
export interface ServerSettings {
  /** Called for each answer that no handler produced; what it returns is sent instead. */
  readonly onInvalid?: ((invalid: Invalid) => ServerResponse | undefined) | undefined;
  /**
   * Called with what a handler, a hook or a security function threw, and for replies that the description forbids;
   * `console.error` by default.
   */
  readonly onError?: ((error: unknown, where: ErrorPlace) => void) | undefined;
  /**
   * Called when a request touches something that the documentation does not show, with the item's id and the place,
   * never a value.
   */
  readonly onNotShown?: OnNotShown | undefined;
  /** Called for every answer once it is complete, or its stream has ended: for logs and metrics. */
  readonly onAnswer?: ((answered: Answered) => void) | undefined;
  /**
   * Called first for every request, for what concerns more than one operation, such as a rate limit or a session by
   * cookie. It returns the request to answer, as it is or changed, or the status code and message of its refusal. If it
   * throws, the answer is 500.
   */
  readonly admit?: ((request: ServerRequest) => Admission | Promise<Admission>) | undefined;
  /** Wraps every operation, for traces. Call `run`, which returns the answer and never rejects. */
  readonly trace?: ((call: OperationCall, run: () => Promise<ServerResponse>) => Promise<unknown>) | undefined;
  readonly limits?: ServerLimits | undefined;
  /**
   * `checkReplies` of the module `server/check-replies`: checks the replies of handlers against the description. Meant
   * for tests.
   */
  readonly checkReplies?: CheckReply | undefined;
}

/** What `admit` returns: the request to answer, or the status code and message of a refusal. */
export type Admission = ServerRequest | { readonly code: number; readonly message: string };

/** Where an error occurred. */
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
export interface Answered {
  /** Absent if the request matched none. */
  readonly operation: string | undefined;
  /** Absent if it could not be read. */
  readonly request: ServerRequest | undefined;
  readonly code: number;
  /** From the request's headers to the answer, or to the end of its stream. */
  readonly milliseconds: number;
}
