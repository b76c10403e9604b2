/**
 * Items as they arrive; they can be read once. Leaving a `for await` early, or `cancel`, ends the answer and releases
 * its connection.
 */
export interface ItemStream<Item> extends AsyncIterable<Item> {
  /** Ends the answer, whether it was read or not. */
  readonly cancel: () => Promise<void>;
  readonly progress: StreamProgress;
}

/** Items to send: all at once, or as they become available. */
export type Items<Item> = Iterable<Item> | AsyncIterable<Item>;

/** What server-sent events say about reconnecting (WHATWG HTML, section 9.2.3). */
export interface StreamProgress {
  /** The last event id, once there was one. */
  lastEventId?: string;
  /** The milliseconds to wait before reconnecting, once the server has sent them. */
  retryMs?: number;
}

/** One server-sent event (WHATWG HTML, 9.2.6): the fields that it was sent with. */
export interface ServerSentEvent {
  readonly data: string;
  /** Absent: `message`. */
  readonly event?: string;
  readonly id?: string;
  readonly retry?: number;
}

/** A server-sent event with JSON in its `data`; data that is no JSON stays text. */
export type DataEvent<Data, Event = ServerSentEvent> = Event extends unknown
  ? Omit<Event, 'data'> & { readonly data: Data | string }
  : never;

/** One part of a multipart answer. */
export interface StreamPart {
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** What a reader of a stream receives. */
export interface StreamContext {
  readonly contentType: string;
  /** The largest item in bytes. */
  readonly maxBytes: number;
  /** The id of the operation. */
  readonly operation: string;
  readonly progress: StreamProgress;
  readonly onNotShown?: ((id: string, where: string) => void) | undefined;
  /** Parses JSON; `JSON.parse` by default. */
  readonly parse?: ((text: string) => unknown) | undefined;
}

/** Reads items from bytes as they arrive. */
export type ReadItems = (
  bytes: AsyncIterable<Uint8Array>,
  context: StreamContext,
) => AsyncGenerator<unknown, void, void>;

/** Data that is not an item of its stream; `text` is the data, as far as it is text. */
export class StreamItemError extends Error {
  override readonly name: string = 'StreamItemError';
  readonly text: string;

  constructor(operation: string, text: string) {
    super(`${operation}: an item of the answer cannot be read`);
    this.text = text;
  }
}
