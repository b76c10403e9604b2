/** Decodes percent-encoding (RFC 3986, 2.1); `undefined` where it is malformed or gives no UTF-8. */
export function decodePercent(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Decodes percent-encoding as queries and forms have it, where `+` is a space; `undefined` where it is malformed. */
export function decodeForm(text: string): string | undefined {
  return decodePercent(text.includes('+') ? text.replaceAll('+', ' ') : text);
}

/** The types that a text can be read as. */
export type PrimitiveType = 'string' | 'number' | 'integer' | 'boolean' | 'null';

/**
 * Reads a text as the first of number, boolean and null that is among the types and that it is written as; as a string
 * otherwise, so that what does not fit is refused by the schema, with its place. A number that JavaScript would change
 * stays text.
 */
export function readPrimitive(text: string, types: readonly PrimitiveType[]): string | number | boolean | null {
  if (types.length === 1 && types[0] === 'string') return text;
  if ((types.includes('number') || types.includes('integer')) && jsonNumber.test(text)) {
    const number = Number(text);
    if (Number.isFinite(number) && (Number.isSafeInteger(number) || !/^-?\d+$/.test(text) || String(number) === text))
      return number;
  }
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  if (types.includes('null') && !types.includes('string') && (text === 'null' || text === '')) return null;
  return text;
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
