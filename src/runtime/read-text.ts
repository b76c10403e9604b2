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
  if ((types.includes('number') || types.includes('integer')) && jsonNumber.test(text)) {
    const number = Number(text);
    if (Number.isFinite(number) && (Number.isSafeInteger(number) || !/^-?\d+$/.test(text))) return number;
  }
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  if (types.includes('null') && !types.includes('string') && (text === 'null' || text === '')) return null;
  return text;
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Names and values as they were sent: by decoded name the values, percent-encoding untouched, in order. */
export type Pairs = ReadonlyMap<string, readonly string[]>;

/**
 * Splits the query of a request target, or a body of `application/x-www-form-urlencoded`; `undefined` where a name is
 * malformed. Values stay as sent, because delimiters are found before anything is decoded.
 */
export function readQuery(text: string): Pairs | undefined {
  const pairs = new Map<string, string[]>();
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = text.indexOf('&', start);
    if (end < 0) end = text.length;
    if (end === start) continue;
    const part = text.slice(start, end);
    const equals = part.indexOf('=');
    const name = decodeForm(equals < 0 ? part : part.slice(0, equals));
    if (name === undefined) return undefined;
    addPair(pairs, name, equals < 0 ? '' : part.slice(equals + 1));
  }
  return pairs;
}

/** Splits the `Cookie` headers of a request (RFC 6265, 4.2.1). */
export function readCookies(headers: readonly string[]): Pairs {
  const pairs = new Map<string, string[]>();
  for (const part of headers.flatMap((header) => header.split(';'))) {
    const equals = part.indexOf('=');
    if (equals > 0) addPair(pairs, part.slice(0, equals).trim(), part.slice(equals + 1).trim());
  }
  return pairs;
}

function addPair(pairs: Map<string, string[]>, name: string, value: string): void {
  const values = pairs.get(name);
  if (values) values.push(value);
  else pairs.set(name, [value]);
}
