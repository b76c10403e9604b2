import { ApiError } from './client.js';
import type { CallOptions, Client, Operation, Outcome, StatusKey } from './client-types.js';

/** Lists what is wrong with a value, as `validate<Type>` of the validators does. */
export type Check<Value> = (value: Value) => readonly { readonly instancePath: string; readonly message: string }[];

/** What is checked of the calls of an operation. */
export interface Checks<Args> {
  /** Of the arguments, before anything is sent. */
  readonly request?: Check<Exclude<Args, void>> | undefined;
  /** Of the bodies, by the keys of the responses. */
  readonly responses?: { readonly [Status in StatusKey]?: Check<unknown> } | undefined;
}

/** A request or an answer is not as its check wants it; the message holds no value but their places. */
export class CheckError extends Error {
  override readonly name: string = 'CheckError';
  /** The id of the operation. */
  readonly operation: string;
  readonly failures: ReturnType<Check<unknown>>;
  /** The answer; absent where nothing was sent. */
  readonly outcome: Outcome<StatusKey, unknown> | undefined;

  constructor(operation: string, failures: ReturnType<Check<unknown>>, outcome?: Outcome<StatusKey, unknown>) {
    const places = failures.map(({ instancePath }) => `'${instancePath}'`).join(', ');
    super(`${operation}: ${outcome ? `the answer ${outcome.code}` : 'the request'} is not as described at ${places}`);
    this.operation = operation;
    this.failures = failures;
    this.outcome = outcome;
  }
}

/** Makes an operation check what it sends and what it gets; a `CheckError` tells what is wrong. */
export function checkOperation<
  Args,
  Success extends Outcome<StatusKey, unknown>,
  Failure extends Outcome<StatusKey, unknown>,
>(operation: Operation<Args, Success, Failure>, checks: Checks<Args>): Operation<Args, Success, Failure> {
  const { id } = operation;
  const checkArgs = (args: Args): void => {
    // Whoever takes `void` takes an object without members too.
    const failures = checks.request?.((args ?? {}) as Exclude<Args, void>) ?? [];
    if (failures.length > 0) throw new CheckError(id, failures);
  };
  const checkOutcome = <Any extends Outcome<StatusKey, unknown>>(outcome: Any): Any => {
    const failures = checks.responses?.[outcome.status]?.(outcome.body) ?? [];
    if (failures.length > 0) throw new CheckError(id, failures, outcome);
    return outcome;
  };
  const call = async (client: Client, args: Args, options?: CallOptions): Promise<Success | Failure> => {
    checkArgs(args);
    return checkOutcome(await operation.outcome(client, args, options));
  };
  const succeed = async (client: Client, args: Args, options?: CallOptions): Promise<Success['body']> => {
    const outcome = await call(client, args, options);
    const { status, code } = outcome;
    const isSuccess =
      status === 'default' ? operation.byDefault && Math.floor(code / 100) === 2 : /^2/.test(`${status}`);
    if (!isSuccess) throw new ApiError(id, outcome);
    return outcome.body;
  };
  return Object.assign(succeed, operation, { outcome: call });
}
