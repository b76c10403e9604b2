import { ApiError } from './client.js';
import type { CallOptions, Client, Operation, Outcome, StatusKey } from './contract.js';
import { takeResponse } from './take.js';

/**
 * Calls an operation and returns its success as the platform's unread response, with `body` as a stream, `blob()` and
 * `arrayBuffer()`. The size is not limited, and the time limit ends when the response begins. Cancel the body if you do
 * not read it.
 */
export async function downloadFrom<Args>(
  operation: Operation<Args, Outcome<StatusKey, unknown>, Outcome<StatusKey, unknown>>,
  client: Client,
  args: Args,
  options?: CallOptions,
): Promise<Response> {
  // An unread response cannot be checked.
  const checked = { ...client, checkCalls: client?.checkCalls?.requests() };
  const { outcome, taken } = await takeResponse(operation, [checked, args, options], ({ ok }) => ok);
  if (!taken) throw new ApiError(operation.id, outcome);
  const { bytes, cancel, response } = taken;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await bytes.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel,
  });
  return new Response(response.body && body, response);
}
