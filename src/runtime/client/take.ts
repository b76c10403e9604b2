import { makeAbortError, makeNetworkError } from '../values/errors.js';
import type { CallOptions, Client, Operation, Outcome, StatusKey, Transport } from './contract.js';

/** The body of a response, for the caller to read. It ends with its last byte, an error or `cancel`. */
export interface TakenBody {
  readonly response: Response;
  readonly bytes: AsyncGenerator<Uint8Array<ArrayBuffer>, void, void>;
  readonly cancel: () => Promise<void>;
}

/** The arguments of a call of an operation. */
export type CallArguments<Args> = readonly [client: Client, args: Args, options: CallOptions | undefined];

/**
 * Calls an operation. If `isTaken` returns true, the body of the response is returned separately, and the outcome has
 * none. The time limit ends when the response begins. The signal of the caller remains in effect until the body ends.
 */
export async function takeResponse<
  Args,
  Success extends Outcome<StatusKey, unknown>,
  Failure extends Outcome<StatusKey, unknown>,
>(
  operation: Operation<Args, Success, Failure>,
  [client, args, options]: CallArguments<Args>,
  isTaken: (response: Response) => boolean,
): Promise<{ readonly outcome: Success | Failure; readonly taken?: TakenBody }> {
  let taken: TakenBody | undefined;
  // All requests of a call have the same signal, so that transports can recognize the call.
  const controller = new AbortController();
  const transport: Transport = async (url, init, call) => {
    // The call asks again, with new credentials.
    taken?.cancel();
    taken = undefined;
    const abort = (): void => controller.abort(init.signal.reason);
    init.signal.addEventListener('abort', abort);
    if (init.signal.aborted) abort();
    const send: Transport = client.transport ?? fetch;
    const response = await send(url, { ...init, signal: controller.signal }, call);
    // The call has ended, but the transport ignored its signal.
    if (init.signal.aborted) response.body?.cancel().catch(() => {});
    if (init.signal.aborted || !isTaken(response)) return response;
    taken = openBody(operation.id, url, response, controller, options?.signal);
    return new Response(null, response);
  };
  const outcome = await operation.outcome({ ...client, transport }, args, options);
  return { outcome, ...(taken && { taken }) };
}

function openBody(
  id: string,
  url: string,
  response: Response,
  controller: AbortController,
  wanted: AbortSignal | undefined,
): TakenBody {
  const reader = response.body?.getReader();
  const abort = (): void => {
    controller.abort(makeAbortError(id));
    // A transport may ignore the signal.
    cancel();
  };
  // Not awaited: if a transport cloned the response, the promise settles only when the clone ends.
  const cancel = async (): Promise<void> => {
    wanted?.removeEventListener('abort', abort);
    reader?.cancel().catch(() => {});
  };
  wanted?.addEventListener('abort', abort);
  if (wanted?.aborted) abort();
  async function* read(): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
    try {
      while (reader) {
        const { done, value } = await reader.read();
        if (wanted?.aborted) throw makeAbortError(id);
        if (done) return;
        yield value;
      }
    } catch (cause) {
      const error = wanted?.aborted ? makeAbortError(id) : makeNetworkError(id, url, cause);
      // Each way in which a call can end aborts its signal.
      controller.abort(error);
      throw error;
    } finally {
      cancel();
    }
  }
  return { response, bytes: read(), cancel };
}
