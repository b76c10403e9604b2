import type { ServerLimits } from './server-limits.js';

/** A request as an adapter passes it on; nothing in it is decoded or trusted. */
export interface ServerRequest {
  /** As sent, such as `GET`. */
  readonly method: string;
  /** The request target (RFC 9112, 3.2): path and query, percent-encoding untouched. */
  readonly target: string;
  /** By lower-case name the values, one per field line. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** Whether it has content; if absent, its headers decide, as in HTTP/1.1. */
  readonly hasContent?: boolean | undefined;
  /** The content, which can be read once; it is not read before the request is accepted. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Reads the content in place of `body`, if that is cheaper. */
  readChunks?(sink: ChunkSink): void;
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal;
  /** The client certificate in DER, if the connection has verified one. */
  readonly clientCertificate?: Uint8Array | undefined;
}

/** Receives content. */
export interface ChunkSink {
  /** Receives a piece; returns `false` to stop. */
  take(chunk: Uint8Array): boolean;
  /**
   * Called after the pieces that arrived with the headers; the time limit starts here. Returns whether more is
   * expected.
   */
  wait(): boolean;
  /** Called at the end, perhaps more than once, with whether the content is complete. */
  end(isWhole: boolean): void;
}

/**
 * A response for an adapter to send. The adapter adds the framing (`content-length`, `transfer-encoding`,
 * `connection`).
 */
export interface ServerResponse {
  readonly code: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Text is sent as UTF-8, an iterable piece by piece; absent for no content. */
  readonly body?: string | Uint8Array | AsyncIterable<string | Uint8Array> | undefined;
}

/** A response, or a promise of one that never rejects. */
export type Answer = ServerResponse | Promise<ServerResponse>;

/** A server, as adapters use it. */
export interface Server {
  /** The limits that adapters apply; the defaults if absent. */
  readonly limits?: ServerLimits | undefined;
  /** Answers a request; neither throws nor rejects. */
  handle(request: ServerRequest): Answer;
  /** Answers a request like `handle`, but calls a function once with the answer, without the delay of a promise. */
  answer(request: ServerRequest, send: (response: ServerResponse) => void): void;
  /** Builds the answer to what the adapter refuses, such as 431, in the form of the errors, and calls the hooks. */
  refuse(code: number, message: string, request?: ServerRequest): ServerResponse;
}
