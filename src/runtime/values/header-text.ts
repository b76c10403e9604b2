import { isRecord } from './is-record.js';

/**
 * How the value of a header is written: as JSON, or by style `simple`. `exploded`: with `name=value` for the members of
 * an object.
 */
export type HeaderForm = 'simple' | 'exploded' | 'json';

/** Throws an error. `problem` is a sentence without its subject. The subject is the header. */
export type Refuse = (problem: string) => never;

/** Returns why a header cannot contain a text, as a sentence without its subject, or `undefined` if it can. */
export function findHeaderFault(text: string): string | undefined {
  // With a line break, a value could add headers (RFC 9110, 5.5).
  if (/[^\t -~\x80-\xff]/.test(text)) return 'has a character that headers cannot contain';
  return /^\s|\s$/.test(text) ? 'must not begin or end with white space, which readers remove' : undefined;
}

/**
 * Writes the value of a header by style `simple`, without percent-encoding (OpenAPI 3.2, 4.12.3), or as JSON. Returns
 * `undefined` if the header is not sent: for `null`, an array without items and an object without members (RFC 6570,
 * 2.3). Refuses a value that its reader would read as another value.
 */
export function writeHeaderText(value: unknown, form: HeaderForm, refuse: Refuse): string | undefined {
  if (form === 'json') return escapeHeader(JSON.stringify(value));
  if (value == null) return undefined;
  const parts = Array.isArray(value)
    ? value.map((item) => writePart(item, /,/, refuse))
    : isRecord(value)
      ? writeMembers(value, form === 'exploded', refuse)
      : [checkText(value, refuse)];
  return parts.length === 0 ? undefined : parts.join(',');
}

/** Escapes the characters of a JSON text that a header cannot contain. */
export function escapeHeader(text: string | undefined): string | undefined {
  const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return text?.replace(/[\x7f-\uffff]/g, escapeUnit);
}

function writeMembers(value: object, isExploded: boolean, refuse: Refuse): string[] {
  const members = Object.entries(value).filter(([, member]) => member != null);
  const write = (part: unknown): string => writePart(part, isExploded ? /[,=]/ : /,/, refuse);
  return members.flatMap(([name, member]) =>
    isExploded ? [`${write(name)}=${write(member)}`] : [write(name), write(member)],
  );
}

function writePart(value: unknown, separators: RegExp, refuse: Refuse): string {
  const text = checkText(value, refuse);
  const [separator] = separators.exec(text) ?? [];
  return separator === undefined ? text : refuse(`must not contain '${separator}' inside a part, which it would end`);
}

function checkText(value: unknown, refuse: Refuse): string {
  const text = String(value);
  // The prefix with the type distinguishes `null` from 'null' and NaN from numbers.
  if (!/^(st|b|n\D+\d)/.test(typeof value + text)) refuse('must be text, a finite number or a boolean');
  const fault = findHeaderFault(text);
  return fault === undefined ? text : refuse(fault);
}
