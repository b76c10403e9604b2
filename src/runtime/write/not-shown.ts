import type { BodyReader } from '../client/client.js';
import { InvalidInputError } from '../values/errors.js';
import { reportNotShown } from '../values/report-not-shown.js';
import type { ReadItems } from '../values/stream-types.js';
import type { Draft } from './draft.js';
import { writeQuery } from './query.js';

/** The error for a parameter whose wire name neither the documentation nor `wireNames` contains. Nothing was sent. */
export class UnboundParameterError extends InvalidInputError {
  override readonly name: string = 'UnboundParameterError';
  /** The id of the item that asks for the wire name. */
  readonly item: string;

  constructor(item: string) {
    super(item, 'has no wire name: pass one to createClient in wireNames');
    this.item = item;
  }
}

/** Writes a parameter under the wire name of its item, if the caller passes a value. */
export function writeUnnamed(
  draft: Draft,
  item: string,
  value: unknown,
  write: (draft: Draft, name: string, value: unknown) => void = writeQuery,
): void {
  if (value == null) return;
  const name: unknown = Reflect.get(Object(draft.client.wireNames), item);
  if (typeof name !== 'string') throw new UnboundParameterError(item);
  write(draft, name, value);
  reportSent(draft, item);
}

/** Writes the query parameters that the caller assumes: primitives, or arrays, whose pairs are repeated. */
export function writeExtraQuery(draft: Draft, item: string, value: unknown): void {
  if (value == null) return;
  for (const [name, each] of Object.entries(value)) {
    for (const part of [each].flat()) writeQuery(draft, name, part);
  }
  reportSent(draft, item);
}

/** Returns a value of an assumed shape, and reports that it is sent. */
export function reportAssumed<Value>(draft: Draft, item: string, value: Value): Value {
  if (value !== undefined) reportSent(draft, item);
  return value;
}

// A call that is sent again with another credential reports an item only once.
const sent = /* @__PURE__ */ new WeakMap<AbortSignal, Set<string>>();

function reportSent({ client, operation, init: { signal } }: Draft, item: string): void {
  const items = sent.get(signal) ?? new Set();
  if (items.has(item)) return;
  sent.set(signal, items.add(item));
  reportNotShown(client, item, operation);
}

/** Creates a reader that reports the item of a body of unknown shape. */
export function notShownResponse(item: string, read: BodyReader): BodyReader {
  return (...response) => {
    const body = read(...response);
    const [, , draft] = response;
    reportNotShown(draft.client, item, draft.operation);
    return body;
  };
}

/** Creates a reader that reports the item of items of unknown shape. */
export function notShownItems(item: string, read: ReadItems): ReadItems {
  return (bytes, context) => {
    reportNotShown(context, item, context.operation);
    return read(bytes, context);
  };
}
