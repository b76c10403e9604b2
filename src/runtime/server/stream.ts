import { isAsyncIterable, isItems } from '../values/is-iterable.js';
import { isJson } from '../values/is-json.js';
import { ReplyError } from './reply.js';

/** Items that are sent one by one, as they become available. */
export type Items<Item> = Iterable<Item> | AsyncIterable<Item>;

/** Text that is sent as it becomes available. */
export type TextStream = string | AsyncIterable<string>;

/** Writes JSON; `JSON.stringify` by default. */
type Stringify = (item: unknown) => string | undefined;

/** Writes JSON Lines: one JSON text per line. */
export function writeJsonLines(items: unknown, stringify?: Stringify): AsyncGenerator<string> {
  return writeItems(items, (item) => `${writeItem(item, stringify)}\n`);
}

/** Writes a JSON text sequence (RFC 7464). */
export function writeJsonSequence(items: unknown, stringify?: Stringify): AsyncGenerator<string> {
  return writeItems(items, (item) => `\u001e${writeItem(item, stringify)}\n`);
}

/** Writes server-sent events (WHATWG HTML, 9.2.5) from objects with `data` and other fields. */
export function writeEvents(items: unknown, stringify?: Stringify): AsyncGenerator<string> {
  return writeItems(items, (item) => writeEvent(item, stringify));
}

/**
 * Writes server-sent events with JSON in their `data`. A string is sent unchanged, or as JSON if it would be read as
 * JSON.
 */
export function writeDataEvents(items: unknown, stringify?: Stringify): AsyncGenerator<string> {
  return writeItems(items, (item) => {
    const { data, ...fields } = Object(item);
    const isSent = data === undefined || (typeof data === 'string' && !isJson(data));
    return writeEvent({ ...fields, data: isSent ? data : writeItem(data, stringify) }, stringify);
  });
}

function writeEvent(item: unknown, stringify: Stringify | undefined): string {
  if (typeof item !== 'object' || item === null) throw new ReplyError('an item must be an event');
  const fields = ['event', 'id', 'retry', 'data'].flatMap((name) => writeEventField(name, item, stringify));
  return `${fields.join('\n')}\n\n`;
}

// Throws before anything is sent if the body is not a sequence.
function writeItems(items: unknown, write: (item: unknown) => string): AsyncGenerator<string> {
  if (isItems(items)) return writeEach(items, write);
  throw new ReplyError('the body must be iterable');
}

async function* writeEach(items: Items<unknown>, write: (item: unknown) => string): AsyncGenerator<string> {
  for await (const item of items) yield write(item);
}

/** Writes text as a whole or in chunks. */
export function writeTextStream(body: unknown): string | AsyncIterable<string> {
  if (typeof body === 'string') return body;
  if (isAsyncIterable(body)) return toText(body);
  throw new ReplyError('the body must be text or an async iterable of text');
}

/** Writes bytes as a whole or in chunks. */
export function writeBytesStream(body: unknown): Uint8Array | AsyncIterable<Uint8Array> {
  if (body instanceof Uint8Array) return body;
  if (isAsyncIterable(body)) return toBytes(body);
  throw new ReplyError('the body must be a Uint8Array or an async iterable of Uint8Arrays');
}

async function* toText(chunks: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const chunk of chunks) yield String(chunk);
}

async function* toBytes(chunks: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    if (!(chunk instanceof Uint8Array)) throw new ReplyError('a chunk of the body must be a Uint8Array');
    yield chunk;
  }
}

function writeItem(item: unknown, stringify: Stringify = JSON.stringify): string {
  const text = stringify(item);
  if (typeof text !== 'string') throw new ReplyError('an item must be a JSON value');
  return text;
}

function writeEventField(name: string, item: object, stringify: Stringify | undefined): string[] {
  const value: unknown = Reflect.get(item, name);
  if (value === undefined || value === null) return [];
  const lines = (typeof value === 'object' ? writeItem(value, stringify) : String(value)).split(/\r\n|\r|\n/);
  // Only data may have several lines. Readers ignore an id with NUL.
  if (name !== 'data' && (lines.length > 1 || lines[0]?.includes('\0')))
    throw new ReplyError(`the field '${name}' of an event must be one line`);
  return lines.map((line) => `${name}: ${line}`);
}
