import { ApiError } from './client.js';
import type { CallOptions, Client, Operation, Outcome, StatusKey } from './contract.js';

/** Creates an operation that declares no 2xx key. Its 2xx responses under `default` are its success. */
export function succeedByDefault<
  Args,
  Success extends Outcome<StatusKey, unknown>,
  Failure extends Outcome<StatusKey, unknown>,
>(operation: Operation<Args, Success, Failure>): Operation<Args, Success, Failure> {
  const { id, outcome: call } = operation;
  const succeed = async (client: Client, args: Args, options?: CallOptions): Promise<Success['body']> => {
    const outcome = await call(client, args, options);
    if (outcome.status !== 'default' || Math.floor(outcome.code / 100) !== 2) throw new ApiError(id, outcome);
    return outcome.body;
  };
  return Object.assign(succeed, { id, outcome: call });
}
