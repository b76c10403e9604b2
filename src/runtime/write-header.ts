import { type Draft, setHeader } from './client.js';
import { RefusedInputError } from './client-errors.js';
import { writeJson } from './write-json.js';
import { refuseDelimiters, writeParts } from './write-parts.js';

/** What headers are written to: a request, or a part of one. */
export type HeaderDraft = Pick<Draft, 'headers'>;

/** Writes any value as header by style `simple`, where nothing is percent-encoded: a part that holds a comma is refused. */
export function writeHeader(draft: HeaderDraft, name: string, value: unknown, explode: boolean): void {
  if (value == null) return;
  const hasParts = typeof value === 'object';
  const parts = hasParts
    ? writeParts(name, value, explode, ',', explode && !Array.isArray(value) ? pairPart : part)
    : [];
  if (!hasParts || parts.length > 0) setHeader(draft, name, hasParts ? parts.join(',') : value);
}

/** Refuses a value of a header that no record of headers can hold, `fetch` included: `__proto__`. */
export function refuseHeader(name: string, value: unknown): void {
  if (value != null) throw new RefusedInputError(name, 'name of a header that can be sent');
}

// A reader takes the space around a part away.
const part = /* @__PURE__ */ refuseDelimiters(/,|^\s|\s$/);
const pairPart = /* @__PURE__ */ refuseDelimiters(/[,=]|^\s|\s$/);

/** Writes JSON for a header, which holds ASCII only; `undefined` for `undefined`. */
export function headerJson(name: string, value: unknown): string | undefined {
  return escapeHeader(writeJson(name, value));
}

/** Escapes what a header cannot hold in a JSON text. */
export function escapeHeader(text: string | undefined): string | undefined {
  const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return text?.replace(/[\x7f-\uffff]/g, escapeUnit);
}
