import type { CheckReply } from './check-replies.js';
import type { ServerLimits } from './server-limits.js';
import type { ServerRequest, ServerResponse } from './server-message.js';
import type { Invalid } from './server-refusal.js';
import type { OnNotShown } from './validators.js';

/** What may be told to any server. */
export interface ServerSettings {
  /** Asked about each answer that no handler gave; what it gives is sent instead. */
  readonly onInvalid?: ((invalid: Invalid) => ServerResponse | undefined) | undefined;
  /** Told what a handler, a hook or a security function threw, and of replies that the description has not; `console.error` unless told. */
  readonly onError?: ((error: unknown, where: ErrorPlace) => void) | undefined;
  /** Told when a request touches something that the documentation does not show: the id of the item and where, never a value. */
  readonly onNotShown?: OnNotShown | undefined;
  /** Told of every answer once it is made, or its stream has ended: for logs and metrics. */
  readonly onAnswer?: ((answered: Answered) => void) | undefined;
  /** Stands around every operation, for traces: calls `run`, which gives the answer and never rejects. */
  readonly trace?: ((call: OperationCall, run: () => Promise<ServerResponse>) => Promise<unknown>) | undefined;
  readonly limits?: ServerLimits | undefined;
  /** `checkReplies` of the module beside this one: what handlers give is checked against the description. For tests and whoever can afford it. */
  readonly checkReplies?: CheckReply | undefined;
}

/** Where an error came up. */
export interface ErrorPlace {
  readonly operation: string | undefined;
  readonly request: ServerRequest | undefined;
}

/** An operation that is called, as hooks are told of it. */
export interface OperationCall {
  readonly operation: string;
  readonly request: ServerRequest;
}

/** What came of a request. */
export interface Answered {
  /** Absent where the request led to none. */
  readonly operation: string | undefined;
  /** Absent where it could not be read at all. */
  readonly request: ServerRequest | undefined;
  readonly code: number;
  /** From the request's headers to the answer, or to the end of its stream. */
  readonly milliseconds: number;
}
