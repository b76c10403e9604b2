import { InvalidInputError } from '../values/errors.js';
import { isRecord } from '../values/is-record.js';
import { type Encode, membersOf, writeParts } from './parts.js';
import { addPair, type QueryDraft } from './query.js';
import { percentEncode, writeText } from './text.js';

/**
 * Writes any value by style `form` as one pair (RFC 6570, 3.2.8). Writes nothing for `undefined`, `null` and empty
 * values.
 */
export function writeForm(draft: QueryDraft, name: string, value: unknown, encode?: Encode): void {
  addPairs(draft, formPairs(name, value, encode));
}

/**
 * Writes any value by style `form` with `explode`: a pair per item or member. A member that is an array repeats its
 * pair.
 */
export function writeExplodedForm(draft: QueryDraft, name: string, value: unknown, encode?: Encode): void {
  addPairs(draft, explodedPairs(name, value, encode));
}

function addPairs(draft: QueryDraft, pairs: readonly EncodedPair[]): void {
  for (const pair of pairs) addPair(draft, pair.join('='));
}

/** A name and a value, both encoded. */
export type EncodedPair = readonly [name: string, value: string];

/** Returns the encoded pair of a value in style `form`, or none. */
export function formPairs(
  name: string,
  value: unknown,
  encode: Encode = percentEncode,
  encodeName: Encode = percentEncode,
): EncodedPair[] {
  const parts = value == null ? [] : writeParts(name, value, ',', encode);
  return parts.length === 0 ? [] : [[encodeName(name, name), parts.join(',')]];
}

/** Lists the encoded pairs of a value in style `form` with `explode`. */
export function explodedPairs(
  name: string,
  value: unknown,
  encode: Encode = percentEncode,
  encodeName: Encode = percentEncode,
): EncodedPair[] {
  if (value == null) return [];
  if (isRecord(value)) {
    return membersOf(value).flatMap(([member, inner]) => {
      const items: readonly unknown[] = Array.isArray(inner) ? inner : [inner];
      const key = encodeName(writeText(name, member), name);
      return items.map((item): EncodedPair => [key, encode(writeText(name, item), name)]);
    });
  }
  const key = encodeName(name, name);
  return writeParts(name, value, ',', encode).map((part) => [key, part]);
}

/** A style that is named after its delimiter. */
export interface DelimitedStyle {
  readonly delimiter: string;
  /** Encodes the parts. The default is percent-encoding. */
  readonly encode?: Encode;
}

/** Writes an array or object by a style that is named after its delimiter. Throws if a part contains the delimiter. */
export function writeDelimited(
  draft: QueryDraft,
  name: string,
  value: unknown,
  { delimiter, encode = percentEncode }: DelimitedStyle,
): void {
  const encodePart = (text: string): string => {
    if (text.includes(delimiter)) throw new InvalidInputError(name, `must not contain '${delimiter}'`);
    return encode(text, name);
  };
  const parts = value == null ? [] : writeParts(name, value, ',', encodePart);
  if (parts.length > 0) addPair(draft, `${percentEncode(name)}=${parts.join(percentEncode(delimiter))}`);
}

/**
 * Writes an object by style `deepObject`, with further brackets for nested members. Writes other values by style
 * `form`.
 */
export function writeDeep(draft: QueryDraft, name: string, value: unknown, encode?: Encode): void {
  if (isRecord(value)) for (const pair of listDeepPairs(name, percentEncode(name), value, encode)) addPair(draft, pair);
  else writeExplodedForm(draft, name, value, encode);
}

function listDeepPairs(
  name: string,
  prefix: string,
  value: Readonly<Record<string, unknown>>,
  encode: Encode = percentEncode,
): string[] {
  return membersOf(value).flatMap(([member, inner]) => {
    if (/[[\]]/.test(member)) throw new InvalidInputError(name, 'must not have a name with brackets');
    const key = `${prefix}%5B${percentEncode(writeText(name, member))}%5D`;
    if (isRecord(inner)) return listDeepPairs(name, key, inner, encode);
    const items: readonly unknown[] = Array.isArray(inner) ? inner : [inner];
    return items.map((item) => `${key}=${encode(writeText(name, item), name)}`);
  });
}
