import { type Draft, setHeader } from './client.js';
import { RefusedInputError } from './client-errors.js';
import { escapeHeader, writeHeaderText } from './write-header-text.js';
import { writeJson } from './write-json.js';

/** What headers are written to: a request, or a part of one. */
export type HeaderDraft = Pick<Draft, 'headers'>;

/** Writes any value as header by style `simple`; what a reader would get back as something else is refused. */
export function writeHeader(draft: HeaderDraft, name: string, value: unknown, explode: boolean): void {
  const refuse = (needed: string): never => {
    throw new RefusedInputError(name, needed);
  };
  setHeader(draft, name, writeHeaderText(value, explode ? 'exploded' : 'simple', refuse));
}

/** Refuses a value of a header that no record of headers can hold, `fetch` included: `__proto__`. */
export function refuseHeader(name: string, value: unknown): void {
  if (value != null) throw new RefusedInputError(name, 'name of a header that can be sent');
}

/** Writes JSON for a header, which holds ASCII only; `undefined` for `undefined`. */
export function headerJson(name: string, value: unknown): string | undefined {
  return escapeHeader(writeJson(name, value));
}
