import type { ServerSentEvent } from './stream-types.js';

/** Builds server-sent events from their lines (WHATWG HTML, 9.2.6). */
export class EventBuilder {
  /** The last id that an event was sent with. */
  lastEventId: string | undefined;
  /** The last `retry` in milliseconds. */
  retryMs: number | undefined;
  /** The length of the data of the event that is being built. */
  size = 0;
  #data: string[] = [];
  #fields: { event?: string; id?: string; retry?: number } = {};

  /** Adds a line without its end; returns the event that an empty line completes. An event without data is none. */
  addLine(line: string): ServerSentEvent | undefined {
    if (line !== '') {
      this.#addField(line);
      return undefined;
    }
    const data = this.#data;
    const fields = this.#fields;
    // An id counts even if its event has no data.
    if (fields.id !== undefined) this.lastEventId = fields.id;
    this.#data = [];
    this.#fields = {};
    this.size = 0;
    return data.length > 0 ? { ...fields, data: data.join('\n') } : undefined;
  }

  #addField(line: string): void {
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === 'data') {
      this.#data.push(value);
      this.size += value.length + 1;
    } else if (name === 'event') {
      if (value === '') delete this.#fields.event;
      else this.#fields.event = value;
    } else if (name === 'id') {
      if (!value.includes('\0')) this.#fields.id = value;
    } else if (name === 'retry' && /^\d+$/.test(value)) {
      this.#fields.retry = this.retryMs = Number(value);
    }
  }
}
