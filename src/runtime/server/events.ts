import { EventBuilder } from '../read/event-builder.js';
import { Malformed, readJson } from '../read/json.js';
import { isJson } from '../values/is-json.js';
import type { ServerSentEvent } from '../values/stream-types.js';
import { decodeBytes, type ReadContent } from './body.js';

/** Reads server-sent events (WHATWG HTML, 9.2.6) as an array. Drops an incomplete last event. */
export const readEventsContent: ReadContent = (bytes) => readAll(bytes);

/** Creates a reader of server-sent events. The fields with the given names contain JSON. */
export function jsonEventsReader(...names: readonly string[]): ReadContent {
  return (bytes, options) =>
    readAll(bytes).map((event) => {
      const own = Object.entries(event).filter(([name]) => names.includes(name));
      return { ...event, ...Object.fromEntries(own.map(([name, text]) => [name, readJson(String(text), options)])) };
    });
}

/** Reads server-sent events with JSON in their `data`. Data that is not JSON, such as `[DONE]`, remains text. */
export const readDataEventsContent: ReadContent = (bytes, options) =>
  readAll(bytes).map((event) => ({ ...event, data: isJson(event.data) ? readJson(event.data, options) : event.data }));

/**
 * Creates a function that converts the JSON in the `data` of an event. Text that cannot be converted does not change.
 */
export function changeData(change: (data: unknown) => unknown): (event: unknown) => unknown {
  return (event) => {
    const data: unknown = Reflect.get(Object(event), 'data');
    try {
      return { ...Object(event), data: change(data) };
    } catch (error) {
      if (typeof data === 'string' && error instanceof Malformed) return event;
      throw error;
    }
  };
}

function readAll(bytes: Uint8Array): ServerSentEvent[] {
  const builder = new EventBuilder();
  const lines = decodeBytes(bytes).split(/\r\n|\r|\n/);
  // The last line has no line end, so it is incomplete.
  return lines.slice(0, -1).flatMap((line) => builder.addLine(line) ?? []);
}
