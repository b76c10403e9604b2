/** Items as they come, once. Leaving a `for await` early, or `cancel`, ends the answer and frees its connection. */
export interface ItemStream<Item> extends AsyncIterable<Item> {
  /** Ends the answer, read or not. */
  readonly cancel: () => Promise<void>;
  readonly progress: StreamProgress;
}

/** Items to send: all at once, or as they come. */
export type Items<Item> = Iterable<Item> | AsyncIterable<Item>;

/** What server-sent events say about going on after the connection was lost (WHATWG HTML, 9.2.3). */
export interface StreamProgress {
  /** The last event id, once there was one. */
  lastEventId?: string;
  /** The milliseconds to wait before asking again, once they were told. */
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

/** What reads a stream is told. */
export interface StreamContext {
  readonly contentType: string;
  /** Bytes that one item may have. */
  readonly maxBytes: number;
  /** The id of the operation. */
  readonly operation: string;
  readonly progress: StreamProgress;
  readonly onNotShown?: ((id: string, where: string) => void) | undefined;
  /** Parses JSON; `JSON.parse` unless told. */
  readonly parse?: ((text: string) => unknown) | undefined;
}

/** Makes items of bytes as they come. */
export type ReadItems = (
  bytes: AsyncIterable<Uint8Array>,
  context: StreamContext,
) => AsyncGenerator<unknown, void, void>;

/** What came is no item of its stream; `text` is it, as far as it is text. */
export class StreamItemError extends Error {
  override readonly name: string = 'StreamItemError';
  readonly text: string;

  constructor(operation: string, text: string) {
    super(`${operation}: an item of the answer cannot be read`);
    this.text = text;
  }
}
