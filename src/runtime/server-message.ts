import type { ServerLimits } from './server-limits.js';

/** A request as an adapter hands it over; nothing in it is decoded or trusted. */
export interface ServerRequest {
  /** As sent, such as `GET`. */
  readonly method: string;
  /** The request target (RFC 9112, 3.2): path and query, percent-encoding untouched. */
  readonly target: string;
  /** By lower-case name the values, one per field line. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** Whether it comes with content; absent: its headers tell, as in HTTP/1.1. */
  readonly hasContent?: boolean | undefined;
  /** The content, to be read at most once; not touched before the request is known to be welcome. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Reads the content in place of `body`, where that costs less. */
  readChunks?(sink: ChunkSink): void;
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal;
  /** The client certificate in DER, where the connection has verified one. */
  readonly clientCertificate?: Uint8Array | undefined;
}

/** What content is read into. */
export interface ChunkSink {
  /** Takes a piece; `false`: no further ones are wanted. */
  take(chunk: Uint8Array): boolean;
  /** Told once what came together with the headers was taken: from then on time runs. Tells whether there is more to come. */
  wait(): boolean;
  /** Told at the end, perhaps more than once, whether all of it came. */
  end(isWhole: boolean): void;
}

/** A response for an adapter to send. Framing (`content-length`, `transfer-encoding`, `connection`) is the adapter's. */
export interface ServerResponse {
  readonly code: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Text is sent as UTF-8, an iterable bit by bit as it comes; absent: no content. */
  readonly body?: string | Uint8Array | AsyncIterable<string | Uint8Array> | undefined;
}

/** A response, at once where nothing has to be waited for; it never rejects. */
export type Answer = ServerResponse | Promise<ServerResponse>;

/** What an adapter talks to. */
export interface Server {
  /** The bounds that adapters keep; the defaults where it is absent. */
  readonly limits?: ServerLimits | undefined;
  /** Answers a request; neither throws nor rejects. */
  handle(request: ServerRequest): Answer;
  /** Answers a request as `handle` does, through a function that is called once: nothing is waited for longer than it has to be. */
  answer(request: ServerRequest, send: (response: ServerResponse) => void): void;
  /** Makes the answer to what the adapter has to refuse, such as 431, in the form of the errors; the hooks are told. */
  refuse(code: number, message: string, request?: ServerRequest): ServerResponse;
}
