import type { ItemStream, ReadItems, StreamProgress } from '../values/stream-types.js';
import { ApiError } from './client.js';
import type { CallOptions, Client, Operation, Outcome, StatusKey } from './contract.js';
import { type TakenBody, takeResponse } from './take.js';

/** The readers of responses that are streams, by the key in the responses object, then by media type. */
export type StreamReaders = Readonly<Record<string, Readonly<Record<string, ReadItems>>>>;

/** Creates an operation that returns the items of a response that is a stream. Other responses do not change. */
export function streamItems<
  Args,
  Success extends Outcome<StatusKey, unknown>,
  Failure extends Outcome<StatusKey, unknown>,
>(operation: Operation<Args, Success, Failure>, streams: StreamReaders): Operation<Args, Success, Failure> {
  const { id } = operation;
  const call = async (client: Client, args: Args, options?: CallOptions): Promise<Success | Failure> => {
    let found: FoundStream | undefined;
    const { outcome, taken } = await takeResponse(operation, [client, args, options], (response) => {
      found = findStream(streams, response);
      return found !== undefined;
    });
    if (!found || !taken) return outcome;
    const { maxBytes = 1e7 } = { ...client.limits, ...options };
    const { status, read } = found;
    const received = { ...outcome, status };
    const body = openItems(taken, (bytes, contentType, progress) => {
      const items = read(bytes, { contentType, maxBytes, operation: id, progress, onNotShown: client.onNotShown });
      return client.checkCalls?.items(id, client, received, items) ?? items;
    });
    // The readers are generated from the same responses as the types.
    return { ...received, body } as Success;
  };
  const succeed = async (client: Client, args: Args, options?: CallOptions): Promise<Success['body']> => {
    const outcome = await call(client, args, options);
    if (`${outcome.status}`[0] !== '2') throw new ApiError(id, outcome);
    return outcome.body;
  };
  return Object.assign(succeed, { id, outcome: call });
}

interface FoundStream {
  readonly status: StatusKey;
  readonly read: ReadItems;
}

function findStream(streams: StreamReaders, { status: code, headers }: Response): FoundStream | undefined {
  const keys: readonly StatusKey[] = [code, `${(code / 100) | 0}XX` as StatusKey, 'default'];
  const status = keys.find((key) => streams[key]);
  const mediaType = (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const readers = status !== undefined && streams[status];
  const read = readers && Object.hasOwn(readers, mediaType) ? readers[mediaType] : undefined;
  return status !== undefined && read ? { status, read } : undefined;
}

function openItems(
  { bytes, cancel, response }: TakenBody,
  read: (
    bytes: AsyncIterable<Uint8Array>,
    contentType: string,
    progress: StreamProgress,
  ) => AsyncGenerator<unknown, void, void>,
): ItemStream<unknown> {
  const progress: StreamProgress = {};
  const items = read(bytes, response.headers.get('content-type') ?? '', progress);
  return Object.assign(items, { cancel, progress });
}
