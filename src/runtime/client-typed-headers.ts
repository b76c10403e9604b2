import type { BodyReader } from './client.js';
import { type PrimitiveType, readPrimitive } from './read-text.js';

/** Gives the value that the text of a header means; throws, or gives `undefined`, where it is not as declared. */
export type HeaderReader = (text: string, name: string) => unknown;

/**
 * Reads the declared headers of an answer by their types beside its body; what is absent or not as declared is
 * `undefined`.
 */
export function typedHeaders(
  readers: Readonly<Record<string, HeaderReader>>,
  read: BodyReader,
  convert: (name: string, value: unknown) => unknown = (_name, value) => value,
): BodyReader {
  return (...answer) => {
    const [headers] = answer;
    const typed: [string, unknown][] = [];
    for (const [name, readText] of Object.entries(readers)) {
      typed.push([name, convert(name, readHeader(headers, name, readText))]);
    }
    Object.assign(headers, { typed: Object.fromEntries(typed) });
    return read(...answer);
  };
}

// No header has a name that is no token: to ask for it throws.
function readHeader(headers: Headers, name: string, read: HeaderReader): unknown {
  try {
    const text = headers.get(name);
    return text === null ? undefined : read(text, name);
  } catch {
    return undefined;
  }
}

/** The text itself. */
export function textHeader(text: string): string {
  return text;
}

/** The value of JSON. */
export function jsonHeader(text: string): unknown {
  return JSON.parse(text);
}

/** One value of the first of the types that the text is written as. */
export function primitiveHeader(...types: readonly PrimitiveType[]): HeaderReader {
  return (text) => {
    const value = readPrimitive(text, types);
    return isOfType(value, types) ? value : undefined;
  };
}

/** Whether a value that was read is of one of the types; a text that is written as none of them stays text. */
export function isOfType(value: unknown, types: readonly PrimitiveType[]): boolean {
  if (typeof value === 'number') return types.includes('number') || Number.isInteger(value);
  return types.includes(value === null ? 'null' : typeof value === 'boolean' ? 'boolean' : 'string');
}
