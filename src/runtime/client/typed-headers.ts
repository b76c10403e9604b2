import { type PrimitiveType, readPrimitive } from '../read/text.js';
import { readAlternatives, readHeaderText, type ValueShape, type ValueStyle } from '../read/value.js';
import type { BodyReader } from './client.js';

/** Reads the value of a header. Throws or returns `undefined` if the value does not match the description. */
export type HeaderReader = (text: string, name: string, headers: Headers) => unknown;

/**
 * Creates a reader of a body that adds the declared headers as typed values. A header that is absent or does not match
 * the description is `undefined`.
 */
export function typedHeaders(
  readers: Readonly<Record<string, HeaderReader>>,
  read: BodyReader,
  convert: (name: string, value: unknown) => unknown = (_name, value) => value,
): BodyReader {
  return (...response) => {
    const [headers] = response;
    const typed: [string, unknown][] = [];
    for (const [name, readText] of Object.entries(readers)) {
      typed.push([name, convert(name, readHeader(headers, name, readText))]);
    }
    Object.assign(headers, { typed: Object.fromEntries(typed) });
    return read(...response);
  };
}

// `get` throws for a name that is not a token.
function readHeader(headers: Headers, name: string, read: HeaderReader): unknown {
  try {
    const text = headers.get(name);
    return text === null ? undefined : read(text, name, headers);
  } catch {
    return undefined;
  }
}

/** Returns the text of a header. */
export function textHeader(text: string): string {
  return text;
}

/** Parses a header as JSON. */
export function jsonHeader(text: string): unknown {
  return JSON.parse(text);
}

/** Returns the lines of `Set-Cookie`. Cookies cannot share a line (RFC 6265, 3). */
export function setCookieHeader(_text: string, _name: string, headers: Headers): readonly string[] {
  return headers.getSetCookie();
}

/** Creates a reader of a primitive value. It reads the text as the first of the types that match. */
export function primitiveHeader(...types: readonly PrimitiveType[]): HeaderReader {
  return (text) => {
    const value = readPrimitive(text, types);
    return isOfType(value, types) ? value : undefined;
  };
}

/** Returns whether a value has one of the types. A text that matches no type remains a string. */
function isOfType(value: unknown, types: readonly PrimitiveType[]): boolean {
  if (typeof value === 'number') return types.includes('number') || Number.isInteger(value);
  return types.includes(value === null ? 'null' : typeof value === 'boolean' ? 'boolean' : 'string');
}

/** Creates a reader of a header by style, for a value with parts or one of several forms. */
export function styledHeader(plan: ValueStyle): HeaderReader {
  return (text) => {
    const values = readAlternatives(plan.shape, (shape) => readHeaderText(text, plan, shape));
    return values.find((value) => isShape(value, plan.shape));
  };
}

function isShape(value: unknown, shape: ValueShape): boolean {
  if ('anyOf' in shape) return shape.anyOf.some((one) => isShape(value, one));
  if ('items' in shape) return Array.isArray(value) && value.every((item) => isShape(item, shape.items));
  if ('properties' in shape) {
    const { properties, additional = ['string'] } = shape;
    const shapeOf = (name: string) => properties.find(([key]) => key === name)?.[1] ?? additional;
    return Object(value) === value && Object.entries(Object(value)).every(([name, one]) => isShape(one, shapeOf(name)));
  }
  return isOfType(value, shape);
}
