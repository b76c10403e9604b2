import { InvalidInputError } from './client-errors.js';
import { isRecord } from './is-record.js';
import { type Encode, membersOf, writeParts } from './write-parts.js';
import { addPair, type QueryDraft } from './write-query.js';
import { percentEncode, writeText } from './write-text.js';

/**
 * Writes any value by style `form` (RFC 6570, 3.2.8). Writes nothing for `undefined`, `null` and empty values. With
 * `explode`, a member that is an array repeats its pair.
 */
export function writeForm(draft: QueryDraft, name: string, value: unknown, explode: boolean, encode?: Encode): void {
  for (const [key, part] of formPairs(name, value, explode, encode)) addPair(draft, `${key}=${part}`);
}

/** Lists the encoded pairs of a value in style `form`. */
export function formPairs(
  name: string,
  value: unknown,
  explode: boolean,
  encode: Encode = percentEncode,
  encodeName: Encode = percentEncode,
): [name: string, value: string][] {
  if (value == null) return [];
  if (explode && isRecord(value)) {
    return membersOf(value).flatMap(([member, inner]) => {
      const items: readonly unknown[] = Array.isArray(inner) ? inner : [inner];
      const key = encodeName(writeText(name, member), name);
      return items.map((item): [string, string] => [key, encode(writeText(name, item), name)]);
    });
  }
  const key = encodeName(name, name);
  const parts = writeParts(name, value, false, ',', encode);
  if (explode) return parts.map((part) => [key, part]);
  return parts.length === 0 ? [] : [[key, parts.join(',')]];
}

/** Writes an array or object by a style that is named after its delimiter. Throws if a part contains the delimiter. */
export function writeDelimited(
  draft: QueryDraft,
  name: string,
  value: unknown,
  delimiter: string,
  encode: Encode = percentEncode,
): void {
  const encodePart = (text: string): string => {
    if (text.includes(delimiter)) throw new InvalidInputError(name, `must not contain '${delimiter}'`);
    return encode(text, name);
  };
  const parts = value == null ? [] : writeParts(name, value, false, ',', encodePart);
  if (parts.length > 0) addPair(draft, `${percentEncode(name)}=${parts.join(percentEncode(delimiter))}`);
}

/**
 * Writes an object by style `deepObject`, with further brackets for nested members. Writes other values by style
 * `form`.
 */
export function writeDeep(draft: QueryDraft, name: string, value: unknown, encode?: Encode): void {
  if (isRecord(value)) writeMembers(draft, name, percentEncode(name), value, encode);
  else writeForm(draft, name, value, true, encode);
}

function writeMembers(
  draft: QueryDraft,
  name: string,
  prefix: string,
  value: Readonly<Record<string, unknown>>,
  encode: Encode = percentEncode,
): void {
  for (const [member, inner] of membersOf(value)) {
    if (/[[\]]/.test(member)) throw new InvalidInputError(name, 'must not have a name with brackets');
    const key = `${prefix}%5B${percentEncode(writeText(name, member))}%5D`;
    if (isRecord(inner)) writeMembers(draft, name, key, inner, encode);
    else {
      const items: readonly unknown[] = Array.isArray(inner) ? inner : [inner];
      for (const item of items) addPair(draft, `${key}=${encode(writeText(name, item), name)}`);
    }
  }
}
