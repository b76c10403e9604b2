import type { ServerSentEvent } from '../values/stream-types.js';

/** Builds server-sent events from their lines (WHATWG HTML, 9.2.6). */
export class EventBuilder {
  /** The last event id that was received. */
  lastEventId: string | undefined;
  /** The last received `retry`, in milliseconds. */
  retryMs: number | undefined;
  /** The length of the data of the unfinished event. */
  size = 0;
  #data: string[] = [];
  #fields: { event?: string; id?: string; retry?: number } = {};

  /** Adds a line without its line end. Returns the event that an empty line completes, unless the event has no data. */
  addLine(line: string): ServerSentEvent | undefined {
    if (line !== '') {
      this.#addField(line);
      return undefined;
    }
    const data = this.#data;
    const fields = this.#fields;
    // The id counts even if its event has no data.
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
