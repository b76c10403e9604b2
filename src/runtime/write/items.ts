import { InvalidInputError } from '../values/errors.js';
import { isAsyncIterable, isIterable } from '../values/is-iterable.js';
import { isJson } from '../values/is-json.js';
import { isRecord } from '../values/is-record.js';
import { type Draft, setContentType, setStream } from './draft.js';
import { checkJson, writeJson } from './json.js';
import { writeText } from './text.js';

/** Sends a sequence as JSON Lines, unless it is `undefined`: an iterable at once, an async iterable item by item. */
export function jsonLinesBody(draft: Draft, items: unknown, contentType: string, stringify?: Stringify): void {
  sendItems(draft, items, contentType, (item) => `${writeItem(item, stringify)}\n`);
}

/** Sends a sequence as a JSON text sequence (RFC 7464, 2.2), unless it is `undefined`. */
export function jsonSequenceBody(draft: Draft, items: unknown, contentType: string, stringify?: Stringify): void {
  sendItems(draft, items, contentType, (item) => `\u001e${writeItem(item, stringify)}\n`);
}

/** Sends server-sent events (WHATWG HTML, 9.2.5), unless they are `undefined`. */
export function eventsBody(draft: Draft, items: unknown, contentType: string, stringify?: Stringify): void {
  sendItems(draft, items, contentType, (item) => writeEvent(item, stringify));
}

/**
 * Sends server-sent events with JSON in their `data`. A string is sent unchanged, or as JSON if it would be read as
 * JSON.
 */
export function dataEventsBody(draft: Draft, items: unknown, contentType: string, stringify?: Stringify): void {
  sendItems(draft, items, contentType, (item) => {
    const { data, ...fields } = Object(item);
    const isSent = data === undefined || (typeof data === 'string' && !isJson(data));
    return writeEvent({ ...fields, data: isSent ? data : writeItem(data, stringify) }, stringify);
  });
}

/** Writes JSON; `JSON.stringify` by default. */
type Stringify = (item: unknown) => string | undefined;

function sendItems(draft: Draft, items: unknown, contentType: string, write: (item: unknown) => string): void {
  if (items === undefined) return;
  setContentType(draft, contentType);
  if (isIterable(items)) {
    // An iterator, such as a generator, can be sent only once.
    draft.once = Object.is(items[Symbol.iterator](), items);
    draft.init.body = Array.from(items, write).join('');
  } else if (isAsyncIterable(items)) {
    setStream(draft, writeItems(items, write));
  } else throw new InvalidInputError('body', 'must be an iterable of items');
}

function writeItems(items: AsyncIterable<unknown>, write: (item: unknown) => string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const source = items[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await source.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(write(value)));
    },
    async cancel() {
      await source.return?.();
    },
  });
}

function writeItem(item: unknown, stringify: Stringify = (one) => writeJson('body', one)): string {
  const text = stringify(item);
  if (typeof text !== 'string') throw new InvalidInputError('body', 'must contain only JSON values');
  checkJson('body', item, text);
  return text;
}

function writeEvent(item: unknown, stringify: Stringify | undefined): string {
  if (!isRecord(item)) throw new InvalidInputError('body', 'must contain only events');
  const lines = ['event', 'id', 'retry', 'data'].flatMap((name) => {
    const value = item[name];
    if (value == null) return [];
    const text = typeof value === 'object' ? writeItem(value, stringify) : writeText(`body: ${name}`, value);
    // Only data may have several lines. Readers ignore an id with NUL.
    if (name !== 'data' && /[\r\n\0]/.test(text)) throw new InvalidInputError(`body: ${name}`, 'must be one line');
    return text.split(/\r\n?|\n/).map((line) => `${name}: ${line}`);
  });
  return `${lines.join('\n')}\n\n`;
}
