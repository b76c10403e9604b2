import type { BodyReader } from '../client/client.js';
import { InvalidInputError } from '../values/errors.js';
import { reportNotShown } from '../values/report-not-shown.js';
import type { ReadItems } from '../values/stream-types.js';
import type { Draft } from './draft.js';
import { writeQuery } from './query.js';

/** The error for a parameter whose wire name neither the documentation nor `wireNames` contains. Nothing was sent. */
export class UnboundParameterError extends InvalidInputError {
  override readonly name: string = 'UnboundParameterError';
  /** The id of the gap that asks for the wire name. */
  readonly gap: string;

  constructor(gap: string) {
    super(gap, 'has no wire name: pass one to createClient in wireNames');
    this.gap = gap;
  }
}

/** Writes a parameter under the wire name of its gap, if the caller passes a value. */
export function writeUnnamed(
  draft: Draft,
  gap: string,
  value: unknown,
  write: (draft: Draft, name: string, value: unknown) => void = writeQuery,
): void {
  if (value == null) return;
  const name: unknown = Reflect.get(Object(draft.client.wireNames), gap);
  if (typeof name !== 'string') throw new UnboundParameterError(gap);
  write(draft, name, value);
  reportSent(draft, gap);
}

/** Writes the query parameters that the caller assumes: primitives, or arrays, whose pairs are repeated. */
export function writeExtraQuery(draft: Draft, gap: string, value: unknown): void {
  if (value == null) return;
  for (const [name, each] of Object.entries(value)) {
    for (const part of [each].flat()) writeQuery(draft, name, part);
  }
  reportSent(draft, gap);
}

/** Returns a value of an assumed shape, and reports that it is sent. */
export function reportAssumed<Value>(draft: Draft, gap: string, value: Value): Value {
  if (value !== undefined) reportSent(draft, gap);
  return value;
}

// A call that is sent again with another credential reports a gap only once.
const sent = /* @__PURE__ */ new WeakMap<AbortSignal, Set<string>>();

function reportSent({ client, operation, init: { signal } }: Draft, gap: string): void {
  const gaps = sent.get(signal) ?? new Set();
  if (gaps.has(gap)) return;
  sent.set(signal, gaps.add(gap));
  reportNotShown(client, gap, operation);
}

/** Creates a reader that reports the gap of a body of unknown shape. */
export function notShownResponse(gap: string, read: BodyReader): BodyReader {
  return (...response) => {
    const body = read(...response);
    const [, , draft] = response;
    reportNotShown(draft.client, gap, draft.operation);
    return body;
  };
}

/** Creates a reader that reports the gap of items of unknown shape. */
export function notShownItems(gap: string, read: ReadItems): ReadItems {
  return (bytes, context) => {
    reportNotShown(context, gap, context.operation);
    return read(bytes, context);
  };
}
