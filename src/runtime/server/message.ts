import type { ServerLimits } from './limits.js';

/** A request as an adapter passes it on. No part of it is decoded or trusted. */
export interface ServerRequest<out Platform = unknown> {
  /** The method as sent, such as `GET`. */
  readonly method: string;
  /** The request target (RFC 9112, 3.2): path and query, percent-encoded as sent. */
  readonly target: string;
  /** The values, one per field line, by name in lower case. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** Whether the request has content; absent: the headers decide, as in HTTP/1.1. */
  readonly hasContent?: boolean | undefined;
  /** The content. It can be read once, and is not read before the request is accepted. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Reads the content at lower cost than `body`. Absent if there is no such way. */
  readChunks?(sink: ChunkSink): void;
  /** The signal that is aborted when the caller disconnects. */
  readonly signal: AbortSignal;
  /** The client certificate in DER, if the connection has verified one. */
  readonly clientCertificate?: Uint8Array | undefined;
  /** The request of the platform or framework, as the adapter received it. Every adapter sets it. */
  readonly platform?: Platform | undefined;
}

/** Receives content. */
export interface ChunkSink {
  /** Receives a chunk. Returns `false` to stop. */
  take(chunk: Uint8Array): boolean;
  /**
   * Called after the chunks that arrived with the headers. The time limit starts here. Returns whether more content is
   * expected.
   */
  wait(): boolean;
  /** Called at the end, perhaps several times. The argument says whether the content is complete. */
  end(isWhole: boolean): void;
}

/**
 * A response for an adapter to send. The adapter adds the framing (`content-length`, `transfer-encoding`,
 * `connection`).
 */
export interface ServerResponse {
  readonly code: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The content; absent: none. Text is sent as UTF-8, an iterable piece by piece. */
  readonly body?: string | Uint8Array | AsyncIterable<string | Uint8Array> | undefined;
}

/** A response, or a promise of one that never rejects. */
export type ResponseOrPromise = ServerResponse | Promise<ServerResponse>;

/** A server, as adapters use it. `Platform` is the request of the platform that its handlers expect. */
export interface Server<in Platform = unknown> {
  /** The limits that adapters apply; absent: the defaults. */
  readonly limits?: ServerLimits | undefined;
  /** Responds to a request. Neither throws nor rejects. */
  readonly handle: (request: ServerRequest<Platform>) => ResponseOrPromise;
  /** Responds to a request like `handle`, but passes the response to `send`, without the delay of a promise. */
  readonly answer: (request: ServerRequest<Platform>, send: (response: ServerResponse) => void) => void;
  /**
   * Builds the response to a request that the adapter refuses, for example with 431. Uses an error body of the
   * description and calls the hooks.
   */
  refuse(code: number, message: string, request?: ServerRequest): ServerResponse;
}
