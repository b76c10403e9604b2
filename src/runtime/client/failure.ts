import { ApiError } from './client.js';
import type { Operation, Outcome, StatusKey } from './contract.js';

/** Returns whether an error is a response that this operation threw, and narrows the type of its outcome. */
export function isFailure<Failure extends Outcome<StatusKey, unknown>>(
  operation: Operation<never, Outcome<StatusKey, unknown>, Failure>,
  error: unknown,
): error is ApiError & { readonly outcome: Failure } {
  return error instanceof ApiError && error.operation === operation.id;
}
