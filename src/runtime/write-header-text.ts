/**
 * How the value of a header becomes text: JSON, or style `simple`, the members of an object as `name=value` where
 * `exploded`.
 */
export type HeaderForm = 'simple' | 'exploded' | 'json';

/** Throws; `needed` completes a sentence that ends in "is no …". */
export type Refuse = (needed: string) => never;

/**
 * Finds what a header cannot carry in a text, as the end of a sentence "is no …"; `undefined` where its reader gets the
 * text back.
 */
export function findHeaderFault(text: string): string | undefined {
  // After a line break the author of a value would write headers of their own (RFC 9110, 5.5).
  if (/[^\t -~\x80-\xff]/.test(text)) return 'header value: it has a character that headers cannot carry';
  return /^\s|\s$/.test(text) ? 'header value: readers remove the white space around it' : undefined;
}

/**
 * Writes the value of a header by style `simple`, where nothing is percent-encoded (OpenAPI 3.2, 4.12.2.2), or as JSON.
 * `undefined` means that the header is not sent: `null`, an array without items and an object without members are
 * undefined
 * (RFC 6570, 2.3). What a reader would get back as something else is refused.
 */
export function writeHeaderText(value: unknown, form: HeaderForm, refuse: Refuse): string | undefined {
  if (form === 'json') return escapeHeader(JSON.stringify(value));
  if (value == null) return undefined;
  const parts = Array.isArray(value)
    ? value.map((item) => writePart(item, /,/, refuse))
    : Object.prototype.toString.call(value) === '[object Object]'
      ? writeMembers(value, form === 'exploded', refuse)
      : [checkText(value, refuse)];
  return parts.length === 0 ? undefined : parts.join(',');
}

/** Escapes in a JSON text what a header cannot hold. */
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
  return separator === undefined ? text : refuse(`header value: '${separator}' inside a part would end it`);
}

function checkText(value: unknown, refuse: Refuse): string {
  const text = String(value);
  // The type before the text tells `null` from 'null' and NaN from a number.
  if (!/^(st|b|n\D+\d)/.test(typeof value + text)) refuse('header value: only texts, numbers and booleans are');
  const fault = findHeaderFault(text);
  return fault === undefined ? text : refuse(fault);
}
