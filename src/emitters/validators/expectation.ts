import type { JsonValue } from '../../model/element.js';
import type { JsonType } from '../../model/schema.js';
import type { Kinds } from './analysis/kinds.js';

/** Formats a count: `1 item`, `3 items`. */
export function formatCount(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

/** Formats the types that a value may have: `a string or null`. */
export function formatKinds(kinds: Kinds): string {
  const words = order.filter((kind) => kinds.has(kind)).map((kind) => kindWords[kind]);
  if (words.length === 0) return 'absent';
  return words.length === 1 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

const kindWords: { readonly [T in JsonType]: string } = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
};
const order: readonly JsonType[] = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'];

const mostValues = 12;
const longestValue = 60;

/** Formats the values of `enum` and `const`. Shortens long lists and long values. */
export function formatValues(values: readonly JsonValue[]): string {
  const shown = values.slice(0, mostValues).map((value) => {
    const text = JSON.stringify(value);
    return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
  });
  const more = values.length - shown.length;
  const list = [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  return values.length === 1 ? list : `one of ${list}`;
}
