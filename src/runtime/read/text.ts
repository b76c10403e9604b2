/** Decodes percent-encoding (RFC 3986, 2.1). Returns `undefined` if it is malformed or not UTF-8. */
export function decodePercent(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Decodes percent-encoding of queries and forms, in which `+` is a space. Returns `undefined` if it is malformed. */
export function decodeForm(text: string): string | undefined {
  return decodePercent(text.includes('+') ? text.replaceAll('+', ' ') : text);
}

/** The types that a text can be read as. */
export type PrimitiveType = 'string' | 'number' | 'integer' | 'boolean' | 'null';

/**
 * Reads a text as the first of number, boolean and null that is allowed and matches. Otherwise returns the text, which
 * the schema then checks. An integer that JavaScript cannot hold exactly remains text, unless it can only be a number.
 * Numbers are rounded, as in JSON.
 */
export function readPrimitive(text: string, types: readonly PrimitiveType[]): string | number | boolean | null {
  if (types.length === 1 && types[0] === 'string') return text;
  if ((types.includes('number') || types.includes('integer')) && jsonNumber.test(text)) {
    const number = Number(text);
    const isRounded = !Number.isSafeInteger(number) && /^-?\d+$/.test(text) && String(number) !== text;
    const canRound = !types.includes('integer') && !types.includes('string');
    if (Number.isFinite(number) && (canRound || !isRounded)) return number;
  }
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  if (types.includes('null') && !types.includes('string') && (text === 'null' || text === '')) return null;
  return text;
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
