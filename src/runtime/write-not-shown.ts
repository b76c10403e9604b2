import type { BodyReader, Draft } from './client.js';
import { RefusedInputError } from './client-errors.js';
import type { ReadItems } from './stream-types.js';
import { tellNotShown } from './tell-not-shown.js';
import { writeQuery } from './write-query.js';

/**
 * A parameter was given whose wire name the documentation does not show, and `wireNames` does not tell it. Nothing was
 * sent.
 */
export class UnboundParameterError extends RefusedInputError {
  override readonly name: string = 'UnboundParameterError';
  /** The id of the item that asks for the wire name. */
  readonly item: string;

  constructor(item: string) {
    super(item, 'bound wire name: give it to createClient in wireNames');
    this.item = item;
  }
}

/** Writes a parameter under the wire name that the caller has bound to its item, where it is given. */
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
  tellSent(draft, item);
}

/** Writes the query parameters that the caller assumes: primitives, or arrays whose pairs are repeated. */
export function writeExtraQuery(draft: Draft, item: string, value: unknown): void {
  if (value == null) return;
  for (const [name, each] of Object.entries(value)) {
    for (const part of [each].flat()) writeQuery(draft, name, part);
  }
  tellSent(draft, item);
}

/** Gives what the caller assumes to be of an unknown shape, and tells that it is sent. */
export function tellAssumed<Value>(draft: Draft, item: string, value: Value): Value {
  if (value !== undefined) tellSent(draft, item);
  return value;
}

// A call that is sent again with another credential touches no more than before.
const sent = /* @__PURE__ */ new WeakMap<AbortSignal, Set<string>>();

function tellSent({ client, operation, init: { signal } }: Draft, item: string): void {
  const items = sent.get(signal) ?? new Set();
  if (items.has(item)) return;
  sent.set(signal, items.add(item));
  tellNotShown(client, item, operation);
}

/** Reads a body of unknown shape, and tells that one came. */
export function notShownAnswer(item: string, read: BodyReader): BodyReader {
  return (...answer) => {
    const body = read(...answer);
    const [, , , draft] = answer;
    tellNotShown(draft.client, item, draft.operation);
    return body;
  };
}

/** Reads items of unknown shape, and tells that they come. */
export function notShownItems(item: string, read: ReadItems): ReadItems {
  return (bytes, context) => {
    tellNotShown(context, item, context.operation);
    return read(bytes, context);
  };
}
