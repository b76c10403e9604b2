import type { ReadItems, ServerSentEvent, StreamContext } from '../values/stream-types.js';
import { EventBuilder } from './event-builder.js';
import { checkItemSize, decodeText, parseItem, splitText } from './stream-text.js';

/** Reads server-sent events (WHATWG HTML, 9.2.6). Drops an incomplete last event. */
export async function* readEvents(
  bytes: AsyncIterable<Uint8Array>,
  context: StreamContext,
): AsyncGenerator<ServerSentEvent, void, void> {
  const { operation, progress } = context;
  const builder = new EventBuilder();
  for await (const [line, isWhole] of splitText(
    normalizeStreamLineEnds(decodeText(bytes, operation, true)),
    '\n',
    context,
  )) {
    if (!isWhole) return;
    const event = builder.addLine(line);
    checkItemSize(builder.size, context);
    const { lastEventId, retryMs } = builder;
    if (lastEventId !== undefined) progress.lastEventId = lastEventId;
    if (retryMs !== undefined) progress.retryMs = retryMs;
    if (event) yield event;
  }
}

/** Creates a reader of server-sent events. The fields with the given names contain JSON. */
export function readJsonEvents(...names: readonly string[]): ReadItems {
  return async function* (bytes, context) {
    for await (const event of readEvents(bytes, context)) {
      const parsed: Record<string, unknown> = { ...event };
      for (const name of names) {
        const text = parsed[name];
        if (typeof text === 'string') parsed[name] = parseItem(text, context);
      }
      yield parsed;
    }
  };
}

/**
 * Creates a reader of server-sent events with JSON in their `data`. Data that is not JSON, such as `[DONE]`, remains
 * text.
 */
export function readDataEvents(parseData?: (text: string) => unknown): ReadItems {
  return async function* (bytes, context) {
    const parse = parseData ?? context.parse ?? JSON.parse;
    for await (const event of readEvents(bytes, context)) {
      let data: unknown = event.data;
      try {
        data = parse(event.data);
      } catch {}
      yield { ...event, data };
    }
  };
}

// A CR ends a line at once. A following LF, perhaps in a later chunk, belongs to the same line end.
async function* normalizeStreamLineEnds(texts: AsyncIterable<string>): AsyncGenerator<string, void, void> {
  let endedInReturn = false;
  for await (const text of texts) {
    if (text === '') continue;
    const rest = endedInReturn && text.startsWith('\n') ? text.slice(1) : text;
    endedInReturn = text.endsWith('\r');
    yield rest.replace(/\r\n?/g, '\n');
  }
}
