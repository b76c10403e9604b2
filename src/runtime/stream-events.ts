import { SizeLimitError } from './client-errors.js';
import { decodeText, parseItem, splitText } from './stream-text.js';
import type { ReadItems, ServerSentEvent, StreamContext } from './stream-types.js';

/** Reads server-sent events (WHATWG HTML, 9.2.6); what the end of the stream cuts off is no event. */
export async function* readEvents(
  bytes: AsyncIterable<Uint8Array>,
  context: StreamContext,
): AsyncGenerator<ServerSentEvent, void, void> {
  let draft = startEvent();
  for await (const [line, isWhole] of splitText(unifyLineEnds(decodeText(bytes)), '\n', context)) {
    if (!isWhole) return;
    if (line !== '') readField(draft, line, context);
    else {
      // An id counts from the event on that it stands in, even where that has no data.
      if (draft.fields.id !== undefined) context.progress.lastEventId = draft.fields.id;
      const { data, fields } = draft;
      draft = startEvent();
      if (data.length > 0) yield { ...fields, data: data.join('\n') };
    }
  }
}

/** Reads server-sent events some of whose fields hold JSON. */
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

/** Reads server-sent events with JSON in their `data`; data that is no JSON, such as `[DONE]`, stays text. */
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

interface EventDraft {
  readonly data: string[];
  size: number;
  readonly fields: { event?: string; id?: string; retry?: number };
}

function startEvent(): EventDraft {
  return { data: [], size: 0, fields: {} };
}

function readField(draft: EventDraft, line: string, { maxBytes, operation, progress }: StreamContext): void {
  const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
  if (name === 'data') {
    draft.data.push(value);
    draft.size += value.length + 1;
    if (draft.size > maxBytes) throw new SizeLimitError(operation);
  } else if (name === 'event') {
    if (value === '') delete draft.fields.event;
    else draft.fields.event = value;
  } else if (name === 'id') {
    if (!value.includes('\0')) draft.fields.id = value;
  } else if (name === 'retry' && /^\d+$/.test(value)) {
    draft.fields.retry = progress.retryMs = Number(value);
  }
}

// A lone CR ends a line at once; an LF that follows it, maybe much later, belongs to it.
async function* unifyLineEnds(texts: AsyncIterable<string>): AsyncGenerator<string, void, void> {
  let endedInReturn = false;
  for await (const text of texts) {
    if (text === '') continue;
    const rest = endedInReturn && text.startsWith('\n') ? text.slice(1) : text;
    endedInReturn = text.endsWith('\r');
    yield rest.replace(/\r\n?/g, '\n');
  }
}
