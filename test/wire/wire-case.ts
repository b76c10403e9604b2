import type { JsonObject } from '../../src/model/element.js';

/** One call of the generated client and what goes over the wire, typed in from the standard that is cited. */
export interface WireCase {
  readonly name: string;
  /** Where the expectation is from. */
  readonly cite: string;
  /** The first version of OpenAPI that has it. */
  readonly since?: '3.1' | '3.2';
  readonly method?: string;
  /** Behind a first segment that is unique to the operation. */
  readonly path?: string;
  /** Parameters, request body, responses, security … */
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

/** The compared parts; any other part may have any value. */
export interface Expected {
  /** Path and query behind the first segment. */
  readonly url?: string;
  /** By name; `null`: not sent. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Line ends as `\n`, the boundary as `B`. */
  readonly body?: string;
  /** The parameter that the error names; nothing is sent. */
  readonly refused?: string;
  /** Status, code and body of the outcome; of a stream its items. */
  readonly outcome?: { readonly status?: number | string; readonly body?: unknown };
  /** Whether a diagnostic reports that the serialization is undefined. */
  readonly isUndefined?: boolean;
}
