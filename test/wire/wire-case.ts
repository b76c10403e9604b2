import type { JsonObject } from '../../src/model/element.js';

/**
 * One call of the generated client and the message that it sends or receives. The message is copied from the cited
 * standard.
 */
export interface WireCase {
  readonly name: string;
  /** The source of the expectation. */
  readonly cite: string;
  /** The first version of OpenAPI that supports it. */
  readonly since?: '3.1' | '3.2';
  readonly method?: string;
  /** The path after a first segment that is unique to the operation. */
  readonly path?: string;
  /** The parameters, request body, responses, security and so on. */
  readonly operation: JsonObject;
  readonly args?: object;
  readonly auth?: object;
  readonly answer?: {
    readonly status?: number;
    readonly headers?: Record<string, string>;
    readonly body?: string | Uint8Array;
  };
  readonly expected: Expected;
}

/** The parts of the message that are compared. The test ignores all other parts. */
export interface Expected {
  /** The path after the first segment, and the query. */
  readonly url?: string;
  /** The headers by name. `null`: the header is not sent. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** The body. Line ends are `\n`, and the boundary is `B`. */
  readonly body?: string;
  /** The parameter that the error names. Nothing is sent. */
  readonly refused?: string;
  /** The status, body, described media type and reason of the outcome. For a stream, the body is its items. */
  readonly outcome?: {
    readonly status?: number | string;
    readonly body?: unknown;
    readonly contentType?: string | undefined;
    readonly reason?: string;
  };
  /** Whether a finding reports that the serialization is undefined. */
  readonly isUndefined?: boolean;
}
