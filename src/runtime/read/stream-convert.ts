import { type Conversion, ConversionError, fromWire, type PartsConversion, toWire } from '../values/convert.js';
import { InvalidInputError } from '../values/errors.js';
import { readExactJson } from '../values/exact-json.js';
import { isAsyncIterable, isIterable } from '../values/is-iterable.js';
import { type ReadItems, StreamItemError } from '../values/stream-types.js';

/** Creates a reader that converts items. An item that does not match is an error. */
export function convertedItems(conversion: Conversion, read: ReadItems): ReadItems {
  return convertedParts({ items: conversion }, read);
}

/** Creates a reader that converts items by their position. An item that does not match is an error. */
export function convertedParts({ first = [], items }: PartsConversion, read: ReadItems): ReadItems {
  return async function* (bytes, context) {
    let index = 0;
    for await (const item of read(bytes, { ...context, parse: readExactJson })) {
      try {
        yield fromWire(item, index < first.length ? first[index] : items);
      } catch (error) {
        if (!(error instanceof ConversionError)) throw error;
        throw new StreamItemError(context.operation, error.message);
      }
      index += 1;
    }
  };
}

/** Creates a function that parses and converts the JSON in the `data` of an event. */
export function convertedData(conversion: Conversion): (text: string) => unknown {
  return (text) => fromWire(readExactJson(text), conversion);
}

/** Converts items to what is sent. Throws for a `Date` or `bigint` that cannot be sent. */
export function sentItems(items: unknown, conversion: Conversion): unknown {
  const send = (item: unknown): unknown => {
    try {
      return toWire(item, conversion);
    } catch (error) {
      throw error instanceof ConversionError
        ? new InvalidInputError(`body${error.instancePath}`, `must be ${error.needed}`)
        : error;
    }
  };
  if (isAsyncIterable(items)) return sendAll(items, send);
  if (!isIterable(items)) return items;
  const isOnce = Object.is(items[Symbol.iterator](), items);
  const all = Array.from(items, send);
  return isOnce ? all.values() : all;
}

async function* sendAll(items: AsyncIterable<unknown>, send: (item: unknown) => unknown): AsyncGenerator<unknown> {
  for await (const item of items) yield send(item);
}
