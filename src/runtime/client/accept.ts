import { headerText } from '../write/draft.js';
import type { CallOptions, Client, Operation, Outcome, StatusKey, Transport } from './contract.js';

/**
 * Returns an operation that asks only for one of the media types of its response (RFC 9110, 12.5.1). The server may
 * send another one: `contentType` of the outcome says which one arrived, and narrows the body.
 */
export function acceptOnly<
  Args,
  Success extends Outcome<StatusKey, unknown>,
  Failure extends Outcome<StatusKey, unknown>,
>(
  operation: Operation<Args, Success, Failure>,
  mediaType: NonNullable<Success['contentType']>,
): Operation<Args, Success, Failure> {
  const accept = headerText('accept', mediaType);
  const ask = (client: Client): Client => {
    const send: Transport = client.transport ?? fetch;
    const transport: Transport = (url, init, call) =>
      send(url, { ...init, headers: { ...init.headers, accept } }, call);
    return { ...client, transport };
  };
  const { id, outcome } = operation;
  const call = (client: Client, args: Args, options?: CallOptions): Promise<Success['body']> =>
    operation(ask(client), args, options);
  return Object.assign(call, {
    id,
    outcome: (client: Client, args: Args, options?: CallOptions) => outcome(ask(client), args, options),
  });
}
