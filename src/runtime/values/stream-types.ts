/**
 * Items as they arrive. They can be read once. Leaving a `for await` early, or calling `cancel`, ends the response and
 * releases its connection.
 */
export interface ItemStream<Item> extends AsyncIterable<Item> {
  /** Ends the response, whether or not it was read. */
  readonly cancel: () => Promise<void>;
  readonly progress: StreamProgress;
}

/** Items to send: all at once, or as they become available. */
export type Items<Item> = Iterable<Item> | AsyncIterable<Item>;

/** The progress of a stream of server-sent events, for reconnecting (WHATWG HTML, section 9.2.3). */
export interface StreamProgress {
  /** The last received event id. */
  lastEventId?: string;
  /** The milliseconds to wait before reconnecting, as the server has sent them. */
  retryMs?: number;
}

/** A server-sent event (WHATWG HTML, 9.2.6). It has the fields that were sent. */
export interface ServerSentEvent {
  readonly data: string;
  /** The type of the event; absent: `message`. */
  readonly event?: string;
  readonly id?: string;
  readonly retry?: number;
}

/** A server-sent event with JSON in its `data`. Data that is not JSON remains text. */
export type DataEvent<Data, Event = ServerSentEvent> = Event extends unknown
  ? Omit<Event, 'data'> & { readonly data: Data | string }
  : never;

/** One part of a multipart response. */
export interface StreamPart {
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** The argument of a reader of streams. */
export interface StreamContext {
  readonly contentType: string;
  /** The maximum size of an item in bytes. */
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

/** The error for data that is not an item of its stream. `text` is the data, if it is text. */
export class StreamItemError extends Error {
  override readonly name: string = 'StreamItemError';
  readonly text: string;

  constructor(operation: string, text: string, problem = 'cannot be read') {
    super(`${operation}: an item of the response ${problem}`);
    this.text = text;
  }
}
