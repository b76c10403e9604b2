import { InvalidInputError } from '../values/errors.js';
import { escapeHeader, writeHeaderText } from '../values/header-text.js';
import { type Draft, setHeader } from './draft.js';
import { writeJson } from './json.js';

/** The target of headers: a request, or a part of a body. */
export type HeaderDraft = Pick<Draft, 'headers'>;

/** Writes any value as a header by style `simple`. Refuses a value that its reader would read as another value. */
export function writeHeader(draft: HeaderDraft, name: string, value: unknown, explode: boolean): void {
  const refuse = (problem: string): never => {
    throw new InvalidInputError(name, problem);
  };
  setHeader(draft, name, writeHeaderText(value, explode ? 'exploded' : 'simple', refuse));
}

/** Refuses `__proto__`, which no record of headers can contain, not even that of `fetch`. */
export function refuseHeader(name: string, value: unknown): void {
  if (value != null)
    throw new InvalidInputError(name, 'cannot be sent, because an object of headers cannot contain it');
}

/** Writes JSON for a header, in ASCII only. Returns `undefined` for `undefined`. */
export function headerJson(name: string, value: unknown): string | undefined {
  return escapeHeader(writeJson(name, value));
}
