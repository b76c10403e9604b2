/** Returns whether a value is an iterable object. Strings are iterable, but do not count. */
export function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

/** Returns whether a value is an async iterable. */
export function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** Returns whether a value has items that can be read one by one. */
export function isItems(value: unknown): value is AsyncIterable<unknown> | Iterable<unknown> {
  return isAsyncIterable(value) || isIterable(value);
}
